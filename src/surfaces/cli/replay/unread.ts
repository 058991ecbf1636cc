import type { Unreadable } from '../../../report/replay-text.ts';
import type { Unread } from '../../../transcripts/sessions.ts';

/** Files that are named. */
const MAX_EXAMPLES = 5;

export interface UnreadCounter extends Unread {
  counts(): Unreadable;
}

/** Counts what could not be read; the first file of each kind of trouble is named. */
export function createUnread(): UnreadCounter {
  const counts = { files: 0, lines: 0, calls: 0 };
  const examples = new Map<string, { readonly file: string; readonly why: string }>();
  const note = (file: string, why: string) => {
    if (examples.size < MAX_EXAMPLES && !examples.has(why)) examples.set(why, { file, why });
  };
  return {
    file(path, why) {
      counts.files++;
      note(path, why);
    },
    line(path) {
      counts.lines++;
      note(path, 'a line is truncated, too long, or not JSON');
    },
    call(path) {
      counts.calls++;
      note(path, 'a call has an unknown shape');
    },
    counts: () => ({ ...counts, examples: [...examples.values()] }),
  };
}
