import { recordJsonSchema } from '../../../src/report/record.ts';
import { conditionReference } from '../../../src/rules/condition-reference.ts';
import { rulesJsonSchema } from '../../../src/rules/json-schema.ts';
import { buildProgram, processContext } from '../../../src/surfaces/cli/app.ts';
import { textOf } from './lists.ts';

interface Generated {
  readonly path: string;
  text(): string;
}

/** What is generated from the sources and kept in the repository. */
export const GENERATED: readonly Generated[] = [
  { path: 'docs/conditions.md', text: conditionReference },
  { path: 'docs/commands.md', text: commandReference },
  { path: 'docs/schema/rules.schema.json', text: () => json(rulesJsonSchema()) },
  { path: 'docs/schema/audit.schema.json', text: () => json(recordJsonSchema()) },
];

export function staleGaps(paths: readonly string[]): readonly string[] {
  return GENERATED.filter(({ path, text }) => paths.includes(path) && textOf(path) !== text()).map(
    ({ path }) => `${path} is not what the sources say: npm run generate`,
  );
}

function json(schema: unknown): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** docs/commands.md: every command with its summary, under the heads of --help. */
function commandReference(): string {
  const commands = buildProgram(processContext(), () => {}).commands;
  const heads = [...new Set(commands.map((command) => command.helpGroup()))];
  const rows = (head: string) =>
    commands
      .filter((command) => command.helpGroup() === head)
      .map((command) => `| \`safeshell ${command.name()}\` | ${command.summary().replaceAll('|', '\\|')} |`);
  return [
    '# Commands',
    '',
    '`safeshell COMMAND --help` says more, with examples; `man safeshell-COMMAND` the same.',
    ...heads.flatMap((head) => ['', `## ${head.replace(/:$/, '')}`, '', '| | |', '| --- | --- |', ...rows(head)]),
    '',
  ].join('\n');
}
