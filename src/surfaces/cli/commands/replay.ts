import { AUTO_APPROVE } from '../../../model/proof.ts';
import type { CliCommand } from '../command.ts';
import type { ReplayOptions } from '../replay/run.ts';

export const replay: CliCommand = {
  name: 'replay',
  summary: 'Judge past agent sessions by the current rules',
  define: (command) =>
    command
      .argument('[paths...]', 'Session files or folders (default: where agents store them)')
      .option('--agent <name>', 'Only sessions of claude, codex, gemini, copilot or opencode')
      .option('--since <moment>', 'Start time: 90s, 30m, 2h, 7d, 1w, or a date and time')
      .option('--rules <file...>', 'Use only these rule files; end the list with `--`')
      .option('--auto-approve <level>', `What a proof can answer: ${AUTO_APPROVE.join(', ')}`, 'reads')
      .option('--limit <count>', 'Maximum number of rules and shapes (default: 10)')
      .option('--json', 'Print one complete JSON object')
      .addHelpText('after', HELP),
  run: async (paths, options, context) =>
    (await import('../replay/run.ts')).runReplay(paths, options as unknown as ReplayOptions, context),
};

const HELP = `
Runs nothing, writes nothing and sends nothing. Works without installation: from a built checkout, run
\`node bin/safeshell.cjs replay\`.

Examples:
  safeshell replay --since 30d
  safeshell replay --agent claude --json
  safeshell replay --rules new.yaml -- ~/.codex/sessions`;
