import type { Layout } from '../store/layout.ts';
import type { KeptPath, KeptRecord } from './record.ts';

/** What was kept, on disk: see store/layout.ts. */
export interface UndoStore {
  /** its folder, absolute */
  readonly root: string;
  /** newest first; what is damaged is left out and told in `problems` */
  list(): { readonly records: readonly KeptRecord[]; readonly problems: readonly string[] };
  /** undefined = there is none. Throws an Error with a sentence where it is damaged. */
  read(id: number): KeptRecord | undefined;
  /** Its paths, in the order in which they were kept. Throws an Error with a sentence where they are damaged. */
  paths(id: number): readonly KeptPath[];
  /** false = there was none. What only it needed goes with the next `retain`. */
  remove(id: number): boolean;
  /** on disk, with all objects */
  bytes(): number;
}

export declare function undoStore(layout: Layout): UndoStore;
