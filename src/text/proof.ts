import type { Analysis } from '../model/invocation.ts';
import type { Proof } from '../model/proof.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';

/** The proof, a line for each program start; or what is not proven, and where. */
export function proofText(proof: Proof, analysis: Analysis, paint: Paint): string {
  if (!proof.isProven) {
    const { span, why } = proof.obstacle;
    const at = span === undefined ? '' : paint.dim(`  at \`${printable(analysis.text.slice(span.start, span.end))}\``);
    return `${paint.strong('not proven')}  ${printable(why)}${at}`;
  }
  const steps = proof.steps.map(({ invocation, why }) => `   ${invocation + 1}. ${printable(why)}`);
  const condition = proof.level === 'project' ? ', where undo keeps what it replaces' : '';
  return [`${paint.strong('proven')}  nobody need be asked${condition}`, ...steps].join('\n');
}
