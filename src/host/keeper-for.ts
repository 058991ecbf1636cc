import { LOSING_IN_GIT, LOSING_PROGRAMS, type ShownWord } from '../losses/losing-programs.ts';
import { type Decision, hasMatched, type RuleTrace } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { Invocation, Redirect } from '../model/invocation.ts';
import type { Environment, Request } from '../model/request.ts';
import type { Counts, UndoSettings } from '../model/undo.ts';
import { isAsking, isStopping } from '../model/verdict.ts';
import { wordValue } from '../model/word.ts';
import type { Keeper } from '../settle/keeper.ts';
import type { Layout } from '../store/layout.ts';
import { fullName } from '../util/full-name.ts';
import { isConfined } from './confined.ts';
import { keeperOf } from './keep-losses.ts';
import { keptSettings } from './settings-in-force.ts';

interface KeepingWorld {
  tellKeeping?(counts: Counts): void;
  readonly layout: Layout;
  readonly facts: Facts;
  readonly env: Environment;
}

/** Looks at the words of what starts before anything is loaded or read for it. `confined`: starts that may destroy all that is not committed. */
export function keeperFor(
  decision: Decision,
  request: Request,
  world: KeepingWorld,
  confined: readonly number[] = [],
): Keeper | undefined {
  const { verdict, analysis, trace } = decision;
  const losesSome = confined.length > 0 || analysis.invocations.some(mayLose) || trace.some(hasKept);
  if (verdict === 'deny' || !losesSome) return undefined;
  if (isConfined(world.layout.state.walls)) return undefined; // nothing can be kept there
  const { undo } = keptSettings(world.layout);
  return isKept(undo, request, decision) ? keeperOf({ decision, request, undo, confined, ...world }) : undefined;
}

/** A rule that is not enforced asks nobody: of people's commands it has kept what it would ask about or deny. */
function isKept({ mode, people }: UndoSettings, { actor }: Request, { verdict, watched }: Decision): boolean {
  if (mode === 'off') return false;
  const isStopped = isAsking(verdict) || (watched !== undefined && isStopping(watched.verdict));
  return actor === 'ai' || people === 'all' || (people === 'asked' && isStopped);
}

/** They write into a file from its beginning. */
const TRUNCATING = /^(>|>\||&>|>&|<>)$/;

function hasKept(trace: RuleTrace): boolean {
  return trace.rule.keep !== undefined && hasMatched(trace);
}

/** `2>&1` and `> /dev/null` lose nothing. */
function truncates({ op, target }: Redirect): boolean {
  return TRUNCATING.test(op) && !/^(\d+-?|-|\/dev\/(null|stdout|stderr|tty))$/.test(wordValue(target) ?? '');
}

function mayLose({ program, redirects, argv }: Invocation): boolean {
  if (redirects.some(truncates)) return true;
  if (program === undefined) return false;
  const name = fullName(program);
  const ofProgram = own(LOSING_PROGRAMS, name);
  if (ofProgram === undefined) return false;
  const words = argv.slice(1).map(wordValue);
  if (words.includes(undefined)) return true;
  const known = words.filter((word) => word !== undefined);
  const shown = name === 'git' ? known.map((word) => own(LOSING_IN_GIT, word)) : [ofProgram];
  return shown.some((one) => one === 'any' || one?.some((spelling) => known.some((word) => shows(word, spelling))));
}

/** Words of a line may be `constructor`. */
function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** A letter may stand anywhere in a cluster. */
function shows(word: string, { lead, part }: ShownWord): boolean {
  if (!word.startsWith(lead)) return false;
  return part === undefined || (word.includes(part) && !(lead === '-' && word.startsWith('--')));
}
