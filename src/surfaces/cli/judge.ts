import { decideRequest, decideWithJudge, readRequest } from '../../api/ask.ts';
import { detectActor } from '../../facts/actor.ts';
import type { Decision } from '../../model/decision.ts';
import { EXIT } from '../../model/errors.ts';
import type { Policy } from '../../model/policy.ts';
import type { Actor } from '../../model/request.ts';
import { isAsking, type Verdict } from '../../model/verdict.ts';
import { settingsInForce } from '../../policy/settings.ts';
import { layoutOf } from '../../store/layout.ts';
import { once } from '../../util/once.ts';
import { openNamed } from './choose-session.ts';
import { type CliContext, UsageError } from './context.ts';

export interface JudgeOptions {
  readonly cwd?: string;
  readonly actor?: string;
  /** judge as the next call of this session; nothing is kept of it */
  readonly session?: string;
}

/** What `check` and `explain` share: one command, as a shell line (one argument) or as an argument vector (several). */
export function judge(words: readonly string[], options: JudgeOptions, policy: Policy, context: CliContext): Decision {
  const { request, standing } = asked(words, options, policy, context);
  return decideRequest(request, standing);
}

/** The same; sentences that no table can read are put to the judge of config.yaml, and what would be lost is counted. */
export async function judgeAsync(
  words: readonly string[],
  options: JudgeOptions,
  policy: Policy,
  context: CliContext,
): Promise<Decision> {
  const { request, standing } = asked(words, options, policy, context);
  const layout = layoutOf(context.env);
  const decision = await decideWithJudge(request, standing, layout);
  const { cwd, env } = request;
  const { budget } = settingsInForce(layout).undo;
  return (await import('../../host/survey-losses.ts')).withLosses(decision, { cwd, env, budget });
}

function asked(words: readonly string[], options: JudgeOptions, policy: Policy, context: CliContext) {
  const [line = ''] = words;
  if (words.length > 1 && /^[^/]*\s/.test(line)) {
    throw new UsageError(
      `\`${line}\` is not a program; quote the whole line, or pass several lines to \`safeshell check -\``,
    );
  }
  const { cwd = '.' } = options;
  const what = words.length === 1 ? { line, cwd } : { argv: words, cwd };
  const request = readRequest(what, { cwd: context.cwd, env: context.env, actor: actorOf(options.actor, context) });
  const layout = layoutOf(context.env);
  const session = options.session === undefined ? undefined : openNamed(options.session, policy, context).read();
  const classifier = once(() => settingsInForce(layout).classifier);
  // shown where it is off, too: what it would be answered
  const autoApprove = settingsInForce(layout).autoApprove === 'project' ? ('project' as const) : ('reads' as const);
  const standing = { policy, classifier, detail: true, autoApprove, ...(session && { session }) };
  return { request: session === undefined ? request : { ...request, sessionId: session.id }, standing };
}

export function actorOf(written: string | undefined, context: CliContext): Actor {
  if (written === undefined) return detectActor({ env: context.env, settings: settingsOf(context) }).actor;
  if (written === 'ai' || written === 'human') return written;
  throw new UsageError(`unknown actor \`${written}\`, expected ai or human`);
}

function settingsOf({ env }: CliContext) {
  const isSaid = env.SAFESHELL_CONTEXT?.trim().toLowerCase() === 'human';
  return { trustContextVariable: isSaid && settingsInForce(layoutOf(env)).trustContextVariable };
}

/** 0 would run, 1 denied, 2 needs approval. */
export function statusOf(verdict: Verdict): number {
  if (verdict === 'deny') return EXIT.denied;
  return isAsking(verdict) ? EXIT.needsApproval : EXIT.ok;
}
