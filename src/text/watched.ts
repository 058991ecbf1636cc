import type { Watched } from '../model/decision.ts';
import type { Verdict } from '../model/verdict.ts';
import { printable } from './printable.ts';
import { unsureReason } from './reason.ts';

const WOULD: Readonly<Record<Verdict, string>> = {
  deny: 'would be denied',
  require_approval: 'would need approval',
  escalate: 'would be left to judgement',
  redirect: 'would be replaced',
  redact: 'would be masked in what it prints',
  confine: 'would be confined to the project',
  allow: 'would be allowed',
};

/** What rules that are not enforced would have made of it, as a sentence without its end. */
export function watchedText({ verdict, decider, byDefault, unsure }: Watched): string {
  const [doubt] = unsure;
  if (decider !== undefined) return `${WOULD[verdict]} by ${decider.rule.id}, which is not enforced`;
  if (byDefault !== undefined)
    return `${WOULD[verdict]} by the default of \`${printable(byDefault)}\`, which is not enforced`;
  return `${WOULD[verdict]} if the guard did more than watch${doubt === undefined ? '' : `: ${printable(unsureReason(doubt))}`}`;
}
