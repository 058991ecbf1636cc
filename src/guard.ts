import { classifyLazily, givenOperations, type Operations } from './classify/operations.ts';
import type { CompiledClassifier } from './classify/settings.ts';
import { decide } from './decide/decide.ts';
import { clearedBy } from './decide/escalation.ts';
import { fillMessage } from './decide/message.ts';
import { replacementFor } from './decide/replacement.ts';
import { operationText } from './decide/signature.ts';
import type { AskedCall } from './decide/tool-call.ts';
import type { Decision, Replacement } from './model/decision.ts';
import type { Facts } from './model/facts.ts';
import type { Analysis } from './model/invocation.ts';
import type { Judgement } from './model/judge.ts';
import type { Operation } from './model/operation.ts';
import type { Policy, RuleIndex } from './model/policy.ts';
import { joinRedactions } from './model/redaction.ts';
import type { Action, Json, Request } from './model/request.ts';
import { type Caller, newSession, type Session } from './model/session.ts';
import { strictness } from './model/verdict.ts';
import { analyzeArgv, analyzeLine, lineOfShell } from './shell/analyze.ts';
import { isStrings } from './store/guards.ts';
import { sha256 } from './store/sha256.ts';
import { shLine } from './util/sh-quote.ts';

export interface World {
  readonly policy: Policy | RuleIndex;
  readonly facts: Facts;
  /** what went before; absent = nothing */
  readonly session?: Session;
  /** how what a request does is found out; absent = nobody can tell */
  readonly classifier?: () => CompiledClassifier;
  /** what the request does, where the caller knows; in place of the classifier's answer */
  readonly operations?: readonly Operation[];
  /** name the operation even where no rule in force remembers any */
  readonly isPlanning?: boolean;
  /** what a judge said of sentences that only it can read; absent = nobody was asked */
  readonly judged?: Judgement;
  /** fill in what each condition found, for people */
  readonly detail?: boolean;
}

/** Request -> decision: what would start, what the rules say of it, and what runs instead. Starts and writes nothing. */
export function guard(request: Request, world: World): Decision {
  const call = askedCall(request.action);
  const decision = judge(analyze(request, call, world.facts), call, request, world);
  return decision.verdict === 'redirect' ? judgeReplacement(decision, request, world) : decision;
}

/** Tools that are some agent's shell and nothing else; what they run stands in `command`. */
const SHELL_TOOLS: ReadonlySet<string> = new Set(
  (
    'Bash bash Shell shell exec Execute terminal run_command execute_command run_shell_command run_terminal_command ' +
    'run_terminal_cmd run_in_terminal execute_bash local_shell developer__shell'
  ).split(' '),
);

const POWERSHELL_TOOLS: ReadonlySet<string> = new Set(['PowerShell', 'powershell', 'pwsh']);

/** The same request as rules about tool calls see it; undefined = a program with its arguments is none, a tool's shell is. */
function askedCall(action: Action): AskedCall | undefined {
  if (action.kind === 'argv') return action.isShell ? shellCall(lineOfShell(action.argv)) : undefined;
  if (action.kind === 'line') return shellCall(action.line);
  const { tool, input } = action;
  const implied = SHELL_TOOLS.has(tool) || POWERSHELL_TOOLS.has(tool) ? lineIn(input.command) : undefined;
  return { tool, input, line: action.line ?? implied, isShell: action.line !== undefined };
}

/** The shell line that a request runs; undefined = it runs none that we know of. */
export function lineOf(action: Action): string | undefined {
  return askedCall(action)?.line;
}

/** The shell of an agent, under the name that each language has for it. */
function shellCall(line: string): AskedCall {
  return { tool: undefined, input: { command: line }, line, isShell: true };
}

/** A line, or the words of one. */
function lineIn(command: Json | undefined): string | undefined {
  if (typeof command === 'string') return command;
  return isStrings(command) && command.length > 0 ? shLine(command) : undefined;
}

function analyze({ action, cwd, env }: Request, call: AskedCall | undefined, facts: Facts): Analysis {
  const context = { cwd, env, facts };
  if (action.kind === 'argv') return analyzeArgv(action.argv, context);
  if (call?.line === undefined) return { text: call?.tool ?? '', invocations: [], unsure: [] };
  const isPowershell = action.kind === 'tool' && POWERSHELL_TOOLS.has(action.tool);
  const shell = action.shell ?? (isPowershell ? 'powershell' : undefined);
  return analyzeLine(call.line, shell === undefined ? context : { ...context, shell });
}

