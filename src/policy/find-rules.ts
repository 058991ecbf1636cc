import { suggestion } from '../rules/problems.ts';
import type { RuleEntry } from './catalogue.ts';

export interface FoundRules {
  readonly rules: readonly RuleEntry[];
  /** names that fit no rule, each with what may have been meant */
  readonly unknown: readonly { readonly name: string; readonly help: string | undefined }[];
}

/** `git/push-force`, `push-force` wherever it is, `git/*`. In the order of the names; each rule once. */
export function findRules(names: readonly string[], all: readonly RuleEntry[]): FoundRules {
  const found = names.map((name) => ({ name, rules: named(name, all) }));
  const unknown = found
    .filter(({ rules }) => rules.length === 0)
    .map(({ name }) => ({ name, help: nearest(name, all) }));
  return { rules: [...new Set(found.flatMap(({ rules }) => rules))], unknown };
}

function named(name: string, all: readonly RuleEntry[]): readonly RuleEntry[] {
  const [pack, star, ...more] = name.split('/');
  if (star === '*' && more.length === 0) return all.filter(({ module }) => module === pack);
  const exact = all.filter(({ written }) => written.id === name);
  return exact.length > 0 ? exact : all.filter(({ written }) => written.name === name);
}

/** By the whole name, else by the name without its pack. */
function nearest(name: string, all: readonly RuleEntry[]): string | undefined {
  const byId = suggestion(name, [...all.map(({ written }) => written.id), ...all.map(({ module }) => `${module}/*`)]);
  if (name.includes('/') && byId !== undefined) return byId;
  return suggestion(name, [...new Set(all.map(({ written }) => written.name))]) ?? byId;
}
