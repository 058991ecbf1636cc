// One session that is never reset: judges and keeps call after call, and says what that takes as it grows.
// node scripts/bench/session.mjs [CALLS]
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const CALLS = Number(process.argv[2] ?? 1_000_000);
const STEPS = 10;
const RULES = `
rules:
  - id: storm
    when: { tool: exec, chain: [{ tool: exec, within_seconds: 10, min_count: 50 }] }
    then: block
  - id: leak
    when: { tool: send_email, chain: [{ tool: read_database, within_seconds: 120 }] }
    then: block
`;

const root = mkdtempSync(join(tmpdir(), 'safeshell-bench-'));
try {
  const { guard, loadRules, openSession, judgeInSession, keepOutcome, whatIfFacts } = await load();
  const { policy } = loadRules([{ file: 'r.yaml', text: RULES, tier: 'user', module: 'r' }]);
  const folder = join(root, 'session');
  const kept = openSession({ id: 's', folder, latched: () => [], warn: (problem) => console.error(problem) });
  const env = { HOME: '/home/u', PATH: '/usr/bin' };
  const tools = ['exec', 'read_database', 'send_email', 'read_file', 'write_file'];
  const call = (number) => {
    const at = { epochMs: number * 300, minuteOfDay: 0, day: 1 };
    const request = {
      action: { kind: 'tool', tool: tools[number % 5], input: { number } },
      cwd: '/',
      env,
      actor: 'ai',
      at,
    };
    const world = { policy, facts: whatIfFacts({ env, cwd: '/', at, git: null, files: [] }) };
    const decision = judgeInSession(
      world,
      kept,
      (seen) => guard(request, seen),
      (one) => one,
    );
    const outcome = decision.verdict === 'allow' ? { kind: 'run', by: 'rules' } : { kind: 'refuse', cause: 'denied' };
    keepOutcome(world, kept, request, decision, outcome);
  };
  const part = Math.ceil(CALLS / STEPS);
  for (let from = 0; from < CALLS; from += part) {
    const before = process.cpuUsage();
    for (let number = from; number < Math.min(CALLS, from + part); number++) call(number);
    const { user, system } = process.cpuUsage(before);
    const micros = ((user + system) / part).toFixed(1);
    globalThis.gc?.();
    const heap = (process.memoryUsage().heapUsed / 1e6).toFixed(1);
    console.log(`${from + part} calls: ${micros} us of CPU a call, heap ${heap} MB, disk ${diskBytes(folder)} bytes`);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}

function diskBytes(folder) {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

async function load() {
  const parts = [
    "export { guard } from './src/guard.ts';",
    "export { loadRules } from './src/rules/load.ts';",
    "export { openSession } from './src/session/persisted-session.ts';",
    "export { judgeInSession, keepOutcome } from './src/session/in-session.ts';",
    "export { whatIfFacts } from './src/facts/what-if.ts';",
  ];
  const outfile = join(root, 'session.cjs');
  const stdin = { contents: parts.join('\n'), resolveDir: '.', loader: 'ts' };
  await build({ stdin, bundle: true, platform: 'node', format: 'cjs', outfile, logLevel: 'error' });
  return (await import(pathToFileURL(outfile).href)).default;
}
