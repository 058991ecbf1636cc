import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  AgentDialog,
  AgentHook,
  DialogReply,
  DialogSettings,
  HookOutput,
  HookRequest,
  Payload,
} from '../../agents/hook.ts';
import { SILENT } from '../../agents/outputs.ts';
import { type JudgedCall, judgeCall } from '../../calls/judge-call.ts';
import { haveShims } from '../../host/shimmed-start.ts';
import { type Decision, verdictWord } from '../../model/decision.ts';
import type { GitFacts } from '../../model/facts.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Proof } from '../../model/proof.ts';
import type { Action, Request } from '../../model/request.ts';
import { isAsking } from '../../model/verdict.ts';
import { wordValue } from '../../model/word.ts';
import { judgeInSession } from '../../session/in-session.ts';
import { proposeException, treeOf, writeException } from '../../settle/exception.ts';
import { settle } from '../../settle/settle.ts';
import { foldersUpward } from '../../store/layout.ts';
import { agentRefusal } from '../../text/agent-message.ts';
import { explainText } from '../../text/decision.ts';
import { createPaint } from '../../text/paint.ts';
import { baseName } from '../../util/path.ts';
import type { HookMachine } from './machine.ts';
import { withoutOwnInput } from './own-server.ts';
import { withLine } from './rewrite.ts';
import { mannerHere } from './settle-call.ts';
import { type LineContext, lineForShell, lineInShell } from './shell-line.ts';
import type { HookWorld } from './world.ts';

/** One dialog of an agent. */
interface Asked extends Pick<JudgedCall, 'decision' | 'what' | 'standIns'> {
  readonly dialog: AgentDialog;
  readonly payload: Payload;
  readonly machine: HookMachine;
  readonly world: HookWorld;
  readonly request: Request;
  /** our hook has put the line into the shell that masks and confines, which runs it */
  readonly isInShell: boolean;
}

/**
 * Answers the dialog that an agent opens about a call: by proof where the person wishes it, or as somebody answers elsewhere
 * while it is open; silence leaves it to who sits there. The call itself was judged, recorded and counted before.
 */
export async function answerDialog(
  asked: HookRequest,
  agent: AgentHook,
  payload: Payload,
  machine: HookMachine,
): Promise<HookOutput> {
  const { dialog } = agent;
  const [call, ...others] = asked.calls;
  if (dialog === undefined || call === undefined || others.length > 0) return SILENT;
  const reply = await replyTo(judged(call, asked, { dialog, payload, machine }, agent));
  return reply === undefined ? SILENT : dialog.answer(reply);
}

function judged(
  came: Action,
  { cwd: at, sessionId, transcript }: HookRequest,
  context: Pick<Asked, 'dialog' | 'payload' | 'machine'>,
  agent: AgentHook,
): Asked {
  const { machine } = context;
  const cwd = at?.startsWith('/') ? at : machine.cwd;
  const call = withoutOwnInput(came, agent, { ...machine, cwd });
  const world = machine.world({ cwd, sessionId, dialog: { transcript } });
  const session = sessionId === undefined ? {} : { sessionId };
  const request = { cwd, env: machine.env, actor: 'ai', at: world.facts.at, ...session } as const;
  const judge = (action: Action) =>
    judgeInSession(
      world,
      world.kept,
      (seen) => judgeCall(action, request, seen),
      (one) => one.decision,
    );
  const original = asModelWrote(call, judge, { request, world });
  const { decision, what, standIns } = original ?? judge(call);
  const action = original?.call ?? call;
  return {
    ...context,
    ...{ world, request: { ...request, action }, what, standIns },
    decision: isLine(action) ? decision : { ...decision, ...proofOfTool(decision, standIns) },
    isInShell: original !== undefined,
  };
}

/**
 * The call before our hook has put its line into safeshell-sh. Any other text than the one that would be made of the line here and now is
 * judged as it came: an edited or nested one, or one by other rules. An agent that writes that text itself gains nothing: it runs the same.
 */
function asModelWrote(
  call: Action,
  judge: (call: Action) => JudgedCall,
  context: LineContext & { readonly world: HookWorld },
): JudgedCall | undefined {
  const { world } = context;
  if (call.kind === 'argv' || call.line === undefined || world.wrapper === undefined) return undefined;
  const { shell = 'unknown' } = call;
  const line = lineInShell(call.line, shell, world.wrapper);
  if (line === undefined) return undefined;
  const original = judge(withLine(call, line));
  const manner = mannerHere(original.decision, world);
  if (manner.redaction === undefined && manner.confinement === undefined) return undefined;
  return lineForShell(line, shell, manner, context)?.line === call.line ? original : undefined;
}

/** undefined = no answer */
async function replyTo(asked: Asked): Promise<DialogReply | undefined> {
  const { dialog, payload, machine, world, decision } = asked;
  const verdict = verdictWord(decision);
  if (verdict === 'deny') return settled(asked, undefined);
  // what went before may have made the guard ask; this call is part of that now
  const isOurs = isAsking(decision.verdict) || world.wasAsked?.(asked.request) === true;
  const proven = isOurs || (verdict !== 'allow' && verdict !== 'confine') ? undefined : provenOutcome(asked);
  if (proven !== undefined) return ended(asked, proven);
  const isForPeople =
    isOurs || (verdict === 'allow' && isLine(asked.request.action) && (world.autoApprove ?? 'off') !== 'off');
  if (!isForPeople || decision.replacement !== undefined || isToBeMasked(asked)) return undefined;
  return dialog.isOpen(payload, machine) ? settled(asked, world.askElsewhere?.(asked.request, asked.what)) : undefined;
}

