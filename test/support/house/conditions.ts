import { existsSync } from 'node:fs';
import { parseCaseFile } from '../../../src/cases/case-file.ts';
import { runCases } from '../../../src/cases/run-cases.ts';
import type { ConditionFamily } from '../../../src/conditions/condition.ts';
import { CONDITIONS } from '../../../src/conditions/index.ts';
import { remembers, remembersMatches } from '../../../src/conditions/memory.ts';
import type { Policy } from '../../../src/model/policy.ts';
import type { Tri } from '../../../src/model/tri.ts';
import { staleGaps } from './generated.ts';
import { filesBelow, textOf, unlisted } from './lists.ts';

const LIST = 'src/conditions/index.ts';
const NO_RULES: Policy = { modules: [] };

export function conditionGaps(): readonly string[] {
  return [
    ...unlisted({
      folder: 'src/conditions',
      exported: /^export const (\w+) = (?:defineCondition|\w+Condition)\b/gm,
      list: LIST,
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
  const notices = (answer: Tri) =>
    evaluating(
      family,
      () => answer,
      () => failuresOf(file),
    ) > 0;
  return [
    ...(notices('no') ? [] : [`${file}: add a case that fails where \`${family.type}\` never holds`]),
    ...(notices('yes') ? [] : [`${file}: add a near twin, a case that fails where \`${family.type}\` always holds`]),
    ...memoryGaps(family, file),
  ];
}

/** Where nothing remembers, no call is recorded, and a condition on earlier calls never holds. */
function memoryGaps(family: ConditionFamily, file: string): readonly string[] {
  const { type, evaluate } = family;
  const rule = { when: [{ op: 'is', type, data: {} }], unless: [] } as const;
  if (remembers(rule) || remembersMatches(rule)) return [];
  let hasRead = false;
  const watched: ConditionFamily['evaluate'] = (data, subject, facts) => {
    const session = () => {
      hasRead = true;
      return subject.caller.session;
    };
    return evaluate(
      data,
      { ...subject, caller: Object.defineProperty({ ...subject.caller }, 'session', { get: session }) },
      facts,
    );
  };
  evaluating(family, watched, () => failuresOf(file));
  return hasRead ? [`${fileOf(type)}: \`${type}\` reads what the session did before: say \`remembers: true\``] : [];
}

function fileOf(type: string): string {
  return filesBelow('src/conditions', '.ts').find((file) => textOf(file).includes(`type: '${type}'`)) ?? LIST;
}

function failuresOf(file: string): number {
  return runCases([parseCaseFile(textOf(file), file)], NO_RULES).failed;
}

/** Runs with another `evaluate` of a family. */
function evaluating<Result>(family: ConditionFamily, evaluate: ConditionFamily['evaluate'], run: () => Result): Result {
  const changed = family as { evaluate: ConditionFamily['evaluate'] };
  const own = family.evaluate;
  changed.evaluate = evaluate;
  try {
    return run();
  } finally {
    changed.evaluate = own;
  }
}
