import type { Candidate } from './candidates.ts';
import { BEGINNINGS, likeness } from './likeness.ts';

/**
 * What covers commands that differ in their last word alone. Only where that word is surely an operand (it stands behind another
 * word that is no option, and not right behind the program, where subcommands stand), and where no rule asks about what is lost:
 * there the last word is all that a person looks at.
 */
export function widened(candidates: readonly Candidate[]): readonly Candidate[] {
  let rest = candidates.filter(mayDiffer);
  const found: Candidate[] = [];
  for (const beginningOf of BEGINNINGS) {
    for (const group of groupsOf(rest, beginningOf)) {
      const one = covering(group);
      if (one === undefined) continue;
      found.push(one);
      rest = rest.filter((other) => !group.includes(other));
    }
  }
  return found;
}

function mayDiffer({ exception: { argv }, isAboutLoss }: Candidate): boolean {
  const [before = '-', last = '-'] = argv.slice(-2);
  return !isAboutLoss && argv.length > 2 && !before.startsWith('-') && !last.startsWith('-');
}

/** Of the same words but the last, in the same tree, whose last word begins alike. */
function groupsOf(
  candidates: readonly Candidate[],
  beginningOf: (word: string) => string | undefined,
): readonly (readonly Candidate[])[] {
  const groups = new Map<string, Candidate[]>();
  for (const one of candidates) {
    const { argv, within } = one.exception;
    const beginning = beginningOf(argv.at(-1) ?? '');
    if (beginning === undefined) continue;
    const key = JSON.stringify([argv.slice(0, -1), beginning, within]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

function covering(group: readonly Candidate[]): Candidate | undefined {
  const last = likeness(group.map(({ exception }) => exception.argv.at(-1) ?? ''));
  const [first] = group;
  if (last === undefined || first === undefined) return undefined;
  const { exception } = first;
  const rules = [...new Set(group.flatMap((one) => one.exception.rules))];
  return {
    exception: { ...exception, rules, argv: exception.argv.slice(0, -1), last },
    habits: group.flatMap((one) => one.habits),
    approved: group.flatMap((one) => one.approved),
    isAboutLoss: false,
  };
}
