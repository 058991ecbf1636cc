import { effective } from '../grammar/effective.ts';
import { hasGrammar } from '../grammar/index.ts';
import type { RuleTrace } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { Analysis, Invocation } from '../model/invocation.ts';
import type { Loss } from '../model/loss.ts';
import { wordValue } from '../model/word.ts';
import { declaredSpots } from './declared.ts';
import type { GitSpot } from './git-call.ts';
import { gitLosses, gitSubcommand } from './git-losses.ts';
import { LossList } from './loss-list.ts';
import { pathLosses } from './path-losses.ts';
import { type Spot, type Start, startOf } from './start.ts';

interface LookingFor {
  readonly trace?: readonly RuleTrace[];
  /** see `Start.isWide` */
  readonly isWide?: boolean;
}

/**
 * What the starts of a line would destroy of what stands there now. Pure: asks the facts alone, and never throws. `trace`: rules that
 * matched may say more than grammars do.
 */
export function lossesOf(analysis: Analysis, facts: Facts, { trace = [], isWide }: LookingFor = {}): readonly Loss[] {
  const losses = new LossList(facts);
  const stashed = new Set<GitSpot['what']>();
  const declared = declaredBy(trace);
  for (const [index, invocation] of analysis.invocations.entries()) {
    const keep = declared.get(index) ?? [];
    if (!runsHere(invocation) || (keep.length === 0 && !mayLose(invocation))) continue;
    const isCertain = invocation.inFile === true;
    const start = startOf(analysis, invocation, facts, isWide);
    const arrivals = pathLosses(start);
    const others = [...declaredSpots(keep, start), ...(start.name === 'git' ? gitLossesWith(stashed, start) : [])];
    const elsewhere = otherPlace(invocation, analysis);
    if (elsewhere !== undefined) {
      if (others.length > 0 || arrivals.some(({ spots }) => spots.length > 0))
        losses.add(index, [{ why: elsewhere }], isCertain);
      continue;
    }
    for (const { spots, moves } of arrivals) {
      losses.add(index, spots, isCertain);
      losses.moved(moves);
    }
    losses.add(index, others, isCertain);
  }
  return losses.all();
}

/** What rules that matched have kept, by start. */
function declaredBy(trace: readonly RuleTrace[]): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, readonly string[]>();
  for (const { end, rule, invocation } of trace) {
    if (rule.keep === undefined || end !== 'matched' || invocation === undefined) continue;
    found.set(invocation, [...(found.get(invocation) ?? []), ...rule.keep]);
  }
  return found;
}

/** What runs on another machine loses nothing here. */
function runsHere({ via, mayNotRun }: Invocation): boolean {
  return !mayNotRun && via.every(({ elsewhere }) => elsewhere === undefined || IN_ROOT.test(elsewhere));
}

/** Programs without a grammar are not known to write. */
function mayLose({ program, redirects }: Invocation): boolean {
  return hasGrammar(program) || redirects.some(({ op }) => op.includes('>'));
}

/** `chroot DIR`: the machine is this one, the paths are others. */
const IN_ROOT = /^root /;

/** Of git, in front of what its subcommand runs. */
const MAX_LEADING = 20;

/** Why it is not known which paths it means; undefined = those that it names. */
function otherPlace({ via }: Invocation, { invocations }: Analysis): string | undefined {
  const root = via.find(({ elsewhere }) => elsewhere !== undefined)?.elsewhere?.replace(IN_ROOT, '');
  if (root !== undefined) return `it runs in another root directory: ${root}`;
  const isForEach = via.some(({ name, invocation }) => {
    const words = name === 'git' ? (invocations[invocation]?.argv.slice(0, MAX_LEADING).map(wordValue) ?? []) : [];
    return words.includes('submodule') && words.includes('foreach');
  });
  return isForEach ? 'it runs in each submodule' : undefined;
}

/** `git stash && git stash drop` loses what was changed: it is in no stash yet. */
function gitLossesWith(stashed: Set<GitSpot['what']>, start: Start): readonly (GitSpot | Spot)[] {
  const found = gitLosses(start);
  const parsed = start.subject.parsed();
  if (/^stash(?: push| save)?$/.test(gitSubcommand(start))) {
    const has = (name: string) => effective(parsed, name) !== undefined;
    stashed.add('changed').add('index');
    if (has('-u') || has('-a')) stashed.add('untracked');
    if (has('-a')) stashed.add('ignored');
    return found;
  }
  return found.flatMap((one) => {
    if (!('repository' in one) || one.what !== 'stash') return [one];
    return [one, ...[...stashed].map((what) => ({ ...one, what }))];
  });
}
