import { EXIT } from '../../../model/errors.ts';
import { verificationText } from '../../../report/verification-text.ts';
import { sealAndTidy } from '../../../store/audit-seals.ts';
import { verifyAudit } from '../../../store/audit-verify.ts';
import { type Layout, layoutOf } from '../../../store/layout.ts';
import { type CliContext, UsageError } from '../context.ts';
import type { LogOptions } from './options.ts';

/** Accounts for all that is on record, and where nothing is wrong, seals what was not yet. */
export function verify({ contains, json }: LogOptions, context: CliContext): number {
  if (contains !== undefined && !/^[\da-f]{12,64}$/.test(contains)) {
    throw new UsageError(`--contains \`${contains}\`: expected at least 12 digits of the hash of a seal`);
  }
  const layout = layoutOf(context.env);
  const before = verifyAudit(layout);
  const isFound = contains === undefined || before.seals.some(({ hash }) => hash.startsWith(contains));
  const isOk = before.problems.length === 0 && isFound;
  const sealed = isOk ? sealOrTell(layout, context) : undefined;
  const { files: accounts, seals, problems } = typeof sealed === 'number' && sealed > 0 ? verifyAudit(layout) : before;
  const files = accounts.map(({ sealedBytes, ...file }) => ({ ...file, sealed_bytes: sealedBytes }));
  const result = { ok: isOk, files, seals: seals.length, head: seals.at(-1)?.hash ?? null, problems };
  if (json) context.out(JSON.stringify({ ...result, contains: contains === undefined ? null : isFound }));
  else {
    context.out(verificationText(result, context.paint));
    if (!isFound) context.out(`No seal ${contains} is in the chain: the records that it covered were replaced.`);
  }
  if (sealed === 'not sealed') return EXIT.io;
  return isOk ? EXIT.ok : EXIT.denied;
}

/** All is as it was written, and not less so where the disk is full. */
function sealOrTell(layout: Layout, { err }: CliContext) {
  try {
    return sealAndTidy(layout, undefined, Date.now())?.sealedBytes ?? 0;
  } catch (error) {
    err(`safeshell: new records could not be sealed: ${(error as Error).message}`);
    return 'not sealed' as const;
  }
}
