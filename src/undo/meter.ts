import type { UndoBudget } from '../model/undo.ts';
import { plural } from '../text/plural.ts';

/** The message says what there is too much of: `more than 20,000 files`. */
export class BudgetPassed extends Error {}

/** What was spent, of all losses of a command together. */
export interface Meter {
  /** Throws BudgetPassed. */
  spend(files: number, bytes: number): void;
  /** Throws BudgetPassed; to be called often: it looks at the clock. */
  tick(): void;
  /** for programs that are waited for; at least 1 */
  msLeft(): number;
  /** Gives back what was spent since. */
  mark(): () => void;
}

export function meterOf(budget: UndoBudget, clock: () => number = () => performance.now()): Meter {
  const endMs = clock() + budget.milliseconds;
  let [files, bytes] = [0, 0];
  return {
    spend(moreFiles, moreBytes) {
      files += moreFiles;
      bytes += moreBytes;
      if (files > budget.files) throw new BudgetPassed(`more than ${plural(budget.files, 'file')}`);
      if (bytes > budget.bytes) throw new BudgetPassed(`more than ${megabytes(budget.bytes)}`);
    },
    tick() {
      if (clock() > endMs) throw new BudgetPassed(`looking at it takes longer than ${budget.milliseconds} ms`);
    },
    msLeft: () => Math.max(1, Math.floor(endMs - clock())),
    mark() {
      const [filesThen, bytesThen] = [files, bytes];
      return () => {
        [files, bytes] = [filesThen, bytesThen];
      };
    },
  };
}

function megabytes(bytes: number): string {
  return bytes >= 1_000_000 ? `${Math.floor(bytes / 1_000_000)} MB` : `${bytes} bytes`;
}
