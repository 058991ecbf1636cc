import { EXIT } from './errors.ts';

/** The exit statuses of `safeshell` for its callers; those between our own programs are not part of it. */
export const EXIT_MEANINGS: ReadonlyMap<number, string> = new Map([
  [EXIT.ok, 'done; of `check`: it would run'],
  [EXIT.denied, 'denied; not agreed to; something was found that is wrong'],
  [EXIT.needsApproval, 'of `check`: it needs approval'],
  [EXIT.usage, 'called wrongly'],
  [EXIT.data, 'rule files or settings have errors'],
  [EXIT.internal, 'an error of safeshell itself'],
  [EXIT.cannotCreate, 'a file or folder could not be changed'],
  [EXIT.io, 'the disk: full, not readable'],
  [EXIT.tryAgain, 'another process is at it, and does not end'],
  [EXIT.notAllowed, 'only a person may, or nobody'],
  [EXIT.refused, 'of a guarded program: refused, it did not run'],
  [EXIT.notFound, 'of a guarded program: there is none of that name'],
]);
