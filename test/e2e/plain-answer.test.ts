import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removePatiently } from '../../src/store/patience.ts';
import { CHECKOUT } from '../support/installed.ts';

/** Writes down what a process loaded of Node.js and of dist/, and how much it read of the compiled policy. */
const WITNESS = `
  const fs = require('node:fs');
  const { basename } = require('node:path');
  const { readFileSync, openSync, readSync } = fs;
  const parts = [];
  const packs = new Set();
  let policyBytes = 0;
  fs.readFileSync = (path, ...rest) => {
    if (String(path).includes('/dist/')) parts.push(basename(path));
    return readFileSync(path, ...rest);
  };
  fs.openSync = (path, ...rest) => {
    if (String(path).includes('/dist/')) parts.push(basename(path));
    const descriptor = openSync(path, ...rest);
    if (String(path).endsWith('.pack')) packs.add(descriptor);
    return descriptor;
  };
  fs.readSync = (descriptor, ...rest) => {
    const count = readSync(descriptor, ...rest);
    if (packs.has(descriptor)) policyBytes += count;
    return count;
  };
  process.on('exit', () => {
    const builtins = process.moduleLoadList.filter((name) => name.startsWith('NativeModule'));
    fs.writeFileSync(process.env.SEEN, JSON.stringify({ builtins, parts, policyBytes }));
  });`;

interface Seen {
  readonly builtins: readonly string[];
  readonly parts: readonly string[];
  readonly policyBytes: number;
}

let home: string;
beforeAll(() => {
  // a name that chance makes may look like a secret, which what redacts is then loaded for
  home = join(realpathSync(tmpdir()), `safeshell-plain-${process.pid}`);
  mkdirSync(home);
  writeFileSync(join(home, 'witness.cjs'), WITNESS);
  writeFileSync(join(home, 'empty.cjs'), '');
  refresh();
  safeshell('agents', 'install', 'claude');
});
afterAll(() => removePatiently(home));

const env = () => ({
  HOME: home,
  PATH: '/usr/bin:/bin',
  SAFESHELL_CONTEXT: 'human',
  SAFESHELL_STEP: 'ask',
  SAFESHELL_SHIMS: join(home, '.local/share/safeshell/shims'),
  SEEN: join(home, 'seen.json'),
});

function safeshell(...words: readonly string[]): void {
  const ran = spawnSync(process.execPath, [join(CHECKOUT, 'dist/cli.cjs'), ...words], { cwd: home, env: env() });
  if (ran.status !== 0) throw new Error(String(ran.stderr));
}

const refresh = () => safeshell('refresh');

interface Ended extends Seen {
  readonly status: number | null;
  readonly stdout: string;
}

function seen(main: string, argv: readonly string[] = [], input = ''): Ended {
  const words = ['--require', join(home, 'witness.cjs'), main, ...argv];
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: home, env: env(), input, encoding: 'utf8' });
  return { status, stdout, ...(JSON.parse(readFileSync(env().SEEN, 'utf8')) as Seen) };
}

const answer = (...argv: readonly string[]) => seen(join(CHECKOUT, 'dist/shim.cjs'), argv);

/** What the hook says of a line, and what it loads for that once its code is kept. */
function hook(command: string): Ended {
  const payload = {
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    cwd: home,
    session_id: 'x',
    tool_input: { command },
  };
  const ask = () =>
    seen(
      join(CHECKOUT, 'dist/hook.cjs'),
      ['claude', join(home, '.local/share/safeshell/hooks')],
      JSON.stringify(payload),
    );
  ask();
  return ask();
}

const newIn = ({ builtins }: Seen) => {
  const nothing = new Set(seen(join(home, 'empty.cjs')).builtins);
  return builtins.filter((name) => !nothing.has(name));
};

test('a plain answer loads no more than it needs', () => {
  for (const [argv, ...more] of [
    // hooks of a repository and scripts of package.json are files that they may run: the analysis looks for them
    [['git', 'commit', '-m', 'x'], 'shell.cjs', 'git.cjs'],
    [['git', 'push', '-u', 'origin', 'x'], 'shell.cjs', 'git.cjs'],
    [['npm', 'install', 'x'], 'shell.cjs', 'grammars.cjs'],
    [['curl', '-fsSL', 'https://example.org/f', '-o', 'f'], 'grammars.cjs'],
    [['rm', '-f', 'no-such-file']],
  ] as const) {
    answer(...argv);
    const one = answer(...argv);
    expect(one.status).toBe(222);
    expect(one.parts).toEqual(['shim.cjs', 'shim-main.cjs', ...more]);
    expect(newIn(one)).toEqual(['NativeModule vm']);
  }
});

test('a shim recognises agents without the code of their hooks', () => {
  const bundle = readFileSync(join(CHECKOUT, 'dist/shim-main.cjs'), 'utf8');
  expect(bundle).toContain('CLAUDE_CODE_CHILD_SESSION');
  expect(bundle).not.toMatch(/beforeShellExecution|hookSpecificOutput/);
});

test('so it is with a line at the hook', () => {
  for (const [line, ...more] of [
    ['ls -la src | head -30', 'grammars.cjs'],
    ['git log constructor __proto__ toString', 'git.cjs', 'places.cjs'], // no names of a table's own
    ['git status --porcelain && npm run build 2>&1 | tail -5', 'git.cjs', 'grammars.cjs'],
    ["sed -n '1,80p' a.ts", 'code.cjs', 'grammars.cjs', 'places.cjs'], // whether the file is a place of keys
    ["python3 -c 'print(1)'", 'python.cjs', 'grammars.cjs'],
    ["node -e 'console.log(1)'", 'javascript.cjs', 'grammars.cjs'],
    ["php -r 'echo 1;'", 'php.cjs', 'grammars.cjs'],
  ] as const) {
    const one = hook(line);
    expect([line, one.status, one.stdout]).toEqual([line, 0, '']);
    expect(one.parts).toEqual(['hook.cjs', 'hook-main.cjs', 'shell.cjs', 'parser.cjs', ...more]);
    expect(newIn(one)).toEqual(['NativeModule vm']);
  }
});

test.each([
  `python3 -c 'import shutil; shutil.rmtree("/etc")'`,
  `node -e 'require("fs").rmSync("/etc", { recursive: true })'`,
  `php -r 'unlink("/etc/passwd");'`,
])('code is read with the tables that the build decoded: %s', (line) => {
  expect(JSON.parse(hook(line).stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
});

test('what is read of a policy does not grow with the rules for other programs', () => {
  const before = answer('git', 'commit', '-m', 'x').policyBytes;
  const rules = Array.from(
    { length: 120 },
    (_none, at) => `  - { name: r${at}, commands: [tool-${at}], action: deny, conditions: [{ args: { operand: x } }] }`,
  );
  const folder = join(home, '.config/safeshell/rules');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'many.yaml'), `version: 1\nrules:\n${rules.join('\n')}\n`);
  refresh();
  answer('git', 'commit', '-m', 'x');
  const { policyBytes } = answer('git', 'commit', '-m', 'x');
  expect(before).toBeGreaterThan(20_000);
  expect(policyBytes).toBeLessThan(before * 1.05);
});
