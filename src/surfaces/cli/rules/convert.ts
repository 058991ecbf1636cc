import { resolve } from 'node:path';
import { EXIT, hasErrors } from '../../../model/errors.ts';
import type { CliCommand } from '../command.ts';
import { type CliContext, UsageError } from '../context.ts';
import { tellProblems } from '../problems.ts';

interface Options {
  readonly to?: string;
  readonly json?: boolean;
}

export const convert: CliCommand = {
  name: 'convert',
  summary: 'Convert a rule file to the native rule language',
  define: (command) =>
    command
      .argument('[file]', 'Rule file in any supported language')
      .option('--to <language>', 'Target language: `native`')
      .option('--json', 'Print one JSON object')
      .addHelpText('after', HELP),
  run: ([file], given, context) => convertFile(file, given as Options, context),
};

/** A file that our language has not all the words for is not half converted. */
async function convertFile(file: string | undefined, { to = 'native', json }: Options, { cwd, out, err }: CliContext) {
  if (to !== 'native') throw new UsageError(`unknown language \`${to}\`, expected native`);
  if (file === undefined) throw new UsageError('convert takes one rule file');
  const { readRuleFile } = await import('../../../policy/read-rules.ts');
  const { convertToNative } = await import('../../../rules/convert/convert.ts');
  const read = readRuleFile(resolve(cwd, file));
  const { text, problems, isNative } = typeof read === 'string' ? convertToNative(read, file) : { problems: [read] };
  if (json) out(JSON.stringify({ file, text: text ?? null, native: isNative ?? false, problems }, null, 2));
  else {
    tellProblems(problems, { err });
    if (isNative) err(`safeshell: ${file} is already in the native language`);
    if (text !== undefined) out(text.trimEnd());
  }
  return hasErrors(problems) ? EXIT.data : EXIT.ok;
}

const HELP = `
Example:
  safeshell rules convert policyshield.yaml >~/.config/safeshell/rules/shield.yaml`;
