import { boxOf, checkOwnFolders } from '../store/box.ts';
import type { Layout } from '../store/layout.ts';
import { isConfined } from './confined.ts';

/** Why nothing of ours can be written here. */
export interface Inside {
  readonly isConfined: boolean;
  /** session of the box */
  readonly box?: string;
}

/**
 * undefined = we are outside of walls and boxes, or what stands in the place of the guard's folders is not the guard's: whoever judges here
 * refuses then, and one who is outside could not know.
 */
export function insideOf(layout: Layout): Inside | undefined {
  const box = boxOf()?.session;
  const isBehind = isConfined(layout.state.walls);
  if ((box === undefined && !isBehind) || !areOwn(layout)) return undefined;
  return { isConfined: isBehind, ...(box !== undefined && { box }) };
}

function areOwn(layout: Layout): boolean {
  try {
    checkOwnFolders(layout);
    return true;
  } catch {
    return false;
  }
}
