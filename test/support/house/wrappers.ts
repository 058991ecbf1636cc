import { FAMILIES, WRAPPERS } from '../../../src/wrappers/index.ts';
import type { WrapperFamily } from '../../../src/wrappers/wrapper.ts';
import { WRAPPER_CASES, wrapperOf } from '../wrapper-cases.ts';
import { unlisted } from './lists.ts';

const LIST = 'src/wrappers/index.ts';

export function wrapperGaps(): readonly string[] {
  const exported = /^export const (\w+_FAMIL(?:Y|IES))\b/gm;
  return [...unlisted({ folder: 'src/wrappers', exported, list: LIST }), ...twiceGaps(), ...caseGaps()];
}

/** Of two families with one name only the last is in force. */
function twiceGaps(): readonly string[] {
  const names = FAMILIES.flatMap((family) => family.names);
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  return twice.map((name) => `${LIST}: two families are called \`${name}\`, take one out`);
}

/** Each family has a row from which something starts, and another from which something else, or nothing, does. */
function caseGaps(): readonly string[] {
  const rows = WRAPPER_CASES.flatMap(([file, cases]) => cases.map((one) => ({ file, ...one })));
  const byFamily = new Map<WrapperFamily, Set<string>>([...WRAPPERS.values()].map((family) => [family, new Set()]));
  const strangers: string[] = [];
  for (const { file, start, peeled } of rows) {
    const family = wrapperOf(start);
    if (family === undefined)
      strangers.push(`${LIST}: list the wrapper of \`${start}\`, a case of test/tables/wrappers/${file}`);
    else byFamily.get(family)?.add(JSON.stringify(peeled));
  }
  const poor = [...byFamily].filter(([, peeled]) => peeled.size < 2 || (peeled.size === 1 && peeled.has('[]')));
  return [...strangers, ...poor.map(([family, { size }]) => gapOf(family, size))];
}

function gapOf({ names: [name] }: WrapperFamily, size: number): string {
  const what =
    size === 0
      ? 'has no cases: write'
      : 'has no near twin: add a line from which nothing, or something else, starts to';
  return `\`${name}\` ${what} test/tables/wrappers/${name}.yaml`;
}
