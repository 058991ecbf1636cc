import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from '../../store/atomic-file.ts';
import { MODES } from '../../store/layout.ts';
import { randomHex } from '../../store/random.ts';
import { replaceFolder } from '../freshness.ts';
import { namesIn } from './program-disk.ts';

/** What lies over programs in a box. */
export interface OverFiles {
  /** path of the program -> the file that lies over it */
  readonly files: Readonly<Record<string, string>>;
  /** puts them on disk, where they are not yet. Throws what node:fs throws */
  write(): void;
}

const PREFIX = 'over-';
/** What is in the others, beside them. */
const TEXTS = 'texts.json';
const READABLE = 0o755;

/**
 * Hundreds of small files, which stay for the next box. Those of other programs or shims go; what a box has mounted stays as it is.
 * `boxes`: where their folder is; `texts`: by the path of the program.
 */
export function overFiles(boxes: string, texts: ReadonlyMap<string, string>): OverFiles {
  const all = JSON.stringify([...texts]);
  const before = namesIn(boxes).filter((name) => name.startsWith(PREFIX));
  const name = before.find((one) => readIfThere(join(boxes, one, TEXTS)) === all);
  const folder = join(boxes, name ?? `${PREFIX}${randomHex(4)}`); // each mount has its path in a list that is read for each
  const contents = [...texts.values()];
  const isWhole = () => contents.every((text, at) => sizeOf(join(folder, String(at))) === Buffer.byteLength(text));
  return {
    files: Object.fromEntries([...texts.keys()].map((path, at) => [path, join(folder, String(at))])),
    write() {
      if (name !== undefined && isWhole()) return;
      replaceFolder(folder, (fresh) => {
        for (const [at, text] of contents.entries()) writeFileSync(join(fresh, String(at)), text, { mode: READABLE });
        writeFileSync(join(fresh, TEXTS), all, { mode: MODES.file });
        return true;
      });
      for (const other of before.filter((one) => one !== name))
        rmSync(join(boxes, other), { recursive: true, force: true });
    },
  };
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
