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
  summary: 'Explain which rules apply to a command, and why',
  define: (command) =>
    command
      .argument('<command...>', 'Quoted shell line, or the words of one command')
      .option('--json', 'Print the decision and its trace as JSON')
      .option('--all', 'Include general rules that do not apply, and rule locations')
      .option('--cwd <dir>', 'Judge as if run in this directory')
      .option('--actor <actor>', 'Judge as `ai` or `human` (default: detected)')
      .option('--session <id>', 'Judge as the next call of this session')
      .option('--rules <file...>', 'Use only these rule files; end the list with `--`')
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
