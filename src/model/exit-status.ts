import { EXIT } from './errors.ts';

/** The exit statuses of `safeshell` for its callers; those between our own programs are not part of it. */
export const EXIT_MEANINGS: ReadonlyMap<number, string> = new Map([
  [EXIT.ok, 'success; `check`: the command would run'],
  [EXIT.denied, 'denied, declined, or a problem was found'],
  [EXIT.needsApproval, '`check`: the command needs approval'],
  [EXIT.usage, 'usage error'],
  [EXIT.data, 'rule files or settings have errors'],
  [EXIT.internal, 'internal error'],
  [EXIT.cannotCreate, 'cannot change a file or folder'],
  [EXIT.io, 'I/O error, such as a full or unreadable disk'],
  [EXIT.tryAgain, 'another process holds the lock'],
  [EXIT.notAllowed, 'not allowed for this caller'],
  [EXIT.refused, 'guarded program: refused, did not run'],
  [EXIT.notFound, 'guarded program: not found'],
]);
