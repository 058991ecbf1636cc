import { suggestion } from '../../../rules/problems.ts';
import { UsageError } from '../context.ts';

/** The packs of these names; throws a UsageError with a suggestion for each unknown one. */
export function chosenPacks<Pack extends { readonly name: string }>(
  names: readonly string[],
  all: readonly Pack[],
): readonly Pack[] {
  const known = all.map(({ name }) => name);
  const wrong = names.filter((name) => !known.includes(name));
  const texts = wrong.map(
    (name) => `no pack is called \`${name}\`, ${suggestion(name, known) ?? `expected ${known.join(', ')}`}`,
  );
  if (texts.length > 0) throw new UsageError(texts.join('\nsafeshell: '));
  return all.filter(({ name }) => names.includes(name));
}
