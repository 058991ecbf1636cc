import * as z from 'zod';
import type { Problem } from '../model/errors.ts';
import { addIssues, problemList, suggestion } from './problems.ts';
import { parseYaml } from './yaml-source.ts';

/** What config.yaml says. */
export interface Settings {
  /** packs whose rules do not count */
  readonly disabledPacks: readonly string[];
}

const schema = z.strictObject({
  version: z.union([z.number(), z.string()]).optional(),
  packs: z
    .strictObject({ disable: z.array(z.string()).optional() })
    .nullish()
    .describe('shipped rule packs'),
});

/** All problems at once; a file with errors says nothing. `packs`: names of those that there are. */
export function parseSettings(
  text: string,
  file: string,
  packs: readonly string[],
): { settings: Settings; problems: readonly Problem[] } {
  const { source, problems } = parseYaml(text, file);
  const nothing = { disabledPacks: [] };
  if (source === undefined) return { settings: nothing, problems };
  const list = problemList(source);
  const read = schema.safeParse(source.value ?? {});
  if (!read.success) {
    addIssues(list, read.error, [], Object.keys(schema.shape));
    return { settings: nothing, problems: list.all };
  }
  const disabledPacks = read.data.packs?.disable ?? [];
  for (const [index, name] of disabledPacks.entries()) {
    if (packs.includes(name)) continue;
    const help = suggestion(name, packs);
    list.add('wrong-value', ['packs', 'disable', index], {
      expected: `one of ${packs.join(', ')}`,
      ...(help && { help }),
    });
  }
  return { settings: { disabledPacks }, problems: list.all };
}
