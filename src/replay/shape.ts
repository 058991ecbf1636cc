import { createSubject } from '../conditions/subject.ts';
import { canonicalSubcommand } from '../grammar/effective.ts';
import { grammarOf } from '../grammar/index.ts';
import type { Decision } from '../model/decision.ts';
import { isAsking } from '../model/verdict.ts';
import { unsureReason } from '../text/reason.ts';
import { fullName } from '../util/full-name.ts';

/** What a question is about, so that those of one kind are counted together. */
export interface Shape {
  /** program and subcommand (`git push`); where no start of the line is to blame, why it is asked about */
  readonly shape: string;
  /** a phrase, lower case: what is not proven, or the rule that asks */
  readonly why: string;
}

/** undefined = nobody is asked: it is proven, denied, or no line of shell. */
export function shapeOf(decision: Decision): Shape | undefined {
  const { verdict, decider, proof, unsure } = decision;
  if (isAsking(verdict)) {
    const [doubt] = unsure;
    if (decider === undefined)
      return { shape: 'not understood', why: doubt === undefined ? 'no rule' : unsureReason(doubt) };
    return { shape: startNamed(decision, decider.invocation) ?? decider.rule.id, why: `rule ${decider.rule.id}` };
  }
  if (verdict !== 'allow' || proof === undefined || proof.isProven) return undefined;
  const { invocation, why } = proof.obstacle;
  return { shape: startNamed(decision, invocation) ?? why.replace(/`[^`]*`/g, '`..`'), why };
}

/** The program, and its subcommand where it has any; undefined = not known. */
function startNamed({ analysis }: Decision, index: number | undefined): string | undefined {
  const invocation = index === undefined ? undefined : analysis.invocations[index];
  if (invocation?.program === undefined) return undefined;
  const name = fullName(invocation.program);
  const { subcommand } = createSubject({ analysis, invocation, cwd: invocation.cwd ?? '/', env: {} }).parsed();
  const grammar = grammarOf(name);
  const path = grammar === undefined ? subcommand : canonicalSubcommand(grammar, subcommand);
  return [name, ...path].join(' ') || undefined;
}