/** A dialog runs the line as it came. */
function isToBeMasked({ decision, isInShell }: Asked): boolean {
  return decision.redaction !== undefined && !isInShell;
}

/** A yes to a tool of another kind may be no answer: some ask for a choice or a text. */
function isLine(call: Action): boolean {
  return call.kind === 'line' || (call.kind === 'tool' && call.line !== undefined);
}

/** A tool does what the programs do that stand for it: their proofs are its own, where the agent's contract says that it does no more. */
function proofOfTool({ watched, unsure }: Decision, standIns: readonly Decision[]): { readonly proof?: Proof } {
  const proofs = standIns.flatMap(({ proof }) => (proof?.isProven ? [proof] : []));
  if (watched !== undefined || unsure.length > 0 || proofs.length === 0 || proofs.length < standIns.length) return {};
  const level = proofs.some((one) => one.level === 'project') ? 'project' : 'reads';
  return { proof: { isProven: true, level, steps: proofs.flatMap(({ steps }) => steps) } };
}

/** What the request changes is kept first, all of it, or the proof does not hold. */
function provenOutcome(asked: Asked): Outcome | undefined {
  const { world, decision, request, dialog } = asked;
  const { proof } = decision;
  if (!proof?.isProven || mayBeWanted(asked)) return undefined;
  const isConfined = decision.confinement !== undefined;
  if (isConfined && (dialog.leavesSandbox || !isConfinedHere(asked))) return undefined;
  const lost = { confined: proof.confined, tool: asked };
  const kept = proof.level === 'project' ? world.keeper?.(decision, request, lost)?.keep() : undefined;
  if (kept === undefined ? isConfined : kept.promises !== 'all') return undefined;
  return {
    ...{ kind: 'run', by: 'proof' },
    ...(kept?.record !== undefined && { kept: kept.record }),
    ...(isConfined && { confined: true }),
  };
}

/** A wall of full strength stands here, and the shell of the line puts it up, or the shims of what is to be confined. */
function isConfinedHere({ decision: { confinement, analysis }, world, isInShell }: Asked): boolean {
  const { invocations = [] } = confinement ?? {};
  const isShimmed = (program: string) => world.isShimmed?.(program) ?? false;
  const isPutUp = isInShell || haveShims(invocations, analysis, isShimmed);
  return invocations.length > 0 && isPutUp && world.confiner?.()?.isFull() === true;
}

/** The person, or whoever set up the agent, may want the dialog whatever is proven. */
function mayBeWanted(asked: Asked): boolean {
  const { decision, dialog, payload, machine, world, request } = asked;
  if (isToBeMasked(asked)) return true;
  const words = decision.analysis.invocations.map(({ argv: [program] }) => program && wordValue(program));
  const programs = words.map((word) => baseName(word ?? ''));
  const repository = world.facts.git(request.cwd);
  return (
    repository === 'unknown' || dialog.mayBeWanted(payload, programs, settingsAt(machine, request.cwd, repository))
  );
}

/** Of a linked working tree, settings that are not shared lie in the main one, where its git directory is. */
function settingsAt(machine: HookMachine, cwd: string, repository: GitFacts | null): DialogSettings {
  const { env, readSettings, commandLine } = machine;
  const starts = repository === null ? [cwd] : [cwd, repository.gitDir];
  return { env, cwd, folders: [...new Set(starts.flatMap(foldersUpward))], readSettings, readFolder, commandLine };
}

function readFolder(path: string, end: string): readonly string[] | undefined {
  try {
    const names = readdirSync(path).filter((name) => name.endsWith(end));
    return names.map((name) => readFileSync(join(path, name), 'utf8'));
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined;
  }
}

/** As any question to a person who is elsewhere, whatever made the agent ask. */
async function settled(asked: Asked, asker: ReturnType<NonNullable<HookWorld['askElsewhere']>> | undefined) {
  const { world, request, decision, isInShell } = asked;
  const { exceptionFile: file, policy, facts, approvals } = world;
  const always =
    file === undefined ? undefined : proposeException(decision, policy, { within: treeOf(request.cwd, facts), file });
  const outcome = await settle({
    request,
    decision: verdictWord(decision) === 'allow' ? { ...decision, verdict: 'require_approval' } : decision,
    approvals,
    ...(asker !== undefined && { asker, always }),
    redacts: isInShell,
    confines: true, // by the shims, or by that shell
    writeException,
    explain: () =>
      explainText(
        judgeCall(request.action, request, { ...world, detail: true }).decision,
        createPaint(false),
        'telling',
      ),
    warn: () => {},
  });
  return ended(asked, outcome);
}

/** What nobody answered elsewhere is answered in the dialog, and leaves no record: that is not seen. */
function ended({ world, request, decision, what }: Asked, outcome: Outcome): DialogReply | undefined {
  const isNo = outcome.kind === 'refuse' && ['denied', 'syntax', 'said-no'].includes(outcome.cause);
  if (outcome.kind !== 'run' && !isNo) return undefined;
  world.record(decision, outcome, request);
  if (outcome.kind === 'run') return { kind: 'allow' };
  return { kind: 'deny', reason: agentRefusal({ what, cwd: request.cwd }, outcome, decision) };
}
