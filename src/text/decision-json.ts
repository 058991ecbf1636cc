import type { ConditionTrace, Decision, RuleTrace } from '../model/decision.ts';
import type { Json } from '../model/request.ts';
import type { Word } from '../model/word.ts';

/** The stable `--json` form of a decision; fields are documented in docs/json.md. */
export function decisionJson(decision: Decision, full = false): Json {
  const { verdict, decider, byDefault, replacement, message, unsure, analysis, trace } = decision;
  const matched = trace.filter((one) => one.end === 'matched');
  return {
    command: analysis.text,
    verdict,
    rule: decider?.rule.id ?? null,
    default_of: byDefault ?? null,
    severity: decider?.rule.severity ?? null,
    message: message ?? null,
    help: decider?.rule.help ?? null,
    replacement: replacement === undefined ? null : replacement.argv,
    rules: matched.map((one) => ({ rule: one.rule.id, verdict: one.verdict, certain: one.certainty === 'yes' })),
    unsure: unsure.map(({ code, detail, span }) => ({
      code,
      detail,
      start: span?.start ?? null,
      end: span?.end ?? null,
    })),
    invocations: analysis.invocations.map(({ argv, cwd, via, role, standsFor }) => ({
      argv: argv.map(wordJson),
      cwd: cwd ?? null,
      via: via.map((wrapper) => wrapper.name),
      role,
      stands_for: standsFor ?? null,
    })),
    ...(full && { trace: trace.map(traceJson) }),
  };
}

/** A string where the word is known, else an object that says what is. */
function wordJson(word: Word): Json {
  if (word.kind === 'known') return word.value;
  if (word.kind === 'glob') return { glob: word.pattern };
  return { unknown: word.text, prefix: word.prefix, suffix: word.suffix, reason: word.reason };
}

function traceJson({ rule, invocation, tool, end, certainty, verdict, conditions }: RuleTrace): Json {
  return {
    rule: rule.id,
    file: rule.at.file,
    line: rule.at.line,
    invocation: invocation ?? null,
    tool: tool ?? null,
    end,
    certain: certainty === 'yes',
    verdict: end === 'matched' ? verdict : null,
    conditions: conditions.map(conditionJson),
  };
}

function conditionJson({ condition, result, detail, children }: ConditionTrace): Json {
  return {
    condition: condition.op === 'is' ? condition.type : condition.op,
    result,
    detail: detail ?? null,
    ...(children !== undefined && { children: children.map(conditionJson) }),
  };
}
