import { existsSync } from 'node:fs';
import { credentialPlaces } from '../../../src/grammar/credential-places.ts';
import { recordJsonSchema } from '../../../src/report/record.ts';
import { conditionReference } from '../../../src/rules/condition-reference.ts';
import { rulesJsonSchema } from '../../../src/rules/json-schema.ts';
import { buildProgram, processContext } from '../../../src/surfaces/cli/app.ts';
import { textOf } from './lists.ts';
import { packPages } from './pack-pages.ts';

interface Generated {
  readonly path: string;
  text(): string;
}

/** What is generated from the sources and kept in the repository. */
export const GENERATED: readonly Generated[] = [
  { path: 'docs/conditions.md', text: conditionReference },
  { path: 'docs/commands.md', text: commandReference },
  { path: 'docs/credentials.md', text: credentialReference },
  { path: 'docs/schema/rules.schema.json', text: () => json(rulesJsonSchema()) },
  { path: 'docs/schema/audit.schema.json', text: () => json(recordJsonSchema()) },
  ...packPages(),
];

export function staleGaps(paths: readonly string[]): readonly string[] {
  return GENERATED.filter(
    ({ path, text }) => paths.includes(path) && (!existsSync(path) || textOf(path) !== text()),
  ).map(({ path }) => `${path} is not what the sources say: npm run generate`);
}

/** docs/credentials.md: every place where a tool keeps keys or logins, with what says so. */
function credentialReference(): string {
  const rows = credentialPlaces().map(
    ({ tool, globs, source }) => `| ${tool} | ${globs.map((glob) => `\`${glob}\``).join(', ')} | ${source} |`,
  );
  return [
    '# Where tools keep keys and logins',
    '',
    'Rules with `reads_credentials` and the classifier take these files for keys, tokens and passwords. `~` is any home directory,',
    '`*` stays in a segment, `**` is all below; a name without a slash counts in any directory, for programs that print what they read;',
    '`!` holds none. Public halves (`*.pub`) never count.',
    '',
    'Any program that is given such a file reads it, by a word or by `<`. These do not count: programs that show nothing of it (`ls`,',
    '`stat`, `chmod`, `wc`, checksums, `ssh`, `ssh-add`), and options by which a program signs in (`--kubeconfig`, `--netrc-file`, `scp -i`).',
    'Searches and copies of all that lies below a home directory are asked about, where they would print or take such files:',
    'not `grep -l`, not `--include=*.py`, not `rg` without `--hidden`, not a search of the project.',
    '',
    '| tool | files | source |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
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
    '`safeshell COMMAND --help` and `man safeshell-COMMAND` list arguments, options and examples.',
    ...heads.flatMap((head) => ['', `## ${head.replace(/:$/, '')}`, '', '| | |', '| --- | --- |', ...rows(head)]),
    '',
  ].join('\n');
}
