import type { Operation } from '../model/operation.ts';
import { OPERATION_TYPES } from '../model/operation.ts';
import type { Action } from '../model/request.ts';
import type { Verdict } from '../model/verdict.ts';
import type { Paint } from './paint.ts';
import { plural } from './plural.ts';
import { printable, shortened } from './printable.ts';

/** What became of a plan. */
export type PlanStatus = 'auto_approved' | 'approved' | 'partly_approved' | 'denied' | 'waiting';

/** Fields are documented in docs/sessions.md. */
export interface PlanJson {
  readonly status: PlanStatus;
  readonly session: string;
  readonly steps: readonly PlanStepJson[];
}

export interface PlanStepJson {
  /** from 1 */
  readonly step: number;
  readonly what: string;
  readonly cwd: string;
  readonly verdict: Verdict;
  /** what it does: `read_sensitive:finance`, the gravest first */
  readonly operations: readonly string[];
  /** it does not run without an answer, or, where the verdict is `deny`, not at all */
  readonly gated: boolean;
  /** the rules that say so */
  readonly rules: readonly string[];
  /** it runs now without a question */
  readonly approved: boolean;
}

/** One step in one line, without secrets. */
export function stepText(action: Action): string {
  if (action.kind === 'line') return shortened(action.line);
  if (action.kind === 'argv') return shortened(action.argv.join(' '));
  return shortened(`${action.tool} ${JSON.stringify(action.input)}`);
}

/** `write_external:email`, `credential_access:TOKEN`; each once, the gravest first. */
export function operationWords(operations: readonly Operation[] = []): readonly string[] {
  const rank = ({ type }: Operation) => OPERATION_TYPES.indexOf(type);
  const words = [...operations]
    .sort((a, b) => rank(a) - rank(b))
    .map(({ type, categories, credential }) => [type, ...categories, ...(credential ? [credential] : [])].join(':'));
  return [...new Set(words)].map(printable);
}

/** The whole plan with the rules that stop some of it: what a person reads before answering. */
export function planText({ session, steps }: PlanJson, notes: ReadonlyMap<string, string>, paint: Paint): string {
  const width = String(steps.length).length;
  const lines = steps.map(({ step, what, operations, verdict, gated }) => {
    const mark = gated ? paint.verdict(verdict, verdict === 'deny' ? 'denied' : 'asks') : '';
    const does = operations.length > 0 ? paint.dim(`  (${operations.slice(0, 4).join(', ')})`) : '';
    return `  ${String(step).padStart(width)}. ${what}${does}${gated ? `  ${mark}` : ''}`;
  });
  const rules = [...new Set(steps.flatMap((step) => step.rules))].map((rule) => {
    const numbers = steps.filter((step) => step.rules.includes(rule)).map(({ step }) => step);
    const note = notes.get(rule);
    const says = note === undefined ? '' : `: ${shortened(note.trim().replace(/\s+/g, ' '), 160)}`;
    return `  ${printable(rule)} (${numbers.length === 1 ? 'step' : 'steps'} ${rangesOf(numbers)})${paint.dim(says)}`;
  });
  const count = plural(steps.length, 'step');
  return [
    `${paint.strong(`plan of ${count}`)}  ${paint.dim(`session ${printable(session)}`)}`,
    ...lines,
    ...(rules.length > 0 ? ['Rules that apply:', ...rules] : []),
  ].join('\n');
}

/** `1-3, 5` */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] + 1 === number) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}

const ENDS: Readonly<Record<PlanStatus, string>> = {
  auto_approved: 'No rule stops it: approved.',
  approved: 'Approved: these steps run without a question in this session.',
  partly_approved: 'Approved in part: the steps that were left out need approval again.',
  denied: 'Denied.',
  waiting:
    'The plan waits for a person, who runs `safeshell session /approve all`, `/approve 1-3` or `/deny` in a terminal of their own.',
};

/** How it ended, in one line. */
export function planEnd({ status, steps }: PlanJson): string {
  const denied = steps.filter(({ verdict }) => verdict === 'deny').map(({ step }) => step);
  const never = denied.length === 0 ? '' : ` Rules deny ${denied.length === 1 ? 'step' : 'steps'} ${rangesOf(denied)}.`;
  return `${ENDS[status]}${never}`;
}

/** What a person can answer. */
export function planHint(paint: Paint): string {
  const key = (letter: string) => `[${paint.strong(letter)}]`;
  return `  ${key('a')}ll  ${key('d')}eny  or the steps that may run, such as 1-3,5: `;
}
