import { printable } from '../text/printable.ts';
import { outcomeWord, questionOf } from './outcome-word.ts';
import type { OutcomeRecord } from './record.ts';

/** Why a rule is worth a look: it asked often and always heard yes, or people went round its no. */
export type Noise = 'always-yes' | 'bypassed';

/** A rule that costs people time, and what it was about. */
export interface NoisyRule {
  readonly rule: string;
  readonly noise: Noise;
  readonly times: number;
  /** of `always-yes`: commands that came again and again, most frequent first */
  readonly usual: readonly UsualCommand[];
  /** none of its questions was about an agent's command */
  readonly isHuman: boolean;
}

export interface UsualCommand {
  readonly command: { readonly argv: readonly string[] } | { readonly line: string };
  readonly cwd: string;
  readonly times: number;
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
const USUAL = 3;
const MAX_USUAL = 3;
/** Different commands of one rule that are kept: more of them are no habit. */
const MAX_COMMANDS = 1000;

interface Noted {
  yes: number;
  no: number;
  /** of a person: agents cannot go round a no */
  denied: number;
  bypassed: number;
  /** questions about an agent's commands */
  ai: number;
  readonly commands: Map<string, { readonly usual: Omit<UsualCommand, 'times'>; times: number }>;
}

/** Listens to records one by one, and tells which rules cost people time. Rules that did not match are not in it. */
export function createAdvisor() {
  const rules = new Map<string, Noted>();
  return {
    add(record: OutcomeRecord): void {
      if (record.rule === undefined) return;
      const noted = rules.get(record.rule) ?? { yes: 0, no: 0, denied: 0, bypassed: 0, ai: 0, commands: new Map() };
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
  if (question === 'approved') {
    noted.yes++;
    noteCommand(noted, record);
  }
}

function noteCommand({ commands }: Noted, { action, cwd }: OutcomeRecord): void {
  const { argv, line, tool, cut } = action;
  if (tool !== undefined || cut !== undefined || (argv === undefined && line === undefined)) return;
  const usual = { command: argv === undefined ? { line: line ?? '' } : { argv }, cwd };
  const key = JSON.stringify(usual);
  const known = commands.get(key);
  if (known !== undefined) known.times++;
  else if (commands.size < MAX_COMMANDS) commands.set(key, { usual, times: 1 });
}

function noisyRule(rule: string, { yes, no, bypassed, denied, ai, commands }: Noted): readonly NoisyRule[] {
  const isHuman = ai === 0;
  if (yes >= MANY_ASKS && no === 0) {
    const usual = [...commands.values()]
      .filter(({ times }) => times >= USUAL)
      .sort((a, b) => b.times - a.times)
      .slice(0, MAX_USUAL)
      .map(({ usual: one, times }) => ({ ...one, times }));
    return [{ rule, noise: 'always-yes', times: yes, usual, isHuman }];
  }
  return bypassed >= MANY_BYPASSES && denied <= 2 * bypassed
    ? [{ rule, noise: 'bypassed', times: bypassed, usual: [], isHuman }]
    : [];
}

interface Narrowing {
  readonly file: string;
  readonly yaml: string;
}

/** In words; `narrowing`: what was found to help. */
export function adviceOf({ rule, noise, times, usual }: NoisyRule, narrowing: Narrowing | undefined): Advice {
  const name = printable(rule);
  const told =
    noise === 'bypassed'
      ? `${name} said no, and was bypassed ${times} times.`
      : `${name} asked ${times} times and always heard yes.`;
  const how = narrowing === undefined ? ELSE[noise](name) : usual.length > 0 ? EXCEPT_USUAL : AGENTS_ALONE;
  return { rule, why: noise, times, text: `${told} ${how}`, ...narrowing };
}

const EXCEPT_USUAL = 'This excepts what comes again and again, and asks about all else.';
const AGENTS_ALONE = 'This has it hold for agents alone.';
const ELSE: Readonly<Record<Noise, (rule: string) => string>> = {
  'always-yes': (rule) =>
    `An \`unless\` for what is usual keeps the question worth reading: \`safeshell log --rule ${rule} --outcome approved\`.`,
  bypassed: (rule) => `Does it fit what you do? \`safeshell log --rule ${rule} --outcome bypassed\`.`,
};
