import * as z from 'zod';
import type { Problem } from '../model/errors.ts';
import { addIssues, type ProblemList, problemList, suggestion } from './problems.ts';
import { parseYaml } from './yaml-source.ts';

/** What config.yaml says. */
export interface Settings {
  /** packs whose rules do not count */
  readonly disabledPacks: readonly string[];
  /** optional packs whose rules count */
  readonly enabledPacks: readonly string[];
}

/** Names of the packs that come with the product. */
export interface PackNames {
  readonly shipped: readonly string[];
  /** count only where they are switched on */
  readonly optional: readonly string[];
}

const schema = z.strictObject({
  version: z.union([z.number(), z.string()]).optional(),
  packs: z
    .strictObject({ disable: z.array(z.string()).optional(), enable: z.array(z.string()).optional() })
    .nullish()
    .describe('shipped rule packs'),
});

/** All problems at once; a file with errors says nothing. */
export function parseSettings(
  text: string,
  file: string,
  packs: PackNames,
): { settings: Settings; problems: readonly Problem[] } {
  const { source, problems } = parseYaml(text, file);
  const nothing = { disabledPacks: [], enabledPacks: [] };
  if (source === undefined) return { settings: nothing, problems };
  const list = problemList(source);
  const read = schema.safeParse(source.value ?? {});
  if (!read.success) {
    addIssues(list, read.error, [], Object.keys(schema.shape));
    return { settings: nothing, problems: list.all };
  }
  const { disable = [], enable = [] } = read.data.packs ?? {};
  checkNames(list, 'disable', disable, [...packs.shipped, ...packs.optional]);
  checkNames(list, 'enable', enable, packs.optional);
  return { settings: { disabledPacks: disable, enabledPacks: enable }, problems: list.all };
}

function checkNames(list: ProblemList, key: string, names: readonly string[], known: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    if (known.includes(name)) continue;
    const help = suggestion(name, known);
    list.add('wrong-value', ['packs', key, index], {
      expected: `one of ${known.join(', ')}`,
      ...(help && { help }),
    });
  }
}
