import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { nodeOptions, refreshSettled, run } from './machine.mjs';
import { milliseconds, table, times } from './report.mjs';
import { inTurns, median, processCall, processorCall } from './timing.mjs';

/** The first three pass the launcher's own gate; Node.js answers the others. */
const LINES = [
  'ls -l src && echo ready',
  'git add -A && git diff --stat | tail -3',
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

/** One a line, `\n` for a new line in it: an ordinary day of agents. */
const DAY = readFileSync(new URL('agent-lines.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.replaceAll('\\n', '\n'));

/** Programs of those lines that this machine may lack: without them a launcher has no gate of theirs. */
const PROGRAMS =
  'rg go jq cargo gh docker kubectl pnpm yarn mvn javac java tree lsof sqlite3 node npm npx python3 make curl';

/** Which lines of a day are answered without Node.js, and what one of them takes of an empty one, in processor time. */
function benchDay({ machine, hooks, rounds }) {
  const launcher = join(hooks, 'claude');
  const stub = machine.at('node-stub');
  writeFileSync(stub, '#!/bin/sh\necho node\n', { mode: 0o755 });
  const counting = machine.at('claude-counting');
  writeFileSync(counting, readFileSync(launcher, 'utf8').replace(/^__ss_node=.*$/m, `__ss_node='${stub}'`));
  chmodSync(counting, 0o755);
  const options = (line) => ({ cwd: machine.repository, env: machine.plain, input: payload(line, machine.repository) });
  const passed = DAY.filter((line) => String(spawnSync(counting, [], options(line)).stdout) === '');
  const cost = (argv, line) =>
    median(inTurns({ one: processorCall(argv, { stdio: ['pipe', 'ignore', 'pipe'], ...options(line) }) }, rounds).one);
  const empty = cost([machine.node, machine.at('empty.js')], 'ls');
  const sample = passed.filter((_line, at) => at % 6 === 0);
  return {
    share: passed.length / DAY.length,
    toEmptyNode: median(sample.map((line) => cost([launcher], line))) / empty,
    left: DAY.filter((line) => !passed.includes(line)),
  };
}

/** Programs that do nothing, in a folder of their own. */
function addPrograms(machine) {
  const folder = machine.at('programs');
  for (const one of [folder, join(machine.repository, 'src')]) mkdirSync(one, { recursive: true });
  for (const name of PROGRAMS.split(' ')) writeFileSync(join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
  return folder;
}

/** One call of an agent's hook as it is registered, and without its gate, beside cc-safety-net on the same payload. */
export async function benchHook({ machine, rounds }) {
  const dist = machine.at('product', 'dist');
  const env = { ...machine.plain, PATH: `${machine.plain.PATH}:${addPrograms(machine)}` };
  run(machine, [machine.node, join(dist, 'cli.cjs'), 'agents', 'install', 'claude'], machine.root, env);
  refreshSettled(machine);
  const hooks = machine.at('home', '.local/share/safeshell/hooks');
  const peer = dirname(createRequire(import.meta.url).resolve('cc-safety-net/package.json'));
  const programs = {
    hook: [join(hooks, 'claude')],
    'Node.js part': [machine.node, ...nodeOptions(machine), join(dist, 'hook.cjs'), 'claude', hooks],
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
  const day = benchDay({ machine, hooks, rounds });
  return {
    rows,
    day,
    numbers: {
      dayWithoutNode: day.share,
      dayToEmptyNode: day.toEmptyNode,
      gateToPeer: rows[0].hook / rows[0].theirs,
      nodeToPeer: Math.max(...rows.slice(3).map(({ hook, theirs }) => hook / theirs)),
    },
    markdown: `Of ${DAY.length} lines of an agent's day ${(day.share * 100).toFixed(0)} % are answered without Node.js, in ${day.toEmptyNode.toFixed(2)}x of the processor time of an empty one.\n\n${table(
      ['line', 'hook', 'its Node.js part', 'cc-safety-net', 'hook to it', 'Node.js part to it'],
      rows.map(({ line, hook, node, theirs }) => [
        `\`${line.replaceAll('|', '\\|')}\``,
        ...[hook, node, theirs].map(milliseconds),
        times(hook / theirs),
        times(node / theirs),
      ]),
    )}`,
    chart: rows.flatMap(({ line, hook, theirs }) => [
      { name: line, value: hook, text: milliseconds(hook) },
      { name: 'cc-safety-net', value: theirs, text: milliseconds(theirs) },
    ]),
  };
}
