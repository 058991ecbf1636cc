import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { run } from './machine.mjs';
import { milliseconds, table, times } from './report.mjs';
import { inTurns, median, processCall } from './timing.mjs';

const LINES = ['git status', 'npm ci && npm test 2>&1 | tail -5', 'git push --force origin main', 'rm -rf "$HOME"'];

function payload(command, cwd) {
  const event = { session_id: 'bench', transcript_path: '', cwd, hook_event_name: 'PreToolUse' };
  return JSON.stringify({ ...event, tool_name: 'Bash', tool_input: { command } });
}

/** One call of an agent's hook, beside cc-safety-net on the same payload. */
export async function benchHook({ machine, rounds }) {
  const cli = machine.at('product', 'dist', 'cli.cjs');
  if (!/^ {2}hook /m.test(run(machine, [machine.node, cli, '--help'], machine.root))) {
    return { rows: [], markdown: 'This build has no `safeshell hook`.' };
  }
  const peer = dirname(createRequire(import.meta.url).resolve('cc-safety-net/package.json'));
  const programs = {
    safeshell: [machine.node, cli, 'hook', '--agent', 'claude'],
    'cc-safety-net': [machine.node, join(peer, 'dist', 'bin', 'cc-safety-net.js'), 'hook', '--claude-code'],
  };
  const rows = LINES.map((line) => {
    const input = payload(line, machine.repository);
    const options = { cwd: machine.repository, env: machine.plain, input, stdio: ['pipe', 'ignore', 'ignore'] };
    const contenders = Object.entries(programs).map(([name, argv]) => [name, processCall(argv, options)]);
    const took = inTurns(Object.fromEntries(contenders), rounds);
    const [ours, theirs] = Object.values(took).map(median);
    return { line, ours, theirs, ratio: ours / theirs };
  });
  return {
    rows,
    numbers: { toPeer: Math.max(...rows.map(({ ratio }) => ratio)) },
    markdown: table(
      ['line', 'safeshell', 'cc-safety-net', 'ratio'],
      rows.map(({ line, ours, theirs, ratio }) => [
        `\`${line.replaceAll('|', '\\|')}\``,
        milliseconds(ours),
        milliseconds(theirs),
        times(ratio),
      ]),
    ),
    chart: rows.flatMap(({ line, ours, theirs }) => [
      { name: line, value: ours, text: milliseconds(ours) },
      { name: 'cc-safety-net', value: theirs, text: milliseconds(theirs) },
    ]),
  };
}
