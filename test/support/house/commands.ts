import { parseCaseFile } from '../../../src/cases/case-file.ts';
import { buildProgram, processContext } from '../../../src/surfaces/cli/app.ts';
import { staleGaps } from './generated.ts';
import { textOf, unlisted } from './lists.ts';

const CASES = 'test/cases/commands.yaml';

export function commandGaps(): readonly string[] {
  const folder = 'src/surfaces/cli/commands';
  const exported = /^export const (\w+): CliCommand\b/gm;
  const names = buildProgram(processContext(), () => {}).commands.map((command) => command.name());
  return [
    ...unlisted({ folder, exported, list: 'src/surfaces/cli/app.ts' }),
    ...caseGaps(names),
    ...manGaps(names),
    ...staleGaps(['docs/commands.md']),
  ];
}

/** Each command has a case that says whether agents may call it; nothing else would stop them. */
function caseGaps(names: readonly string[]): readonly string[] {
  const { cases } = parseCaseFile(textOf(CASES), CASES);
  const tried = new Set(
    cases
      .filter(({ id, steps }) => steps.some(({ command, actor }) => actor === 'ai' && isCall(id, command)))
      .map(({ id }) => id),
  );
  return [
    ...names
      .filter((name) => !tried.has(name))
      .map((name) => `${CASES}: say whether an agent may call \`safeshell ${name}\`, in a case \`${name}\``),
    ...[...tried]
      .filter((name) => !names.includes(name))
      .map((name) => `src/surfaces/cli/app.ts: add \`${name}\` to the list, it has a case in ${CASES}`),
  ];
}

function isCall(name: string, command = ''): boolean {
  return `${command} `.startsWith(`safeshell ${name} `);
}

function manGaps(names: readonly string[]): readonly string[] {
  const { man } = JSON.parse(textOf('package.json')) as { man: readonly string[] };
  const wanted = ['safeshell', ...names.map((name) => `safeshell-${name}`)]
    .map((name) => `./dist/man/${name}.1`)
    .sort();
  const wrong = wanted.filter((page) => !man.includes(page)).map((page) => `package.json: add ${page} to \`man\``);
  const stale = man.filter((page) => !wanted.includes(page)).map((page) => `package.json: take ${page} out of \`man\``);
  return [...wrong, ...stale];
}
