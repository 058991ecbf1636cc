import { EXIT } from '../../../model/errors.ts';
import type { PolicyInForce } from '../../../policy/load.ts';
import type { LoadedPolicy } from '../../../policy/read-rules.ts';
import { countRules, moduleSummary } from '../../../text/module-summary.ts';
import { plural } from '../../../text/plural.ts';
import { byPlace, problemText } from '../../../text/problems.ts';
import type { CliCommand } from '../command.ts';

export const lint: CliCommand = {
  name: 'lint',
  summary: 'check rule files: every problem of every file, and every example that they carry',
  define: (command) =>
    command
      .argument('[files...]', 'rule files (default: all that are in force)')
      .option('--json', 'problems as a JSON list'),
  async run(files, { json }, context) {
    const { policyFromFiles, policyInForce } = await import('../../../policy/load.ts');
    const { policy, problems, broken }: LoadedPolicy & Pick<PolicyInForce, 'broken'> =
      files.length > 0 ? policyFromFiles(files) : policyInForce({ cwd: context.cwd, env: context.env, fresh: true });
    const rules = countRules(policy);
    const errors = problems.filter((problem) => problem.level === 'error').length;
    if (json) context.out(JSON.stringify(problems, null, 2));
    else {
      for (const problem of byPlace(problems)) context.out(problemText(problem));
      if (broken !== undefined) context.out(broken);
      const told = policy.modules.filter(({ shellTool }) => files.length > 0 || shellTool !== undefined);
      for (const module of told) context.out(moduleSummary(module));
      context.out(
        `${plural(rules, 'rule')} in ${plural(policy.modules.length, 'file')}, ${plural(errors, 'error')}, ${plural(problems.length - errors, 'notice')}`,
      );
    }
    return errors > 0 ? EXIT.data : EXIT.ok;
  },
};
