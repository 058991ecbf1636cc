import { type Commit, type GitView, viewGit } from '../../../git/ask-git.ts';
import type { Environment } from '../../../model/request.ts';
import { printable } from '../../../text/printable.ts';
import type { StatePlan, StateStep } from '../../../undo/git/plan.ts';

/** Of each direction; with one more it is known that there are more. */
const MAX_COMMITS = 20;

/** For each branch or tag which commits it would lose and get. */
export async function refDiffs(plans: readonly StatePlan[], env: Environment): Promise<readonly string[]> {
  const texts = plans.flatMap((plan) => {
    const view = viewGit(plan.kept.repository, env);
    return plan.steps.filter(({ what }) => what === 'ref' || what === 'head').map((step) => refDiff(step, plan, view));
  });
  return Promise.all(texts);
}

async function refDiff(step: StateStep, { kept }: StatePlan, view: GitView): Promise<string> {
  const { name, now } = step;
  const heading = [`--- ${name} ${now}`, `+++ ${name} ${step.kept}`];
  const then = step.what === 'head' ? undefined : kept.refs?.find((ref) => ref.name === name)?.object;
  if (then === undefined) return heading.map(printable).join('\n');
  const isThere = now !== 'gone';
  const between = (to: string, from?: string) =>
    view.commits({ to, max: MAX_COMMITS + 1, ...(from === undefined ? {} : { from }) });
  const [lost, got] = await Promise.all([
    isThere ? between(name, then) : [],
    between(then, isThere ? name : undefined),
  ]);
  return [...heading, ...marked('-', lost), ...marked('+', got)].map(printable).join('\n');
}

function marked(mark: string, commits: readonly Commit[] | undefined): readonly string[] {
  if (commits === undefined) return [`${mark}git does not tell which commits`];
  const lines = commits.slice(0, MAX_COMMITS).map(({ hash, subject }) => `${mark}${hash} ${subject}`);
  return commits.length > MAX_COMMITS ? [...lines, `${mark}and older ones`] : lines;
}
