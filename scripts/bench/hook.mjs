import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { refreshSettled, run } from './machine.mjs';
import { milliseconds, table, times } from './report.mjs';
import { inTurns, median, processCall } from './timing.mjs';

/** As launchers start Node.js: V8 takes code that it kept only where it was made under the same. */
const HOOK_OPTIONS = [
  '--min-semi-space-size=8',
  '--no-rehash-snapshot',
  '--no-sparkplug',
  '--no-verify-snapshot-checksum',
  '--v8-pool-size=1',
];
/** The first passes the launcher's own gate; Node.js answers the others. */
const LINES = [
  'ls -l src && echo ready',
  'git status',
  'npm ci && npm test 2>&1 | tail -5',
  'git push --force origin main',
  'rm -rf "$HOME"',
];

/** As Claude Code sends it. Where it says nothing of its mode, a question is one for the inbox, not for its own dialog. */
function payload(command, cwd) {
  const id = '4a39925e-1fda-42bb-90c8-c5c5fcfaaf5f';
  return JSON.stringify({
    session_id: id,
    transcript_path: `${cwd}/${id}.jsonl`,
    cwd,
    prompt_id: '43f026cf-1404-40c7-9e44-4266a660244f',
    permission_mode: 'default',
    effort: { level: 'high' },
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, description: 'Do what was asked' },
    tool_use_id: 'toolu_01ABC',
  });
}

/** One call of an agent's hook as it is registered, and without its gate, beside cc-safety-net on the same payload. */
export async function benchHook({ machine, rounds }) {
  const dist = machine.at('product', 'dist');
  run(machine, [machine.node, join(dist, 'cli.cjs'), 'agents', 'install', 'claude'], machine.root);
  refreshSettled(machine);
  const hooks = machine.at('home', '.local/share/safeshell/hooks');
  const peer = dirname(createRequire(import.meta.url).resolve('cc-safety-net/package.json'));
  const programs = {
    hook: [join(hooks, 'claude')],
    'Node.js part': [machine.node, ...HOOK_OPTIONS, join(dist, 'hook.cjs'), 'claude', hooks],
    'cc-safety-net': [machine.node, join(peer, 'dist', 'bin', 'cc-safety-net.js'), 'hook', '--claude-code'],
  };
  const rows = LINES.map((line) => {
    const input = payload(line, machine.repository);
    const options = { cwd: machine.repository, env: machine.plain, input, stdio: ['pipe', 'ignore', 'ignore'] };
    const contenders = Object.entries(programs).map(([name, argv]) => [name, processCall(argv, options)]);
    const took = inTurns(Object.fromEntries(contenders), rounds);
    const [hook, node, theirs] = Object.values(took).map(median);
    return { line, hook, node, theirs };
  });
  return {
    rows,
    numbers: {
      gateToPeer: rows[0].hook / rows[0].theirs,
      nodeToPeer: Math.max(...rows.slice(1).map(({ hook, theirs }) => hook / theirs)),
    },
    markdown: table(
      ['line', 'hook', 'its Node.js part', 'cc-safety-net', 'hook to it', 'Node.js part to it'],
      rows.map(({ line, hook, node, theirs }) => [
        `\`${line.replaceAll('|', '\\|')}\``,
        ...[hook, node, theirs].map(milliseconds),
        times(hook / theirs),
        times(node / theirs),
      ]),
    ),
    chart: rows.flatMap(({ line, hook, theirs }) => [
      { name: line, value: hook, text: milliseconds(hook) },
      { name: 'cc-safety-net', value: theirs, text: milliseconds(theirs) },
    ]),
  };
}
