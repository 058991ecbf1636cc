import { EXIT } from '../../../model/errors.ts';
import type { Module } from '../../../model/policy.ts';
import { moduleSummary } from '../../../text/module-summary.ts';
import { problemText } from '../../../text/problems.ts';
import type { CliCommand } from '../command.ts';
import { type CliContext, UsageError } from '../context.ts';

export const rules: CliCommand = {
  name: 'rules',
  summary: 'rules show FILE...: what each rule of a file will be taken to say, in plain words',
  define: (command) =>
    command
      .argument('<action>', 'show')
      .argument('[files...]', 'rule files in any language (default: all that are in force)')
      .option('--json', 'the reading as JSON'),
  async run([action, ...files], { json }, context) {
    if (action !== 'show') throw new UsageError(`unknown action \`${action ?? ''}\`, expected show`);
    return show(files, json === true, context);
  },
};

async function show(files: readonly string[], json: boolean, context: CliContext): Promise<number> {
  const { policyFromFiles, policyInForce } = await import('../../../policy/load.ts');
  const { moduleReading } = await import('../../../rules/rule-text.ts');
  const { policy, problems } =
    files.length > 0 ? policyFromFiles(files) : policyInForce({ cwd: context.cwd, env: context.env, fresh: true });
  for (const problem of problems) context.err(problemText(problem));
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
      context.out([moduleSummary(module), '', ...moduleReading(module), ''].join('\n'));
  return problems.some(({ level }) => level === 'error') ? EXIT.data : EXIT.ok;
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
