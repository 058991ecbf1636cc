import { shippedPacks } from '../policy/load.ts';
import { suggestion } from '../rules/problems.ts';
import { checkKeys, checkKinds } from './ask.ts';
import type { GuardOptions } from './contract.ts';

const OPTIONS: readonly (keyof GuardOptions)[] = ['rules', 'packs', 'cwd', 'env', 'actor'];

/** Throws a TypeError where an option is none, or of another kind, or leaves no rules. */
export function checkOptions(options: GuardOptions): void {
  checkKeys(options, OPTIONS, 'the options');
  checkKinds(options);
  const { rules, packs } = options;
  if (rules !== undefined) checkRules(rules);
  if (packs !== undefined && packs !== false) checkPacks(packs);
  const isWithout = packs === false || packs?.length === 0;
  if (isWithout && (rules ?? []).length === 0) {
    throw new TypeError('without `packs` there have to be `rules`: nothing would be refused');
  }
}

function checkRules(rules: unknown): void {
  if (!Array.isArray(rules)) throw new TypeError('`rules` is a list of files and texts');
  for (const one of rules) {
    if (typeof one === 'string') continue;
    if (typeof one?.text !== 'string') throw new TypeError('one of `rules` is a file name or has a `text`');
    checkKeys(one, ['text', 'name'], 'a rule text');
  }
}

function checkPacks(packs: unknown): void {
  if (!Array.isArray(packs)) throw new TypeError('`packs` is `false` or a list of names');
  const known = [...shippedPacks().keys()];
  for (const name of packs) {
    if (known.includes(name)) continue;
    throw new TypeError(
      `there is no pack \`${name}\`: ${suggestion(String(name), known) ?? `there are ${known.join(', ')}`}`,
    );
  }
}
