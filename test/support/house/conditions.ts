import { existsSync } from 'node:fs';
import { parseCaseFile } from '../../../src/cases/case-file.ts';
import { runCases } from '../../../src/cases/run-cases.ts';
import type { ConditionFamily } from '../../../src/conditions/condition.ts';
import { CONDITIONS } from '../../../src/conditions/index.ts';
import type { Policy } from '../../../src/model/policy.ts';
import type { Tri } from '../../../src/model/tri.ts';
import { staleGaps } from './generated.ts';
import { textOf, unlisted } from './lists.ts';

const NO_RULES: Policy = { modules: [] };

export function conditionGaps(): readonly string[] {
  return [
    ...unlisted({
      folder: 'src/conditions',
      exported: /^export const (\w+) = (?:defineCondition|\w+Condition)\b/gm,
      list: 'src/conditions/index.ts',
    }),
    ...CONDITIONS.flatMap(caseGaps),
    ...staleGaps(['docs/conditions.md', 'docs/schema/rules.schema.json']),
  ];
}

/** The cases of a condition must fail where it always holds, and where it never does. */
function caseGaps(family: ConditionFamily): readonly string[] {
  const file = `test/cases/conditions/${family.type.replaceAll('_', '-')}.yaml`;
  if (!existsSync(file)) {
    return [
      `\`${family.type}\` has no cases: write ${file}, with a command that it matches and a near twin that it does not`,
    ];
  }
  const notices = (answer: Tri) => answering(family, answer, () => failuresOf(file)) > 0;
  return [
    ...(notices('no') ? [] : [`${file}: add a case that fails where \`${family.type}\` never holds`]),
    ...(notices('yes') ? [] : [`${file}: add a near twin, a case that fails where \`${family.type}\` always holds`]),
  ];
}

function failuresOf(file: string): number {
  return runCases([parseCaseFile(textOf(file), file)], NO_RULES).failed;
}

/** Runs with a family that always gives the same answer. */
function answering<Result>(family: ConditionFamily, answer: Tri, run: () => Result): Result {
  const changed = family as { evaluate: ConditionFamily['evaluate'] };
  const { evaluate } = family;
  changed.evaluate = () => answer;
  try {
    return run();
  } finally {
    changed.evaluate = evaluate;
  }
}
