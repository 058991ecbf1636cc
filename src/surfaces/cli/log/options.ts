import { agentNamed } from '../../../agents/find.ts';
import { VERDICTS } from '../../../model/verdict.ts';
import { parseMoment, type RecordFilter } from '../../../report/filter.ts';
import { OUTCOME_WORDS, type OutcomeWord } from '../../../report/outcome-word.ts';
import { type CliContext, UsageError } from '../context.ts';

/** Options as parsed by commander. */
export interface LogOptions {
  readonly since?: string;
  readonly until?: string;
  readonly decision?: string;
  readonly outcome?: string;
  readonly autoApproved?: boolean;
  readonly rule?: string;
  readonly actor?: string;
  readonly agent?: string;
  readonly session?: string;
  readonly door?: string;
  readonly command?: string;
  readonly limit?: string;
  readonly follow?: boolean;
  readonly contains?: string;
  readonly json?: boolean;
}

const AUTO_APPROVED = 'proven' satisfies OutcomeWord;

/** Throws a UsageError. */
export function filterOf(options: LogOptions, nowMs: number): RecordFilter {
  const { since, until, decision, rule, actor, agent, session, door, command } = options;
  const outcome = options.autoApproved ? AUTO_APPROVED : options.outcome;
  if (options.autoApproved && options.outcome !== undefined)
    throw new UsageError(`use either --auto-approved or --outcome ${AUTO_APPROVED}, which mean the same`);
  checkWords('decision', decision, VERDICTS);
  checkWords('outcome', outcome, Object.keys(OUTCOME_WORDS));
  checkWords('actor', actor, ['ai', 'human']);
  checkWords('door', door, ['shim', 'hook', 'shell', 'line', 'wall']);
  const span = { since: momentOption('since', since, nowMs), until: momentOption('until', until, nowMs) };
  const agents = agent?.split(',').map((name) => agentNamed(name)?.name ?? name);
  return { ...span, decision, outcome, rule, actor, agent: agents?.join(','), session, door, command };
}

function checkWords(option: string, words: string | undefined, known: readonly string[]): void {
  const wrong = words?.split(',').find((word) => !known.includes(word));
  if (wrong !== undefined) throw new UsageError(`unknown ${option} \`${wrong}\`, expected ${known.join(', ')}`);
}

/** Throws a UsageError. */
export function momentOption(option: string, text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  const at = parseMoment(text, nowMs);
  if (at === undefined) throw new UsageError(`--${option} \`${text}\`: expected 30m, 2h, 7d, or a date`);
  return at;
}

/** Throws a UsageError. */
export function limitOf({ limit }: LogOptions, usual: number): number {
  if (limit === undefined) return usual;
  if (!/^[1-9]\d{0,8}$/.test(limit)) throw new UsageError(`--limit \`${limit}\`: expected a number from 1 on`);
  return Number(limit);
}

/** Cells of a line; undefined = it is no terminal. */
export function widthOf({ env }: CliContext): number | undefined {
  const told = Number(env.COLUMNS);
  return Number.isInteger(told) && told > 0 ? told : process.stdout.columns;
}
