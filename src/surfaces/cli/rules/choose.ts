import type { Catalogue, RuleEntry } from '../../../policy/catalogue.ts';
import { findRules } from '../../../policy/find-rules.ts';
import { UsageError } from '../context.ts';

/** The rules of these names; throws a UsageError with a suggestion for each unknown one. */
export function chosenRules(names: readonly string[], { rules: all }: Catalogue): readonly RuleEntry[] {
  const { rules, unknown } = findRules(names, all);
  const wrong = unknown.map(
    ({ name, help }) => `no rule is called \`${name}\`${help === undefined ? '' : `, ${help}`}`,
  );
  if (wrong.length > 0) throw new UsageError(wrong.join('\nsafeshell: '));
  return rules;
}
