import type { Candidate } from './candidates.ts';
import { likeness } from './likeness.ts';

/**
 * What covers commands that differ in their last word alone. Only where that word is surely an operand (it stands behind another
 * word that is no option, and not right behind the program, where subcommands stand), and where no rule asks about what is lost:
 * there the last word is all that a person looks at.
 */
export function widened(candidates: readonly Candidate[]): readonly Candidate[] {
  const alike = new Map<string, Candidate[]>();
  for (const one of candidates.filter(mayDiffer)) {
    const { argv, within } = one.exception;
    const key = JSON.stringify([argv.slice(0, -1), within]);
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  return [...alike.values()].flatMap((group) => {
    const last = likeness(group.map(({ exception }) => exception.argv.at(-1) ?? ''));
    const [first] = group;
    if (last === undefined || first === undefined) return [];
    const rules = [...new Set(group.flatMap(({ exception }) => exception.rules))];
    return [
      {
        exception: { ...first.exception, rules, argv: first.exception.argv.slice(0, -1), last },
        habits: group.flatMap((one) => one.habits),
        approved: group.flatMap((one) => one.approved),
        isAboutLoss: false,
      },
    ];
  });
}

function mayDiffer({ exception: { argv }, isAboutLoss }: Candidate): boolean {
  const [before = '-', last = '-'] = argv.slice(-2);
  return !isAboutLoss && argv.length > 2 && !before.startsWith('-') && !last.startsWith('-');
}
