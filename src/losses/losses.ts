import { effective } from '../grammar/effective.ts';
import { hasGrammar } from '../grammar/index.ts';
import type { Facts } from '../model/facts.ts';
import type { Analysis, Invocation } from '../model/invocation.ts';
import type { Loss } from '../model/loss.ts';
import type { GitSpot } from './git-call.ts';
import { gitLosses, gitSubcommand } from './git-losses.ts';
import { LossList } from './loss-list.ts';
import { pathLosses } from './path-losses.ts';
import { type Spot, type Start, startOf } from './start.ts';

/** What the starts of a line would destroy of what stands there now. Pure: asks the facts alone, and never throws. */
export function lossesOf(analysis: Analysis, facts: Facts): readonly Loss[] {
  const losses = new LossList(facts);
  const stashed = new Set<GitSpot['what']>();
  for (const [index, invocation] of analysis.invocations.entries()) {
    if (!mayLose(invocation)) continue;
    const isCertain = invocation.inFile === true;
    const root = otherRoot(invocation);
    if (root !== undefined) {
      losses.add(index, [{ why: `it runs in another root directory: ${root}` }], isCertain);
      continue;
    }
    const start = startOf(analysis, invocation, facts);
    for (const { spots, moves } of pathLosses(start)) {
      losses.add(index, spots, isCertain);
      losses.moved(moves);
    }
    if (start.name === 'git') losses.add(index, gitLossesWith(stashed, start), isCertain);
  }
  return losses.all();
}

/** Programs without a grammar are not known to write; what runs on another machine loses nothing here. */
function mayLose({ program, redirects, via, mayNotRun }: Invocation): boolean {
  if (mayNotRun) return false;
  if (via.some(({ elsewhere }) => elsewhere !== undefined && !IN_ROOT.test(elsewhere))) return false;
  return hasGrammar(program) || redirects.some(({ op }) => op.includes('>'));
}

/** `chroot DIR`: the machine is this one, the paths are others. */
const IN_ROOT = /^root /;

function otherRoot({ via }: Invocation): string | undefined {
  return via.find(({ elsewhere }) => elsewhere !== undefined)?.elsewhere?.replace(IN_ROOT, '');
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
