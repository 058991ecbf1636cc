import type { Severity, Verdict } from '../model/verdict.ts';
import type { Paint } from './paint.ts';
import { printable, sentence } from './printable.ts';
import { wrapped } from './wrap.ts';

/** One rule as a person reads it; texts are as their authors wrote them. */
export interface RuleCard {
  readonly id: string;
  readonly action: Verdict;
  readonly severity: Severity;
  readonly description: string | undefined;
  /** why it does not count; absent = it does */
  readonly off: string | undefined;
  /** false: what it would stop is recorded, and runs */
  readonly isEnforced: boolean;
  /** `/etc/x.yaml:12`, and whose that is */
  readonly location: string;
  readonly whose: string;
  readonly when: readonly string[];
  readonly message: string | undefined;
  readonly help: string | undefined;
  readonly runs: string | undefined;
  readonly matches: readonly string[];
  readonly passes: readonly string[];
  readonly overrides: readonly string[];
  /** what a person types, or whom to ask */
  readonly change: string;
}

const MOST_EXAMPLES = 6;

export function ruleCardText(card: RuleCard, paint: Paint, width?: number): string {
  const { id, action, severity, description, off, location, whose, help, runs, message } = card;
  const advice = help === undefined ? [] : [`instead: ${sentence(help)}`];
  const sections = [
    section('When', card.when.map(printable), paint),
    section('Says', [...(message === undefined ? [] : [sentence(message)]), ...advice], paint),
    section('Runs instead', runs === undefined ? [] : [printable(runs)], paint),
    section(action === 'allow' ? 'Allows' : 'Stops', examples(card.matches), paint),
    section('Lets pass', examples(card.passes), paint),
    section('Changed by', card.overrides.map(printable), paint),
    section(off === undefined ? 'To switch it off' : 'To switch it on', [printable(card.change)], paint),
  ];
  const head = [
    `${paint.strong(printable(id))}  ${paint.verdict(action)}${paint.dim(`, severity ${severity}`)}`,
    ...(description === undefined ? [] : [`  ${sentence(description)}`]),
    ...(off === undefined ? [] : [`  ${paint.mark('off')}: ${printable(off)}`]),
    ...(card.isEnforced ? [] : [`  ${paint.mark('not enforced')}: what it would stop is recorded, and runs`]),
    paint.dim(`  ${printable(location)} (${whose})`),
  ];
  return wrapped([...head, ...sections.flat()].join('\n'), width);
}

function section(head: string, lines: readonly string[], paint: Paint): readonly string[] {
  return lines.length === 0 ? [] : ['', paint.strong(head), ...lines.map((line) => `  ${line}`)];
}

function examples(all: readonly string[]): readonly string[] {
  const more = all.length - MOST_EXAMPLES;
  return [...all.slice(0, MOST_EXAMPLES).map(printable), ...(more > 0 ? [`and ${more} more: --json`] : [])];
}
