import { printable } from '../text/printable.ts';
import { createHabits } from './habits.ts';
import { outcomeWord, questionOf } from './outcome-word.ts';
import type { OutcomeRecord } from './record.ts';

/** Why a rule is worth a look: it asked often and always heard yes, or people went round its no. */
export type Noise = 'always-yes' | 'bypassed';

/** A rule that costs people time. */
export interface NoisyRule {
  readonly rule: string;
  readonly noise: Noise;
  readonly times: number;
  /** some of its questions came again and again about the same command */
  readonly isRepeated: boolean;
  /** none of its questions was about an agent's command */
  readonly isHuman: boolean;
}

/** What a person may do about it. Field names are those of `log stats --json`. */
export interface Advice {
  readonly rule: string;
  readonly why: Noise;
  readonly times: number;
  readonly text: string;
  /** what narrows the rule, checked; absent = nothing that narrow is known */
  readonly yaml?: string;
  /** where that belongs */
  readonly file?: string;
}

/** From so many on a rule is noisy. */
const MANY_ASKS = 5;
const MANY_BYPASSES = 3;
/** A command that was approved so often is usual. */
export const USUAL = 3;

interface Noted {
  yes: number;
  no: number;
  /** of a person: agents cannot go round a no */
  denied: number;
  bypassed: number;
  /** questions about an agent's commands */
  ai: number;
  readonly habits: ReturnType<typeof createHabits>;
}

/** Listens to records one by one, and tells which rules cost people time. Rules that did not match are not in it. */
export function createAdvisor() {
  const rules = new Map<string, Noted>();
  return {
    add(record: OutcomeRecord): void {
      if (record.rule === undefined) return;
      const noted = rules.get(record.rule) ?? { yes: 0, no: 0, denied: 0, bypassed: 0, ai: 0, habits: createHabits() };
      rules.set(record.rule, noted);
      note(noted, record);
    },
    noisy(): readonly NoisyRule[] {
      return [...rules].flatMap(([rule, noted]) => noisyRule(rule, noted)).sort((a, b) => b.times - a.times);
    },
  };
}

function note(noted: Noted, record: OutcomeRecord): void {
  const word = outcomeWord(record);
  const question = questionOf(record);
  if (word === 'bypassed') noted.bypassed++;
  if (word === 'denied' && record.actor === 'human') noted.denied++;
  if (question !== undefined && record.actor === 'ai') noted.ai++;
  if (question === 'declined') noted.no++;
  if (question === 'approved') noted.yes++;
  noted.habits.add(record);
}

function noisyRule(rule: string, { yes, no, bypassed, denied, ai, habits }: Noted): readonly NoisyRule[] {
  const isHuman = ai === 0;
  if (yes >= MANY_ASKS && no === 0) {
    const isRepeated = habits.habits().some(({ times }) => times >= USUAL);
    return [{ rule, noise: 'always-yes', times: yes, isRepeated, isHuman }];
  }
  return bypassed >= MANY_BYPASSES && denied <= 2 * bypassed
    ? [{ rule, noise: 'bypassed', times: bypassed, isRepeated: false, isHuman }]
    : [];
}

/** What would have the rule ask less, checked. */
export interface Narrowing {
  /** it excepts what people keep approving; else the rule would hold for agents alone */
  readonly isException?: true;
  readonly file: string;
  readonly yaml: string;
}

/** In words; `narrowing`: what was found to help. */
export function adviceOf({ rule, noise, times }: NoisyRule, narrowing: Narrowing | undefined): Advice {
  const name = printable(rule);
  const told =
    noise === 'bypassed'
      ? `${name} said no, and was bypassed ${times} times.`
      : `${name} asked ${times} times and always heard yes.`;
  const { isException, ...lines } = narrowing ?? {};
  const how = narrowing === undefined ? ELSE[noise](name) : isException ? EXCEPT_USUAL : AGENTS_ALONE;
  return { rule, why: noise, times, text: `${told} ${how}`, ...lines };
}

const EXCEPT_USUAL = 'This excepts what comes again and again, and asks about all else; `safeshell suggest` writes it.';
const AGENTS_ALONE = 'This has it hold for agents alone.';
const ELSE: Readonly<Record<Noise, (rule: string) => string>> = {
  'always-yes': (rule) =>
    `An \`unless\` for what is usual keeps the question worth reading: \`safeshell log --rule ${rule} --outcome approved\`.`,
  bypassed: (rule) => `Does it fit what you do? \`safeshell log --rule ${rule} --outcome bypassed\`.`,
};
