import { dirname, resolve } from 'node:path';
import { EXIT } from '../../../model/errors.ts';
import { layoutOf } from '../../../store/layout.ts';
import { openTrust } from '../../../store/trust.ts';
import { problemText } from '../../../text/problems.ts';
import type { CliCommand } from '../command.ts';
import { confirmed } from '../confirm.ts';
import { type CliContext, UsageError } from '../context.ts';
import { refuseAgents } from '../person.ts';

export const trust: CliCommand = {
  name: 'trust',
  summary: "Trust this project's rule file to loosen rules",
  define: (command) =>
    command
      .argument('[path]', 'Rule file, or a folder in its project (default: here)')
      .option('--yes', 'Skip the confirmation prompt')
      .addHelpText('after', HELP),
  async run([path], { yes }, context) {
    if (refuseAgents('trust a rule file', context)) return EXIT.notAllowed;
    const { previewTrust } = await import('../../../policy/trust.ts');
    const preview = previewTrust({ cwd: projectFolder(path, context), env: context.env });
    if (preview === undefined) throw new UsageError('no readable .safeshell/rules.yaml here or above');
    const { file, content, loosens, errors } = preview;
    for (const problem of errors) context.err(problemText(problem));
    if (errors.length > 0) return EXIT.data;
    if (loosens.length === 0) {
      context.out(`${file} only tightens rules, so it applies without trust.`);
      return EXIT.ok;
    }
    context.out(`${file} would loosen:`);
    for (const { at, subject } of loosens) context.out(`  ${subject}  (line ${at.line})`);
    if (yes !== true && !(await confirmed('Trust it? [y/N] '))) {
      context.err('safeshell: not trusted');
      return EXIT.denied;
    }
    openTrust(layoutOf(context.env).state.trust).trust(file, content);
    context.out('Trusted with its present content. After any change it can only tighten rules again.');
    return EXIT.ok;
  },
};

export const untrust: CliCommand = {
  name: 'untrust',
  summary: "Revoke trust in this project's rule file",
  define: (command) => command.argument('[path]', 'Rule file, or a folder in its project (default: here)'),
  async run([path], _options, context) {
    if (refuseAgents('revoke trust', context)) return EXIT.notAllowed;
    const { projectRuleFile } = await import('../../../store/rule-files.ts');
    const file = projectRuleFile(projectFolder(path, context)) ?? resolve(context.cwd, path ?? '.');
    const wasTrusted = openTrust(layoutOf(context.env).state.trust).untrust(file);
    context.out(wasTrusted ? `${file} can only tighten rules again.` : `${file} was not trusted.`);
    return EXIT.ok;
  },
};

/** `/repo/.safeshell/rules.yaml` speaks for /repo. */
function projectFolder(path: string | undefined, { cwd }: CliContext): string {
  const at = resolve(cwd, path ?? '.');
  return at.endsWith('/.safeshell/rules.yaml') ? dirname(dirname(at)) : at;
}

const HELP = `
Shows first what the file would loosen. Trust covers exactly this content: after any change the file can only tighten
rules again. Agents cannot trust a file.`;
