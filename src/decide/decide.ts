import { createSubject, type Subject } from '../conditions/subject.ts';
import { namesTool } from '../conditions/tool.ts';
import { type Decision, hasMatched } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { Analysis, Invocation } from '../model/invocation.ts';
import type { Operation } from '../model/operation.ts';
import type { Policy, RuleFileHeader, RuleIndex } from '../model/policy.ts';
import type { Actor, Environment } from '../model/request.ts';
import type { Caller } from '../model/session.ts';
import type { RawCall } from '../operation/tool-call.ts';
import { joinEnforced } from './enforced.ts';
import { isOfLine } from './evaluate.ts';
import type { EvaluatedRule } from './join.ts';
import { type Candidate, isOutOfScope, type MatchContext, matchRule } from './match-rule.ts';
import { repeats } from './repeats.ts';
import { candidatesFor, indexOf } from './rule-index.ts';
import { callView } from './tool-call.ts';

export interface DecideInput {
  readonly policy: Policy | RuleIndex;
  /** what the command starts, or the tool call where it runs one */
  readonly analysis: Analysis;
  /** absent = a program with its arguments, which no rule about tool calls applies to */
  readonly call?: RawCall | undefined;
  readonly actor: Actor;
  readonly cwd: string;
  readonly env: Environment;
  readonly facts: Facts;
  /** absent = an empty session, and no sender */
  readonly caller?: Caller | undefined;
  /** absent = what the command or the call does is not classified */
  readonly operations?: OperationSource | undefined;
  /** names exactly this operation */
  readonly signature?: (() => string) | undefined;
  /** fill in what each condition found, for people */
  readonly detail?: boolean;
}

/** Classified operations; classifies when the first condition needs them. */
export interface OperationSource {
  /** of the call or of the whole line */
  all(): readonly Operation[];
  /** of one program start, by its index */
  ofStart(invocation: number): readonly Operation[];
}

/** Policy x analysis x facts -> decision with its trace. Pure; deterministic; the only evaluator there is. */
export function decide(input: DecideInput): Decision {
  const { analysis, call } = input;
  const index = indexOf(input.policy);
  const evaluated: EvaluatedRule[] = [];
  const isCommand = call === undefined || call.line !== undefined;
  const isAgain = repeats(analysis);
  let last: readonly EvaluatedRule[] = [];
  for (const [at, invocation] of analysis.invocations.entries()) {
    last = isAgain(at)
      ? last.map(({ module, trace }) => ({ module, trace: { ...trace, invocation: at } }))
      : judgeInvocation(input, index, at, invocation);
    for (const one of last) if (input.detail || evaluated.length < MAX_REASONS || isTelling(one)) evaluated.push(one);
  }
  if (isCommand && index.unscoped().length > 0 && !isWholeLine(analysis)) judgeLine(input, index, evaluated);
  if (call !== undefined && index.calls().length > 0) judgeCall(input, call, index, evaluated);
  const aboutCommands = index.modules.filter(({ shellTool }) => shellTool === undefined);
  // what could not be parsed matters to rules about commands alone
  const doubts = index.modules.length === 0 || aboutCommands.length > 0 ? analysis.unsure : [];
  const said = joinEnforced({ evaluated, defaults: defaultsFor(input, index), doubts, aboutCommands });
  return { ...said, trace: evaluated.map(({ trace }) => trace), analysis };
}

function judgeInvocation(
  input: DecideInput,
  index: RuleIndex,
  at: number,
  invocation: Invocation,
): readonly EvaluatedRule[] {
  const { analysis, actor, cwd, env, facts, caller, signature, detail = false } = input;
  const operations = input.operations && (() => input.operations?.ofStart(at) ?? []);
  const own = { analysis, invocation, cwd, env, caller, operations, signature };
  let known: Subject | undefined;
  const subject = () => (known ??= createSubject(own));
  // with `detail`, rules that could only answer `no` are evaluated too: people read their reasons
  const candidates = candidatesFor(index, invocation, detail ? undefined : () => subject().parsed().subcommand[0]);
  if (candidates.length === 0) return [];
  const common: MatchContext = { subject: subject(), facts, actor, invocation: at, detail };
  const evaluated: EvaluatedRule[] = [];
  for (const candidate of candidates) {
    const { module, program } = candidate;
    if (!detail && isSilent(candidate, invocation, actor)) continue;
    const context = program === undefined ? common : { ...common, subject: createSubject({ ...own, program }) };
    evaluated.push({ module, trace: matchRule(candidate, context) });
  }
  return evaluated;
}

function isTelling({ trace }: EvaluatedRule): boolean {
  return hasMatched(trace) || trace.trigger !== undefined;
}

/** Why rules did not match is read of a few starts; of a thousand it only takes room. */
const MAX_REASONS = 500;

/** The rule is about others, or not about files; what activates it is evaluated even so. */
function isSilent({ rule }: Candidate, invocation: Invocation, actor: Actor): boolean {
  if (rule.activation?.kind === 'latched') return false;
  return (rule.actor !== undefined && rule.actor !== actor) || isOutOfScope(rule, invocation);
}

/** Rules without `commands` are evaluated on the whole line too, for text that spans several starts. */
function judgeLine(input: DecideInput, index: RuleIndex, evaluated: EvaluatedRule[]): void {
  const { analysis, actor, cwd, env, facts, caller, signature } = input;
  const subject = createSubject({ analysis, cwd, env, caller, operations: input.operations?.all, signature });
  for (const { rule, module } of index.unscoped()) {
    if (![...rule.when, ...rule.unless].every(isOfLine)) continue;
    const trace = matchRule(
      { rule, module, named: 'yes' },
      { subject, facts, actor, invocation: undefined, detail: input.detail ?? false },
    );
    evaluated.push({ module, trace });
  }
}

/** Evaluates rules about tool calls; each rule language has names of its own for the shell tool. */
function judgeCall(input: DecideInput, asked: RawCall, index: RuleIndex, evaluated: EvaluatedRule[]): void {
  const { analysis, actor, cwd, env, facts, caller, signature } = input;
  const operations = input.operations?.all;
  for (const { rule, module } of index.calls()) {
    const call = callView(module, asked);
    const named = namesTool(rule.tools ?? [], call.names);
    if (named === 'no') continue;
    const subject = createSubject({ analysis, call, cwd, env, caller, operations, signature });
    evaluated.push({
      module,
      trace: matchRule(
        { rule, module, named },
        { subject, facts, actor, invocation: undefined, detail: input.detail ?? false },
      ),
    });
  }
}

/** The line is its only start: evaluating the same rules on both would list each match twice. */
function isWholeLine({ invocations, text }: Analysis): boolean {
  return invocations.length === 1 && invocations[0]?.text.trim() === text.trim();
}

/** Files whose default applies where no rule matches: those about tool calls, for calls of an agent, not for commands of a person. */
function defaultsFor({ call, actor }: DecideInput, { modules }: RuleIndex): readonly RuleFileHeader[] {
  const isAgents = call !== undefined && (call.tool !== undefined || actor === 'ai');
  return isAgents ? modules.filter(({ shellTool }) => shellTool !== undefined) : [];
}
