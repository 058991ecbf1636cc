// What an agent is in these tests: a program of its own, which starts others as they are. Prints what became of each way.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const { ways, folder, places, git } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const results = [];
for (const [at, { name, argv, env, files = {}, pushes }] of ways.entries()) {
  const W = join(folder, `way-${at}`);
  const V = join(W, 'victim');
  const vars = { ...places, W, V };
  const fill = (text) => text.replace(/\$(V|R|W|OUT)\b/g, (whole, key) => vars[key] ?? whole);
  mkdirSync(V, { recursive: true });
  writeFileSync(join(V, 'file'), 'x');
  if (argv[0].endsWith('git') || pushes) makeRepository(W);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(W, file)), { recursive: true });
    writeFileSync(join(W, file), text);
    chmodSync(join(W, file), 0o755);
    if (file.endsWith('.c')) spawnSync(`${places.T}/usr/bin/gcc`, ['-w', '-o', join(W, 'way'), join(W, file)]);
  }
  const before = stateOf(W, V);
  const [program, ...rest] = argv.map(fill);
  const given = { env: { ...(env ?? process.env), ...places, W, V }, cwd: W, input: '', encoding: 'utf8', timeout: 20_000 };
  const { status, stdout, stderr, error } = spawnSync(program, rest, given);
  const out = `${stdout ?? ''}${stderr ?? ''}${error ?? ''}`;
  results.push({ name, status, out: out.slice(0, 2000), done: stateOf(W, V) !== before });
}
process.stdout.write(JSON.stringify(results));

function stateOf(W, V) {
  const ref = join(W, 'remote.git/refs/heads/main');
  return `${existsSync(join(V, 'file'))} ${existsSync(ref) ? readFileSync(ref, 'utf8') : ''}`;
}

/** A branch that has left what the remote has. */
function makeRepository(W) {
  const run = (cwd, ...args) => spawnSync(git, args, { cwd, encoding: 'utf8' });
  run(W, 'init', '-q', '--bare', '-b', 'main', 'remote.git');
  run(W, 'clone', '-q', 'remote.git', 'repo');
  const repo = join(W, 'repo');
  for (const [key, value] of [['user.name', 'x'], ['user.email', 'x@example.org'], ['push.default', 'upstream']]) run(repo, 'config', key, value);
  run(repo, 'checkout', '-qb', 'main');
  run(repo, 'commit', '-qm', 'a', '--allow-empty');
  run(repo, 'push', '-qu', 'origin', 'main');
  run(repo, 'commit', '-qm', 'b', '--allow-empty', '--amend');
}
