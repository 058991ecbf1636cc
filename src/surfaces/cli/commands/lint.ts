import { EXIT, hasErrors, LEVELS, type Problem } from '../../../model/errors.ts';
import type { Policy } from '../../../model/policy.ts';
import { countRules, moduleSummary } from '../../../text/module-summary.ts';
import { plural } from '../../../text/plural.ts';
import { printable } from '../../../text/printable.ts';
import { byPosition, problemText } from '../../../text/problems.ts';
import type { CliCommand } from '../command.ts';

export const lint: CliCommand = {
  name: 'lint',
  summary: 'Check rule files: errors, examples and likely mistakes',
  define: (command) =>
    command
      .argument('[files...]', 'Rule files (default: all files in force)')
      .option('--json', 'Print the problems as a JSON list'),
  async run(files, { json }, context) {
    const { lintPolicy } = await import('../../../policy/lint.ts');
    const { policy, problems, notCounting, broken } = lintPolicy(files, { cwd: context.cwd, env: context.env });
    const isBroken = hasErrors(problems);
    if (json) {
      context.out(JSON.stringify(problems, null, 2));
      return isBroken ? EXIT.data : EXIT.ok;
    }
    for (const problem of byPosition(problems)) context.out(problemText(problem));
    for (const file of notCounting) context.out(printable(`${file}: has errors, so none of its rules apply`));
    if (broken !== undefined) context.out(broken);
    const told = policy.modules.filter(
      ({ shellTool, file }) => (files.length > 0 && !notCounting.includes(file)) || shellTool !== undefined,
    );
    for (const module of told) context.out(moduleSummary(module));
    context.out(countsText(policy, problems));
    return isBroken ? EXIT.data : EXIT.ok;
  },
};

function countsText(policy: Policy, problems: readonly Problem[]): string {
  const found = LEVELS.map((level) => plural(problems.filter((problem) => problem.level === level).length, level));
  return [`${plural(countRules(policy), 'rule')} in ${plural(policy.modules.length, 'file')}`, ...found].join(', ');
}
