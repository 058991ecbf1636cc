import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { judgeCall } from '../../../calls/judge-call.ts';
import { changeBetween } from '../../../decide/session-change.ts';
import { hostFacts } from '../../../facts/host.ts';
import { verdictWord } from '../../../model/decision.ts';
import { EXIT } from '../../../model/errors.ts';
import type { Policy } from '../../../model/policy.ts';
import type { Actor } from '../../../model/request.ts';
import type { Session } from '../../../model/session.ts';
import { settingsInForce } from '../../../policy/settings.ts';
import type { PersistedSession } from '../../../session/persisted-session.ts';
import { answerPlan, type PlanAnswer, type PlanReview, type PlanStep, reviewPlan } from '../../../session/plan.ts';
import { layoutOf } from '../../../store/layout.ts';
import {
  operationWords,
  type PlanJson,
  type PlanStatus,
  planEnd,
  planText,
  stepText,
} from '../../../text/plan-text.ts';
import { chooseSession } from '../choose-session.ts';
import type { CliCommand } from '../command.ts';
import { type CliContext, UsageError } from '../context.ts';
import { actorOf } from '../judge.ts';
import { askAboutPlan } from '../plan/ask.ts';
import { readPlan } from '../plan/read-plan.ts';
import { choosePolicy } from '../policy-option.ts';

interface Options {
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly session?: string;
  readonly actor?: string;
  readonly cwd?: string;
}

export const plan: CliCommand = {
  name: 'plan',
  summary: 'Judge a plan and request one approval for all its steps',
  define: (command) =>
    command
      .argument('<file>', 'Steps in JSON or YAML, or one command per line; `-` reads stdin')
      .option('--session <id>', 'Session that carries it out (default: this terminal)')
      .option('--actor <actor>', 'Judge as `ai` or `human` (default: detected)')
      .option('--cwd <dir>', 'Working directory of the steps')
      .option('--dry-run', 'Show the question without asking or storing anything')
      .option('--json', 'Print the result as JSON')
      .addHelpText('after', HELP),
  async run([file = '-'], given, context) {
    const options = given as Options;
    const cwd = resolve(context.cwd, options.cwd ?? '.');
    const written = readPlan(textOf(file, context), cwd);
    if ('problems' in written) {
      for (const problem of written.problems) context.err(`safeshell: ${file}: ${problem}`);
      return EXIT.data;
    }
    const { policy } = await choosePolicy(undefined, context);
    const kept = chooseSession({ given: options.session, json: options.json, policy }, context);
    const actor = actorOf(options.actor, context);
    const steps = written.steps.map((step) => planStep(step, actor, policy, context));
    const first = review(steps, kept.read());
    const ended = options.dryRun
      ? { status: dryStatus(first), review: first }
      : await settle(first, steps, kept, context);
    const told = planJson(ended.status, kept.id, ended.review);
    if (options.json) context.out(JSON.stringify(told, null, 2));
    else context.out([planText(told, notesOf(ended.review), context.paint), planEnd(told)].join('\n'));
    return exitOf(ended.status);
  },
};

function textOf(file: string, context: CliContext): string {
  if (file === '-') return context.readStdin();
  try {
    return readFileSync(resolve(context.cwd, file), 'utf8');
  } catch {
    throw new UsageError(`cannot read \`${file}\``);
  }
}

function planStep(
  { action, cwd }: { readonly action: PlanStep['request']['action']; readonly cwd: string },
  actor: Actor,
  policy: Policy,
  { env }: CliContext,
): PlanStep {
  const facts = hostFacts({ env, cwd });
  const classifier = () => settingsInForce(layoutOf(env)).classifier;
  return { request: { action, cwd, env, actor, at: facts.at }, world: { policy, facts, classifier } };
}

function review(steps: readonly PlanStep[], session: Session): PlanReview {
  return reviewPlan(steps, session, ({ action, ...request }, world) => judgeCall(action, request, world).decision);
}

interface Ended {
  readonly status: PlanStatus;
  /** as the steps stand after it */
  readonly review: PlanReview;
}

function dryStatus({ needsApproval, steps }: PlanReview): PlanStatus {
  if (!needsApproval) return 'auto_approved';
  return steps.some(({ decision, isGated }) => isGated && decision.verdict !== 'deny') ? 'waiting' : 'denied';
}

async function settle(
  first: PlanReview,
  steps: readonly PlanStep[],
  kept: PersistedSession,
  context: CliContext,
): Promise<Ended> {
  const status = dryStatus(first);
  if (status !== 'waiting') return { status, review: first };
  const before = kept.read();
  const pendingPlan = first.session.pendingPlan?.map((step, at) => ({
    ...step,
    what: stepText((first.steps[at] as PlanReview['steps'][number]).request.action),
  }));
  const waiting: Session = { ...before, ...(pendingPlan && { pendingPlan }) };
  const question = planText(planJson(status, kept.id, first), notesOf(first), context.paint);
  const answer = await askAboutPlan(question, first.steps.length, context);
  if (answer === undefined) {
    kept.change({ pendingPlan: pendingPlan ?? null });
    return { status, review: first };
  }
  const after = answerPlan(waiting, answer) ?? before;
  kept.change(changeBetween(before, after));
  const next = review(steps, kept.read());
  return { status: statusAfter(answer, next), review: next };
}

function statusAfter(answer: PlanAnswer, { needsApproval, steps }: PlanReview): PlanStatus {
  if (answer === 'deny') return 'denied';
  if (!needsApproval) return 'approved';
  return steps.some(({ decision }) => decision.planned) ? 'partly_approved' : 'denied';
}

function planJson(status: PlanStatus, session: string, { steps }: PlanReview): PlanJson {
  const told = steps.map(({ request, decision, isGated, gates }, at) => ({
    step: at + 1,
    what: stepText(request.action),
    cwd: request.cwd,
    verdict: verdictWord(decision),
    operations: operationWords(decision.operations),
    gated: isGated,
    rules: gates.map(({ rule }) => rule.id),
    approved: !isGated,
  }));
  return { status, session, steps: told };
}

/** The reasons of the rules that apply. */
function notesOf({ steps }: PlanReview): ReadonlyMap<string, string> {
  const rules = steps.flatMap(({ gates }) => gates.map(({ rule }) => rule));
  return new Map(
    rules.flatMap(({ id, message, description }) => {
      const note = message ?? description;
      return note === undefined ? [] : [[id, note] as const];
    }),
  );
}

function exitOf(status: PlanStatus): number {
  if (status === 'denied') return EXIT.denied;
  return status === 'waiting' || status === 'partly_approved' ? EXIT.needsApproval : EXIT.ok;
}

const HELP = `
Judges each step with the effects of the steps before it. If nothing needs approval, there is no prompt. Otherwise one
prompt on the terminal covers all steps. Approved steps run without a prompt for the rest of the session; anything else
prompts again. Agents cannot approve: a plan from an agent waits until a person runs \`safeshell session /approve all\`.

Exit status: 0 all steps can run, 1 denied, 2 needs approval, 64 usage error, 65 not a plan.

Examples:
  printf '%s\\n' 'git fetch' 'git push --force' | safeshell plan -
  safeshell plan plan.yaml --dry-run
  safeshell plan plan.json --json`;
