import { LOSING_IN_GIT, LOSING_PROGRAMS, type ShownWord } from '../losses/losing-programs.ts';
import { isThere } from '../losses/places.ts';
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
import { memoize } from '../util/memoize.ts';
import { resolvePath } from '../util/path.ts';
import { isConfined } from './confined.ts';
import { isHeldByGit } from './held-by-git.ts';
import { keeperOf } from './keep-losses.ts';
import { keptSettings } from './settings-in-force.ts';

interface KeepingWorld {
  tellKeeping?(counts: Counts): void;
  readonly layout: Layout;
  readonly facts: Facts;
  readonly env: Environment;
}

/** What a request may destroy beyond what its decision shows. */
export interface AlsoLost {
  /** starts that may destroy all that is not committed */
  readonly confined?: readonly number[] | undefined;
  /** a call for people, and the decisions on the programs that stand for its tool; of no account without these */
  readonly tool?: { readonly what: string; readonly standIns: readonly Decision[] };
}

/** Looks at the words of what starts before anything is loaded for it. */
export function keeperFor(
  decision: Decision,
  request: Request,
  world: KeepingWorld,
  { confined = [], tool }: AlsoLost = {},
): Keeper | undefined {
  const isLosing = ({ analysis, trace }: Decision, isAtStake: (path: string) => boolean) =>
    analysis.invocations.some((start) => mayLose(start, isAtStake)) || trace.some(hasKept);
  const isHere = (path: string) => isThere(path, world.facts);
  const { what = '', standIns = [] } = tool ?? {};
  const others = standIns.filter(({ analysis }) => analysis !== decision.analysis);
  const isHeld = memoize((path: string) => isHeldByGit(path, world.facts));
  const isHereAlone = (path: string) => isHere(path) && !isHeld(path);
  const losesSome =
    confined.length > 0 || isLosing(decision, isHere) || others.some((one) => isLosing(one, isHereAlone));
  if (decision.verdict === 'deny' || !losesSome) return undefined;
  if (isConfined(world.layout.state.walls)) return undefined; // nothing can be kept there
  const { undo } = keptSettings(world.layout);
  if (!isKept(undo, request, decision)) return undefined;
  const ofTool = standIns.length > 0 && { tool: { what, others, isHeld } };
  return keeperOf({ decision, request, undo, confined, ...ofTool, ...world });
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

function mayLose({ program, redirects, argv, cwd }: Invocation, isAtStake: (path: string) => boolean): boolean {
  if (redirects.some(truncates)) return true;
  if (program === undefined) return false;
  const name = fullName(program);
  const ofProgram = own(LOSING_PROGRAMS, name);
  if (ofProgram === undefined) return false;
  const words = argv.slice(1).map(wordValue);
  if (words.includes(undefined)) return true;
  const known = words.filter((word) => word !== undefined);
  if (ofProgram === 'here') return cwd === undefined || known.some((word) => mayName(word, cwd, isAtStake));
  const shown = name === 'git' ? known.map((word) => own(LOSING_IN_GIT, word)) : [ofProgram];
  return shown.some(
    (one) => typeof one === 'string' || one?.some((spelling) => known.some((word) => shows(word, spelling))),
  );
}

/** A word that is no plain path may name one. */
function mayName(word: string, cwd: string, isAtStake: (path: string) => boolean): boolean {
  if (word === '' || word === '--') return false;
  return /^[-+:]|[=?*[{]|:\/\//.test(word) || isAtStake(resolvePath(cwd, word));
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
