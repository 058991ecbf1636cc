import { createSubject, type Subject } from '../conditions/subject.ts';
import { namesTool } from '../conditions/tool.ts';
import type { Decision } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { Analysis, Invocation } from '../model/invocation.ts';
import type { Operation } from '../model/operation.ts';
import type { Policy, RuleFileHeader, RuleIndex } from '../model/policy.ts';
import type { Actor, Environment } from '../model/request.ts';
import type { Caller } from '../model/session.ts';
import { stricter } from '../model/verdict.ts';
import type { RawCall } from '../operation/tool-call.ts';
import { isOfLine } from './evaluate.ts';
import { type Found, joinModules } from './join.ts';
import { type Look, matchRule } from './match-rule.ts';
import { candidatesFor, indexOf } from './rule-index.ts';
import { seenCall } from './tool-call.ts';
import { unsureVerdict } from './unsure.ts';

export interface DecideInput {
  readonly policy: Policy | RuleIndex;
  /** what the command starts, or the tool call where it runs one */
  readonly analysis: Analysis;
  /** absent = a program with its arguments: no rule about tool calls is asked */
  readonly call?: RawCall | undefined;
  readonly actor: Actor;
  readonly cwd: string;
  readonly env: Environment;
  readonly facts: Facts;
  /** absent = nobody said anything, and nothing went before */
  readonly caller?: Caller | undefined;
  /** absent = nobody can say what the command or the call does */
  readonly operations?: OperationSource | undefined;
  /** names exactly this operation */
  readonly signature?: (() => string) | undefined;
  /** fill in what each condition found, for people */
  readonly detail?: boolean;
}

/** What is done; found out when the first rule asks. */
export interface OperationSource {
  /** by the call or the line as a whole */
  all(): readonly Operation[];
  /** by one program start, by its index */
  ofStart(invocation: number): readonly Operation[];
}

/** Policy x analysis x facts -> decision with its trace. Pure; deterministic; the only evaluator there is. */
export function decide(input: DecideInput): Decision {
  const { analysis, call } = input;
  const index = indexOf(input.policy);
  const found: Found[] = [];
  const isCommand = call === undefined || call.line !== undefined;
  for (const [at, invocation] of analysis.invocations.entries()) judgeInvocation(input, index, at, invocation, found);
  if (isCommand && index.unscoped.length > 0 && !isWholeLine(analysis)) judgeLine(input, index, found);
  if (call !== undefined && index.calls.length > 0) judgeCall(input, call, index, found);
  const { verdict: matched, decider, byDefault, redaction } = joinModules(found, defaultsFor(input, index));
  // how a line reads is the business of languages about commands; where there is none, nobody asked
  const unsure = speaksOfCommands(index) ? analysis.unsure : [];
  const verdict = unsure.map(unsureVerdict).reduce(stricter, matched);
  return {
    verdict,
    ...(redaction !== undefined && { redaction }),
    ...(decider !== undefined && verdict === matched && { decider }),
    ...(byDefault !== undefined && verdict === matched && { byDefault }),
    trace: found.map(({ trace }) => trace),
    analysis,
    unsure,
  };
}

function judgeInvocation(
  input: DecideInput,
  index: RuleIndex,
  at: number,
  invocation: Invocation,
  found: Found[],
): void {
  const { analysis, actor, cwd, env, facts, caller, signature, detail = false } = input;
  const operations = input.operations && (() => input.operations?.ofStart(at) ?? []);
  const own = { analysis, invocation, cwd, env, caller, operations, signature };
  let known: Subject | undefined;
  const subject = () => (known ??= createSubject(own));
  // people may want to read what every rule said
  const candidates = candidatesFor(index, invocation, detail ? undefined : () => subject().parsed().subcommand[0]);
  if (candidates.length === 0) return;
  const options = { detail };
  const real: Look = {
    subject: subject(),
    facts,
    actor,
    invocation: at,
    options,
  };
  for (const candidate of candidates) {
    const { module, program } = candidate;
    const look = program === undefined ? real : { ...real, subject: createSubject({ ...own, program }) };
    found.push({ module, trace: matchRule(candidate, look) });
  }
}

/** Rules without `commands` also see the line as a whole, for text that spans several starts. */
function judgeLine(input: DecideInput, index: RuleIndex, found: Found[]): void {
  const { analysis, actor, cwd, env, facts, caller, signature } = input;
  const subject = createSubject({ analysis, cwd, env, caller, operations: input.operations?.all, signature });
  const options = { detail: input.detail ?? false };
  for (const { rule, module } of index.unscoped) {
    if (![...rule.when, ...rule.unless].every(isOfLine)) continue;
    const trace = matchRule({ rule, module, named: 'yes' }, { subject, facts, actor, invocation: undefined, options });
    found.push({ module, trace });
  }
}

/** Rules about tool calls see the call as it was made, under the names that their language has for it. */
function judgeCall(input: DecideInput, asked: RawCall, index: RuleIndex, found: Found[]): void {
  const { analysis, actor, cwd, env, facts, caller, signature } = input;
  const options = { detail: input.detail ?? false };
  const operations = input.operations?.all;
  for (const { rule, module } of index.calls) {
    const call = seenCall(module, asked);
    const named = namesTool(rule.tools ?? [], call.names);
    if (named === 'no') continue;
    const subject = createSubject({ analysis, call, cwd, env, caller, operations, signature });
    found.push({
      module,
      trace: matchRule({ rule, module, named }, { subject, facts, actor, invocation: undefined, options }),
    });
  }
}

/** The only start in the line is the line: judging it twice would only say everything twice. */
function isWholeLine({ invocations, text }: Analysis): boolean {
  return invocations.length === 1 && invocations[0]?.text.trim() === text.trim();
}

/** What a language about tool calls says where no rule matches holds for an agent's calls, not for a person's commands. */
function defaultsFor({ call, actor }: DecideInput, { modules }: RuleIndex): readonly RuleFileHeader[] {
  const isAgents = call !== undefined && (call.tool !== undefined || actor === 'ai');
  return isAgents ? modules.filter(({ shellTool }) => shellTool !== undefined) : [];
}

function speaksOfCommands({ modules }: RuleIndex): boolean {
  return modules.length === 0 || modules.some(({ shellTool }) => shellTool === undefined);
}
