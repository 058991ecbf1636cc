import { EXIT } from '../../../model/errors.ts';
import { type CliCommand, choice } from '../command.ts';
import { UsageError } from '../context.ts';

const SHELLS = {
  bash: async () => (await import('../completion/bash.ts')).bashCompletion,
  zsh: async () => (await import('../completion/zsh.ts')).zshCompletion,
  fish: async () => (await import('../completion/fish.ts')).fishCompletion,
} as const;

export const completion: CliCommand = {
  name: 'completion',
  summary: 'Print the completion script for bash, zsh or fish',
  define: (command) => command.addArgument(choice('<shell>', 'Shell', Object.keys(SHELLS))).addHelpText('after', HELP),
  async run([shell = ''], _options, context, program) {
    if (!Object.hasOwn(SHELLS, shell))
      throw new UsageError(`unknown shell \`${shell}\`, expected ${Object.keys(SHELLS).join(', ')}`);
    const script = await SHELLS[shell as keyof typeof SHELLS]();
    const { commandTree } = await import('../completion/tree.ts');
    context.out(script(commandTree(program())).trimEnd());
    return EXIT.ok;
  },
};

const HELP = `
Shells load completions from these files (zsh: any folder in $fpath):
  d=~/.local/share/bash-completion/completions; mkdir -p $d
  safeshell completion bash >$d/safeshell
  safeshell completion fish >~/.config/fish/completions/safeshell.fish
  safeshell completion zsh >/usr/local/share/zsh/site-functions/_safeshell
For the current shell only: source <(safeshell completion bash)`;
