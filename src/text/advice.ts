import type { Outcome, RefusalCause } from '../model/outcome.ts';
import { printable } from './printable.ts';

export type Refusal = Extract<Outcome, { kind: 'refuse' }>;

const NO_RETRY = 'Do not retry it and do not reach the same effect another way.';

/** What an agent may do now. Sentences that agents get to read are stable: see docs/approvals.md. */
const ADVICE: Readonly<Record<RefusalCause, string>> = {
  denied: `No approval is possible. ${NO_RETRY}`,
  syntax: 'Nothing of it has run. Fix the line and run it again; nobody has to be asked about that.',
  'said-no': `A person said no. ${NO_RETRY}`,
  interrupted: `The question was broken off. ${NO_RETRY}`,
  'nobody-to-ask': `It needs a person's approval, and nobody can be asked here. ${NO_RETRY} Tell the user: they can run it in a terminal of their own.`,
  timeout: `A person was asked and did not answer in time. ${NO_RETRY} Tell the user.`,
  'no-replacement': NO_RETRY,
  'not-kept': `What it destroys could not be kept first, so it was not run. ${NO_RETRY} Tell the user (safeshell doctor).`,
  'not-confined': `${NO_RETRY} Tell the user (safeshell doctor).`,
  unsupported: `${NO_RETRY} Tell the user.`,
  'guard-broken': `${NO_RETRY} Tell the user that the guard is broken (safeshell doctor).`,
};

/** `cwd`: where it was to run. */
export function adviceFor({ cause, request, reason }: Refusal, cwd?: string): string {
  if (cause === 'said-no' && reason !== undefined) return `A person said no: "${printable(reason)}". ${NO_RETRY}`;
  if (request === undefined) return ADVICE[cause];
  const why =
    cause === 'timeout'
      ? 'A person was asked and did not answer in time.'
      : "It needs a person's approval, and nobody is there to answer now.";
  const where = cwd === undefined ? '' : ` in ${printable(cwd)}`;
  return `${why} Tell the user to run \`${approveCommand(request)}\` in a terminal of their own. Once they have approved it, run exactly the same command again${where}: the approval is for that alone, once, within ten minutes, in this session or another. Until then do not retry it and do not reach the same effect another way.`;
}

/** What a person types to approve it, in a terminal of their own. */
export function approveCommand(request: string): string {
  return `safeshell approve ${shortId(request)}`;
}

const SHOWN_DIGITS = 8;

/** As people see and type it: enough digits to tell questions apart. */
export function shortId(id: string): string {
  return id.slice(0, SHOWN_DIGITS);
}
