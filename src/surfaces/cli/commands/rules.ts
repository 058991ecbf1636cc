import { resolve } from 'node:path';
import { EXIT, hasErrors } from '../../../model/errors.ts';
import type { Module } from '../../../model/policy.ts';
import { moduleSummary } from '../../../text/module-summary.ts';
import { printable } from '../../../text/printable.ts';
import type { CliCommand } from '../command.ts';
import { type CliContext, UsageError } from '../context.ts';
import { tellProblems } from '../problems.ts';

interface Options {
  readonly json?: boolean;
  readonly to?: string;
  readonly yes?: boolean;
}

export const rules: CliCommand = {
  name: 'rules',
  summary: 'show what rules say, write rules of another language in our own, add one in a few words',
  define: (command) =>
    command
      .argument('<action>', 'list, show, convert or add')
      .argument(
        '[names...]',
        'list: programs; show, convert: rule files in any language (default: all that is in force); add: a sentence',
      )
      .option('--to <language>', 'for convert: native, the only one')
      .option('--yes', 'for add: do not ask')
      .option('--json', 'the result as JSON')
      .addHelpText('after', HELP),
  async run([action, ...files], given, context) {
    const options = given as Options;
    if (action === 'list') return (await import('../rules/list.ts')).list(files, options.json === true, context);
    if (action === 'add') return (await import('../rules/add.ts')).add(files, options, context);
    if (action === 'show') return show(files, options.json === true, context);
    if (action === 'convert') return convert(files, options, context);
    throw new UsageError(`unknown action \`${action ?? ''}\`, expected list, show, convert or add`);
  },
};

/** A file that our language has not all the words for is not half converted. */
async function convert(files: readonly string[], { to = 'native', json }: Options, { cwd, out, err }: CliContext) {
  if (to !== 'native') throw new UsageError(`unknown language \`${to}\`, expected native`);
  const [file, ...more] = files;
  if (file === undefined || more.length > 0) throw new UsageError('convert takes one rule file');
  const { readRuleFile } = await import('../../../policy/read-rules.ts');
  const { convertToNative } = await import('../../../rules/convert/convert.ts');
  const read = readRuleFile(resolve(cwd, file));
  const { text, problems, isNative } = typeof read === 'string' ? convertToNative(read, file) : { problems: [read] };
  if (json) out(JSON.stringify({ file, text: text ?? null, native: isNative ?? false, problems }, null, 2));
  else {
    tellProblems(problems, { err });
    if (isNative) err(`${file} is in our own language already`);
    if (text !== undefined) out(text.trimEnd());
  }
  return hasErrors(problems) ? EXIT.data : EXIT.ok;
}

const HELP = `
Examples:
  safeshell rules add "ask before make release"
  safeshell rules add --yes "allow npm install"
  safeshell rules list git
  safeshell rules show policyshield.yaml
  safeshell rules convert --to native policyshield.yaml > ~/.config/safeshell/rules/shield.yaml`;

async function show(files: readonly string[], json: boolean, context: CliContext): Promise<number> {
  const { policyFromFiles, policyInForce } = await import('../../../policy/load.ts');
  const { moduleReading } = await import('../../../rules/rule-text.ts');
  const { policy, problems } =
    files.length > 0 ? policyFromFiles(files) : policyInForce({ cwd: context.cwd, env: context.env, fresh: true });
  const isBroken = tellProblems(problems, context);
  if (json)
    context.out(
      JSON.stringify(
        policy.modules.map((module) => readingJson(module, moduleReading(module))),
        null,
        2,
      ),
    );
  else
    for (const module of policy.modules)
      context.out([moduleSummary(module), '', ...moduleReading(module), ''].map(printable).join('\n'));
  return isBroken ? EXIT.data : EXIT.ok;
}

function readingJson({ name, file, dialect, tier, unmatched, rules: all }: Module, reading: readonly string[]) {
  const own = all.map(({ id, name: rule, action, severity, at }) => ({
    id,
    name: rule,
    action,
    severity,
    line: at.line,
  }));
  return { name, file, dialect, tier, unmatched, rules: own, reading };
}
