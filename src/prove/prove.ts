import type { Decision, RuleTrace } from '../model/decision.ts';
import type { Obstacle, Proof, ProofLevel, ProofStep } from '../model/proof.ts';
import { isRestrictive } from '../model/verdict.ts';
import { confinedStarts } from './confined.ts';
import { contextOf, type ProofContext } from './context.ts';
import { changedVariable, variableObstacle } from './environment.ts';
import type { ProofInput } from './input.ts';
import { evaluatedText } from './line.ts';
import { loadsFromProject } from './search-path.ts';
import { startStep } from './start.ts';

/** Shows that nobody need be asked about what was decided, or gives the first thing that is not shown. Pure; never throws. */
export function prove(decision: Decision, input: ProofInput): Proof {
  const context = contextOf(input);
  const { invocations } = decision.analysis;
  const confined = confinedStarts(decision, context);
  const whole = lineObstacle(decision, confined) ?? worldObstacle(decision.analysis.text, context);
  if (whole !== undefined) return { isProven: false, obstacle: whole };
  const vouched = vouchedStarts(decision, context);
  const steps: ProofStep[] = [];
  let level: ProofLevel = 'reads';
  for (const [index, invocation] of invocations.entries()) {
    const found = startStep(decision.analysis, index, context, { rule: vouched.get(index), confined });
    if ('obstacle' in found) {
      const { span } = invocation;
      return {
        isProven: false,
        obstacle: { ...found.obstacle, invocation: index, ...(span !== undefined && { span }) },
      };
    }
    steps.push({ invocation: index, why: found.why });
    if (found.changes) level = 'project';
  }
  return { isProven: true, level, steps, ...(confined.size > 0 && { confined: [...confined] }) };
}

/** What the text of the line and the caller's variables say, whatever it starts. */
function worldObstacle(text: string, context: ProofContext): Obstacle | undefined {
  const { env } = context.facts;
  const found = evaluatedText(text) ?? variableObstacle(env) ?? changedVariable(text, env);
  if (found !== undefined || !loadsFromProject(context)) return found;
  return { why: '`LD_LIBRARY_PATH` names a folder of a project' };
}

/** What stands against the line as a whole: the guard restricts it, or has not understood it. */
function lineObstacle(
  { verdict, redaction, watched, trace, unsure, analysis }: Decision,
  confined: ReadonlySet<number>,
): Obstacle | undefined {
  const [doubt] = analysis.unsure.length > 0 ? analysis.unsure : unsure;
  if (doubt !== undefined) return { why: doubt.detail, ...(doubt.span !== undefined && { span: doubt.span }) };
  const isOfWall = ({ verdict: said, invocation }: RuleTrace) =>
    said === 'confine' && invocation !== undefined && confined.has(invocation);
  const restricting = trace.find((one) => one.end === 'matched' && isRestrictive(one.verdict) && !isOfWall(one));
  if (restricting !== undefined) return { why: `the rule ${restricting.rule.id} is about it` };
  if (verdict !== 'allow') return { why: `it is not allowed but ${verdict}` };
  if (watched !== undefined) return { why: `it would be ${watched.verdict} if all rules were enforced` };
  if (redaction !== undefined) return { why: 'what it prints is redacted' };
  const [file] = analysis.partlyRead ?? [];
  return file === undefined ? undefined : { why: `\`${file}\` was not read whole` };
}

/** Starts that the person's own rules, or those of the administrator, allow for certain; by index, the rule. */
function vouchedStarts({ trace }: Decision, { tierOf }: ProofInput): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const { end, rule, module, invocation, certainty, verdict } of trace) {
    if (end !== 'matched' || verdict !== 'allow' || certainty !== 'yes' || invocation === undefined) continue;
    if (rule.commands === undefined) continue;
    const tier = tierOf(module);
    if (tier === 'user' || tier === 'managed') found.set(invocation, rule.id);
  }
  return found;
}
