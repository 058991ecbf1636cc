import { resolve } from 'node:path';
import { EXIT } from '../../../model/errors.ts';
import type { ImportPreview } from '../../../policy/import-rules.ts';
import { diffText } from '../../../text/diff.ts';
import { elsewhereText, importedText, skippedText, stoppedText } from '../../../text/imported-rules.ts';
import { printable } from '../../../text/printable.ts';
import type { CliCommand } from '../command.ts';
import { confirmed } from '../confirm.ts';
import { type CliContext, UsageError } from '../context.ts';
import { refuseAgents } from '../person.ts';
import { tellProblems } from '../problems.ts';

interface Options {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export const importCommand: CliCommand = {
  name: 'import',
  summary: "Import an agent's own rules, after a preview",
  define: (command) =>
    command
      .argument('<agent>', '`claude`, `codex` or `gemini`')
      .argument('[file]', 'One of its settings files; a project file applies to its folder')
      .option('--yes', 'Skip the confirmation prompt')
      .option('--dry-run', 'Show the rules without writing them')
      .option('--json', 'Print one JSON object; writes only with --yes')
      .addHelpText('after', HELP),
  run: ([agent = '', file], options, context) => importRules(agent, file, options as Options, context),
};

async function importRules(agent: string, file: string | undefined, options: Options, context: CliContext) {
  const { yes, dryRun, json } = options;
  const { IMPORTERS } = await import('../../../rules/import/index.ts');
  const importer = IMPORTERS.find((one) => one.agent === agent);
  if (importer === undefined)
    throw new UsageError(`unknown agent \`${agent}\`, expected one of ${IMPORTERS.map((one) => one.agent).join(', ')}`);
  if (!dryRun && refuseAgents('import rules', context)) return EXIT.notAllowed;
  const { previewImport } = await import('../../../policy/import-rules.ts');
  const { cwd, env } = context;
  const preview = previewImport(importer, file === undefined ? undefined : resolve(cwd, file), { cwd, env });
  if ('refused' in preview) return refuse(preview, json === true, context);
  const isChange = preview.text !== preview.before && (preview.rules.length > 0 || preview.before !== undefined);
  if (!json) show(preview, importer.title, isChange, context);
  const isAgreed = isChange && !dryRun && (yes === true || (!json && (await confirmed('Write it? [y/N] '))));
  const written = isAgreed && (await write(preview, context));
  if (json) context.out(JSON.stringify({ agent, ...previewJson(preview), changed: isChange, written }, null, 2));
  else if (written) context.out('Imported. The rules apply from the next command on.');
  else if (dryRun && isChange) context.out('Nothing was written.');
  else if (isChange) context.err('safeshell: not imported');
  if (written || dryRun || !isChange) return EXIT.ok;
  return isAgreed ? EXIT.data : EXIT.denied;
}

type Imported = Exclude<ImportPreview, { refused: string }>;

function refuse(
  { refused, problems = [] }: Extract<ImportPreview, { refused: string }>,
  json: boolean,
  context: CliContext,
) {
  if (json) context.out(JSON.stringify({ written: false, refused, problems }, null, 2));
  else tellProblems(problems, context);
  context.err(printable(`safeshell: not imported: ${refused}`));
  return EXIT.data;
}

async function write(preview: Imported, { err }: CliContext): Promise<boolean> {
  const { writeEdited } = await import('../../../store/edited-file.ts');
  const written = writeEdited(preview);
  if (!written) err(`safeshell: not imported: ${preview.file} has changed since the preview; try again`);
  return written;
}

/** The lines that change; what is not taken over; what others still stop. */
function show(preview: Imported, title: string, isChange: boolean, { out }: CliContext): void {
  const { file, before, text, rules, skipped, stopped, elsewhere } = preview;
  if (isChange) out(diffText(file, before, text).split('\n').map(printable).join('\n'));
  for (const line of [
    ...importedText(title, rules, isChange),
    ...skippedText(skipped),
    ...stoppedText(stopped),
    ...elsewhereText(elsewhere),
  ])
    out(printable(line));
}

function previewJson({ file, rules, skipped, stopped, elsewhere }: Imported) {
  return {
    file,
    rules: rules.map(({ name, action, from }) => ({ name, action, from: originJson(from) })),
    skipped: skipped.map(({ from, why }) => ({ from: originJson(from), why })),
    still_stopped: stopped.map(({ by, ...rest }) => ({ ...rest, by: by ?? null })),
    elsewhere,
  };
}

function originJson({ file, line, text }: Imported['rules'][number]['from']) {
  return { file, line: line ?? null, text };
}

const HELP = `
Without a file, reads your own settings: permissions in ~/.claude/settings.json,
~/.codex/rules/*.rules, tool lists in ~/.gemini/settings.json and
~/.gemini/policies/*.toml. Each imported rule covers one command of a line and is
never broader than the original. Rules that cannot be imported are listed with a
reason. Importing again replaces the previous import.

Examples:
  safeshell rules import claude --dry-run
  safeshell rules import claude .claude/settings.local.json
  safeshell rules import codex --yes`;
