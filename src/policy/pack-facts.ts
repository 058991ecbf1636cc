import { programFinder } from '../install/programs.ts';
import { VERDICTS, type Verdict } from '../model/verdict.ts';
import type { Catalogue, PackEntry, RuleEntry } from './catalogue.ts';

export interface PackFacts extends PackEntry {
  /** `partly`: some of its rules do not count, or some do though it is off */
  readonly state: 'on' | 'off' | 'partly';
  /** that count */
  readonly counting: number;
  readonly rules: readonly RuleEntry[];
  /** all its rules by verdict, the strictest first */
  readonly verdicts: readonly (readonly [Verdict, number])[];
  /** programs that its rules name: base names and paths */
  readonly programs: { readonly here: readonly string[]; readonly missing: readonly string[] };
}

/** Every shipped pack with its properties, optional ones last. */
export function packFacts({ packs, rules, sources }: Catalogue, path: string): readonly PackFacts[] {
  const isHere = programFinder(path, sources.layout.data.shims);
  return packs.map((pack) => {
    const own = rules.filter((rule) => rule.pack === pack);
    const counting = own.filter(({ counts }) => counts).length;
    const state = counting === own.length ? 'on' : counting === 0 ? 'off' : 'partly';
    const count = (verdict: Verdict) => own.filter(({ rule }) => rule.action === verdict).length;
    const verdicts = VERDICTS.map((verdict) => [verdict, count(verdict)] as const).filter(([, many]) => many > 0);
    const names = [...new Set(own.flatMap(({ rule }) => rule.commands ?? []))].sort();
    const here = names.filter((name) => isHere(name.replace(/^.*\//, '')));
    const missing = names.filter((name) => !here.includes(name));
    return { ...pack, state, counting, rules: own, verdicts, programs: { here, missing } };
  });
}
