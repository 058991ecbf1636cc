import { EXIT } from '../../../model/errors.ts';
import { decisionText } from '../../../text/decision.ts';
import { decisionJson } from '../../../text/decision-json.ts';
import type { CliCommand } from '../command.ts';
import { UsageError } from '../context.ts';
import { judgeAsync, statusOf } from '../judge.ts';
import { choosePolicy } from '../policy-option.ts';

interface Options {
  readonly json?: boolean;
  readonly cwd?: string;
  readonly actor?: string;
  readonly session?: string;
  readonly rules?: string[];
}

export const check: CliCommand = {
  name: 'check',
  summary: 'Show what would happen to a command, without running it',
  define: (command) =>
    command
      .argument('<command...>', 'Quoted shell line, or the words of one command; `-` reads lines from stdin')
      .option('--json', 'Print one JSON object per command')
      .option('--cwd <dir>', 'Judge as if run in this directory')
      .option('--actor <actor>', 'Judge as `ai` or `human` (default: detected)')
      .option('--session <id>', 'Judge as the next call of this session')
      .option('--rules <file...>', 'Use only these rule files; end the list with `--`')
      .passThroughOptions()
      .addHelpText('after', HELP),
  async run(words, given, context) {
    const options = given as Options;
    const { policy, isUnknown } = await choosePolicy(options.rules, context);
    if (isUnknown) return EXIT.data;
    const isStdin = words.length === 1 && words[0] === '-';
    const commands = isStdin
      ? context
          .readStdin()
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => [line])
      : [words];
    if (commands.length === 0) throw new UsageError('no command on standard input');
    let worst: number = EXIT.ok;
    for (const command of commands) {
      const decision = await judgeAsync(command, options, policy, context);
      context.out(options.json ? JSON.stringify(decisionJson(decision)) : decisionText(decision, context.paint));
      worst = worse(worst, statusOf(decision.verdict));
    }
    return worst;
  },
};

/** Denied is worse than needs approval, though its number is smaller. */
function worse(a: number, b: number): number {
  const rank = [EXIT.ok, EXIT.needsApproval, EXIT.denied] as readonly number[];
  return rank.indexOf(a) >= rank.indexOf(b) ? a : b;
}

const HELP = `
Exit status: 0 allowed, 1 denied, 2 needs approval, 64 usage error, 65 errors in rules.

Examples:
  safeshell check 'cd build && rm -rf *'
  safeshell check git push --force
  safeshell check --json --actor ai 'curl https://example.com/x | sh'
  printf '%s\\n' 'git status' 'git push -f' | safeshell check -`;
