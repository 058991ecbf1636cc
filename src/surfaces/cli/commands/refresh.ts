import { EXIT } from '../../../model/errors.ts';
import { plural } from '../../../text/plural.ts';
import type { CliCommand } from '../command.ts';
import { refusePackages } from '../person.ts';
import { tellProblems } from '../problems.ts';

export const refresh: CliCommand = {
  name: 'refresh',
  summary: 'Compile the rules and update the shims',
  define: (command) => command.option('--json', 'Print the changes as one JSON object'),
  async run(_args, { json }, context) {
    if (await refusePackages(context)) return EXIT.usage;
    const { refresh: bringInLine } = await import('../../../refresh/refresh.ts');
    const { shellPaths } = await import('../../../install/installation.ts');
    const { writeShellFiles } = await import('../../../install/shells/interactive.ts');
    const { rules, problems, standing, broken, shims } = bringInLine({ cwd: context.cwd, env: context.env });
    writeShellFiles(shellPaths(context.env));
    if (json) {
      const { passThrough: pass_through, ...rest } = shims;
      context.out(JSON.stringify({ rules, policy: standing, problems, broken, shims: { ...rest, pass_through } }));
    } else {
      tellProblems(problems, context);
      const { active, written, passThrough, removed } = shims;
      const changes = `${written.length} written, ${removed.length} removed, ${passThrough.length} passing through`;
      context.out(`${plural(rules, 'rule')} guard ${plural(active.length, 'program')} (shims: ${changes})`);
      if (broken !== undefined) context.err(`safeshell: ${broken}`);
    }
    return standing === 'current' ? EXIT.ok : EXIT.data;
  },
};