function judge(analysis: Analysis, call: AskedCall | undefined, request: Request, world: World): Decision {
  const { actor, cwd, env } = request;
  const { policy, facts, detail = false } = world;
  const caller = callerOf(request, world);
  const operations = operationsOf(analysis, call, request, world);
  let known: string | undefined;
  const signature = () => (known ??= signatureOf(request, operations));
  const remembers = remembersOperations(call, world, caller.session);
  const decision = decide({ policy, analysis, call, actor, cwd, env, facts, caller, operations, signature, detail });
  const named = remembers ? { ...decision, signature: signature() } : decision;
  const full = operations?.seen() === undefined ? named : { ...named, operations: operations.all() };
  if (isAsking(full) && caller.session.planned.includes(full.signature ?? '')) return passedByPlan(full);
  const message = decision.decider && fillMessage(decision.decider, analysis, cwd, facts);
  return clearedBy(world.judged, message === undefined ? full : { ...full, message });
}

/** Names exactly this operation. The words of one start say all: a door that classifies nothing names it the same. */
export function signatureOf(request: Pick<Request, 'action' | 'cwd'>, operations?: Operations): string {
  const isArgv = request.action.kind === 'argv';
  return `sha256:${sha256(operationText(request, isArgv ? undefined : operations?.all()))}`;
}

function operationsOf(
  analysis: Analysis,
  call: AskedCall | undefined,
  { cwd }: Request,
  { classifier, operations: given, facts }: World,
): Operations | undefined {
  if (given !== undefined) return givenOperations(given);
  if (classifier === undefined) return undefined;
  const isCommand = call?.tool === undefined || call.line !== undefined;
  const subject = isCommand ? analysis : { tool: call.tool, input: call.input };
  return classifyLazily(subject, analysis, () => ({ classifier: classifier(), cwd, facts }));
}

function remembersOperations(
  call: AskedCall | undefined,
  { policy, isPlanning = false }: World,
  { planned }: Session,
): boolean {
  if (isPlanning || planned.length > 0) return true;
  return (
    call !== undefined && policy.modules.some(({ dialect, remembers }) => remembers === true || dialect === 'carapace')
  );
}

export function isAsking({ verdict }: Decision): boolean {
  return verdict === 'require_approval' || verdict === 'escalate';
}

/** A person has seen and approved exactly this, with the rules that ask for it. */
export function passedByPlan({ decider: _, byDefault: __, ...decision }: Decision): Decision {
  return { ...decision, verdict: 'allow', planned: true };
}

function callerOf({ session: attributes, sender, context = {} }: Request, world: World): Caller {
  const { session = newSession(''), judged } = world;
  return { session: attributes === undefined ? session : { ...session, attributes }, sender, context, judged };
}

/**
 * The replacement is a command like any other: a rule that redirects it again has no say, any stricter one has, and what
 * either of the two commands is masked for, it is masked for.
 */
function judgeReplacement(decision: Decision, request: Request, world: World): Decision {
  const replacement = decision.decider && replacementFor(decision.decider, decision.analysis);
  if (replacement === undefined) return { ...decision, verdict: 'require_approval' };
  const start = decision.analysis.invocations[replacement.invocation];
  const context = { cwd: start?.cwd ?? request.cwd, env: request.env, facts: world.facts };
  const next = judge(analyzeArgv(replacement.argv, context), undefined, { ...request, cwd: context.cwd }, world);
  const redaction = joinRedactions([decision.redaction, next.redaction]);
  const replaced = { analysis: decision.analysis, replacement, ...(redaction !== undefined && { redaction }) };
  const asked = tracesOf(next, replacement);
  if (strictness(next.verdict) > strictness('redirect')) {
    return { ...next, ...replaced, trace: [...decision.trace, ...asked] };
  }
  return { ...decision, ...replaced, trace: [...decision.trace, ...asked.filter(({ end }) => end === 'matched')] };
}

/** What rules say of the replacement, told of the start whose place it takes: its own starts are not in the analysis. */
function tracesOf({ trace }: Decision, { invocation }: Replacement): Decision['trace'] {
  return trace.map((one) => (one.invocation === undefined ? one : { ...one, invocation }));
}
