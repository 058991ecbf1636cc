import { EXIT } from '../../../model/errors.ts';
import { explainText } from '../../../text/decision.ts';
import { decisionJson } from '../../../text/decision-json.ts';
import type { CliCommand } from '../command.ts';
import { judgeAsync, statusOf } from '../judge.ts';
import { choosePolicy } from '../policy-option.ts';

interface Options {
  readonly json?: boolean;
  readonly all?: boolean;
  readonly cwd?: string;
  readonly actor?: string;
  readonly session?: string;
  readonly rules?: string[];
}

export const explain: CliCommand = {
  name: 'explain',
  summary: 'show why: every program start in a command, every rule asked, what each condition found',
  define: (command) =>
    command
      .argument('<command...>', 'a shell line in quotes, or the words of one command')
      .option('--json', 'the decision with its trace as JSON')
      .option('--all', 'also the rules for every command that do not apply, and where each rule stands')
      .option('--cwd <dir>', 'judge as if in this directory')
      .option('--actor <actor>', 'judge as `ai` or `human` (default: detected)')
      .option('--session <id>', 'judge as the next call of this session')
      .option('--rules <file...>', 'judge by these rule files alone; end the list with `--`')
      .passThroughOptions(),
  async run(words, given, context) {
    const options = given as Options;
    const { policy, isUnknown } = await choosePolicy(options.rules, context);
    if (isUnknown) return EXIT.data;
    const decision = await judgeAsync(words, options, policy, context);
    context.out(
      options.json
        ? JSON.stringify(decisionJson(decision, true), null, 2)
        : explainText(decision, context.paint, options.all ? 'all' : 'near'),
    );
    return statusOf(decision.verdict);
  },
};
