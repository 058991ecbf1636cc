import { parse } from 'yaml';
import { shippedPacks } from '../../../src/policy/load.ts';
import { readRules } from '../../../src/policy/read-rules.ts';
import { problemText } from '../../../src/text/problems.ts';
import { staleGaps } from './generated.ts';
import { filesBelow, textOf } from './lists.ts';
import { packPages } from './pack-pages.ts';

interface WrittenRule {
  readonly name: string;
  readonly description?: string;
  readonly message?: string;
  readonly help?: string;
  readonly source?: string | readonly string[];
  readonly tests?: { readonly match?: readonly unknown[]; readonly no_match?: readonly unknown[] };
}

const NEEDED: readonly (readonly [string, (rule: WrittenRule) => unknown])[] = [
  ['`tests.match`, commands that it stops', ({ tests }) => tests?.match?.length],
  ['`tests.no_match`, near twins that it lets pass', ({ tests }) => tests?.no_match?.length],
  ['a `description`', ({ description }) => description],
  ['a `message`, why', ({ message }) => message],
  ['`help`, what to do instead', ({ help }) => help],
];

/** Of a client that changes from year to year: who reads the rule can look it up. */
const NEEDED_OF_SERVICES = [
  ...NEEDED,
  ['`source`, where it is documented', ({ source }: WrittenRule) => source],
] as const;

/** Examples are run when a file is loaded. */
export function exampleGaps(): readonly string[] {
  const usual = [...shippedPacks().values()].filter(({ isUsual }) => isUsual);
  return readRules(usual.map(({ file }) => ({ file, tier: 'pack' }))).problems.map(problemText);
}

/** Shipped rules of our own language, and the pages about them. */
export function ruleGaps(): readonly string[] {
  const stale = staleGaps(packPages().map(({ path }) => path));
  const gaps = filesBelow('rules', '.yaml').flatMap((file) => {
    const pack = parse(textOf(file)) as { version: unknown; description?: string; rules?: readonly WrittenRule[] };
    if (pack.version !== 1) return []; // another language, which has no examples
    const described = pack.description === undefined ? [`${file}: add a \`description\` of the pack`] : [];
    const needed = file.startsWith('rules/services/') ? NEEDED_OF_SERVICES : NEEDED;
    const rules = (pack.rules ?? []).flatMap((rule) =>
      needed.filter(([, has]) => !has(rule)).map(([what]) => `${file}: rule \`${rule.name}\` needs ${what}`),
    );
    return [...described, ...rules];
  });
  return [...gaps, ...stale];
}
