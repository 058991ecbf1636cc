import { existsSync } from 'node:fs';
import { SHELLS } from '../../../src/install/shells/index.ts';
import { textOf, unlisted } from './lists.ts';

const CASES = 'test/e2e/shells.test.ts';

/** Shells that safeshell is installed in. */
export function shellGaps(): readonly string[] {
  const exported = /^export const (\w+): ShellIntegration\b/gm;
  return [
    ...unlisted({ folder: 'src/install/shells', exported, list: 'src/install/shells/index.ts' }),
    ...SHELLS.flatMap(({ name }) => [
      ...[`shims/prompt.${name}`, `shims/line.${name}`, `src/surfaces/cli/completion/${name}.ts`]
        .filter((file) => !existsSync(file))
        .map((file) => `\`${name}\` is incomplete: write ${file}`),
      ...(new RegExp(`\\b${name}\\b`).test(textOf(CASES)) ? [] : [`${CASES}: start programs in \`${name}\``]),
    ]),
  ];
}
