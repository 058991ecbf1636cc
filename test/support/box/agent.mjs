// What an agent is in these tests: a program of its own, which starts others as they are. Prints what became of each way.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const { ways, folder, places, git } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const results = [];
const left = [...ways.entries()];
await Promise.all(Array.from({ length: 3 }, tryThem));
process.stdout.write(JSON.stringify(results));

async function tryThem() {
  for (let next = left.shift(); next !== undefined; next = left.shift()) results.push(await tryOne(...next));
}

function tryOne(at, { name, argv, env, files = {}, pushes }) {
  const W = join(folder, `way-${at}`);
  const V = join(W, 'victim');
  const vars = { ...places, W, V };
  const fill = (text) => text.replace(/\$(V|R|W|OUT)\b/g, (whole, key) => vars[key] ?? whole);
  mkdirSync(V, { recursive: true });
  writeFileSync(join(V, 'file'), 'x');
  if (argv[0].endsWith('git') || pushes) makeRepository(W);
  for (const [file, text] of Object.entries(files)) write(join(W, file), text);
  const before = stateOf(W, V);
  const [program, ...rest] = argv.map(fill);
  const given = { env: { ...(env ?? process.env), ...places, W, V }, cwd: W, timeout: 20_000 };
  return new Promise((resolve) => {
    const child = execFile(program, rest, given, (error, stdout, stderr) => {
      const out = `${stdout}${stderr}${error?.message ?? ''}`.slice(0, 2000);
      resolve({ name, status: child.exitCode, out, done: stateOf(W, V) !== before });
    });
    child.stdin?.end();
  });
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o755 });
  if (file.endsWith('.c')) spawnSync(`${places.T}/usr/bin/gcc`, ['-w', '-o', file.slice(0, -2), file]);
}

function stateOf(W, V) {
  const ref = join(W, 'remote.git/refs/heads/main');
  return `${existsSync(join(V, 'file'))} ${existsSync(ref) ? readFileSync(ref, 'utf8') : ''}`;
}

/** A branch that has left what the remote has. */
function makeRepository(W) {
  const run = (cwd, ...args) => spawnSync(git, args, { cwd });
  run(W, 'init', '-q', '--bare', '-b', 'main', 'remote.git');
  run(W, 'clone', '-q', 'remote.git', 'repo');
  const repo = join(W, 'repo');
  run(repo, 'config', 'user.name', 'x');
  run(repo, 'config', 'user.email', 'x@example.org');
  run(repo, 'checkout', '-qb', 'main');
  run(repo, 'commit', '-qm', 'a', '--allow-empty');
  run(repo, 'push', '-qu', 'origin', 'main');
  run(repo, 'commit', '-qm', 'b', '--allow-empty', '--amend');
}
