import { parseCommand } from '../grammar/parse-command.ts';
import { type Confinement, joinConfinements } from '../model/confinement.ts';
import { type Decision, hasMatched, type Replacement, type RuleTrace, watchedBeyond } from '../model/decision.ts';
import type { Analysis } from '../model/invocation.ts';
import type { TemplateWord } from '../model/policy.ts';
import { joinRedactions } from '../model/redaction.ts';
import { strictness } from '../model/verdict.ts';
import { type Word, wordValue } from '../model/word.ts';

/**
 * The argv that runs instead, built word by word; nothing is read by a shell again.
 * undefined where a word it needs is not known: then nobody can say what would run.
 */
export function replacementFor(trace: RuleTrace, analysis: Analysis): Replacement | undefined {
  const { rule, invocation: index } = trace;
  const invocation = index === undefined ? undefined : analysis.invocations[index];
  if (rule.redirectTo === undefined || invocation === undefined || index === undefined) return undefined;
  const argv: string[] = [];
  for (const part of rule.redirectTo) {
    const values = wordsOf(part, invocation.argv, invocation.program).map(wordValue);
    if (values.some((value) => value === undefined)) return undefined;
    argv.push(...(values as string[]));
  }
  return { argv, invocation: index };
}

function wordsOf(part: TemplateWord, argv: readonly Word[], program: string | undefined): readonly Word[] {
  switch (part.kind) {
    case 'literal':
      return [{ kind: 'known', value: part.value, text: part.value }];
    case 'command':
      return argv.slice(0, 1);
    case 'args':
      return argv.slice(1);
    case 'operands':
      return parseCommand(program, argv).operands.map((operand) => argv[operand.index] as Word);
    case 'positional':
      return argv.slice(part.index, part.index + 1);
  }
}

/** Its own starts are not in the analysis: they stand for the one that it replaces. */
function insteadOf(confinement: Confinement | undefined, { invocation }: Replacement): Confinement | undefined {
  return confinement && { ...confinement, invocations: [invocation] };
}

/**
 * The decision with what runs instead. `next`: what the rules say of that. A rule that redirects it again has no effect, a
 * stricter one decides, and however either of the two commands is to run, both rules' manners hold.
 */
export function withReplacement(decision: Decision, replacement: Replacement, next: Decision): Decision {
  const redaction = joinRedactions([decision.redaction, next.redaction]);
  const confinement = joinConfinements([decision.confinement, insteadOf(next.confinement, replacement)]);
  const isStricter = strictness(next.verdict) > strictness('redirect');
  const watched = watchedBeyond(isStricter ? next.verdict : 'redirect', [decision.watched, next.watched]);
  const replaced = {
    analysis: decision.analysis,
    replacement,
    ...(watched !== undefined && { watched }),
    ...(redaction !== undefined && { redaction }),
    ...(confinement !== undefined && { confinement }),
  };
  // its own starts are not in the analysis: what is said of them is reported of the start that it replaces
  const { invocation } = replacement;
  const traces = next.trace.map((one) => (one.invocation === undefined ? one : { ...one, invocation }));
  if (isStricter) {
    return { ...next, ...replaced, trace: [...decision.trace, ...traces] };
  }
  return { ...decision, ...replaced, trace: [...decision.trace, ...traces.filter(hasMatched)] };
}
