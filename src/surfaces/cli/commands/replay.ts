import { AUTO_APPROVE } from '../../../model/proof.ts';
import type { CliCommand } from '../command.ts';
import type { ReplayOptions } from '../replay/run.ts';

export const replay: CliCommand = {
  name: 'replay',
  summary: 'what would have become of what agents did: their session files, judged by the rules',
  define: (command) =>
    command
      .argument('[paths...]', 'session files, or folders of them (default: where agents keep them)')
      .option('--agent <name>', 'only the sessions of claude, codex, gemini, copilot or opencode')
      .option('--since <moment>', '90s, 30m, 2h, 7d, 1w, or a date and time')
      .option('--rules <file...>', 'judge by these rule files alone; end the list with `--`')
      .option('--auto-approve <level>', `what a proof may answer: ${AUTO_APPROVE.join(', ')}`, 'reads')
      .option('--limit <count>', 'at most so many rules and shapes (default: 10)')
      .option('--json', 'one JSON object, with all of them')
      .addHelpText('after', HELP),
  run: async (paths, options, context) =>
    (await import('../replay/run.ts')).runReplay(paths, options as unknown as ReplayOptions, context),
};

const HELP = `
Nothing runs, nothing is written, and nothing leaves this machine. It needs no installation.

Examples:
  safeshell replay --since 30d
  safeshell replay --agent claude --json
  safeshell replay --rules new.yaml -- ~/.codex/sessions
  npx safeshell replay`;
