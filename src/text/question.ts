import type { Decision } from '../model/decision.ts';
import type { Paint } from './paint.ts';
import { printable, sentence, shortened } from './printable.ts';
import { reasonOf } from './reason.ts';

/** What a person reads before answering: what would run, which rule asks, why, and what would be safer. */
export function questionText(decision: Decision, paint: Paint): string {
  const { analysis, decider, replacement } = decision;
  const rule = decider === undefined ? '' : paint.dim(`  [${decider.rule.id}, ${decider.rule.severity}]`);
  const lines = [
    `safeshell: ${paint.verdict('require_approval', 'approve?')}  ${paint.strong(shortened(analysis.text))}${rule}`,
    ...reasonOf(decision).map((reason) => `  ${sentence(reason)}`),
  ];
  if (decider?.rule.help !== undefined) lines.push(`  instead: ${sentence(decider.rule.help)}`);
  if (replacement !== undefined) lines.push(`  runs: ${shortened(replacement.argv.join(' '))}`);
  return `${lines.join('\n')}\n`;
}

/** Shown before "always" can be answered. */
export function alwaysText(items: readonly string[], file: string, paint: Paint): string {
  return `${[`always = this in ${printable(file)}:`, ...items.map((item) => `  - ${printable(item)}`)]
    .map((line) => paint.dim(`  ${line}`))
    .join('\n')}\n`;
}

export function answerHint(mayAlways: boolean, paint: Paint): string {
  const answers = ['yes once', 'session', ...(mayAlways ? ['always'] : []), 'no', 'explain'];
  return `  ${answers.map((answer) => `[${paint.strong(answer.charAt(0))}]${answer.slice(1)}`).join('  ')}: `;
}
