import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHECKOUT } from '../support/installed.ts';

const FOLDER = join(CHECKOUT, 'integrations');
const json = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));
const PLUGIN = 'plugins/safeshell';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'temporary-plugin-'));
  mkdirSync(join(root, '.local/bin'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A safeshell that is installed for this person, and does what a test wants. */
function installed(body: string): void {
  const path = join(root, '.local/bin/safeshell');
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
}

describe('manifests', () => {
  test.each([
    ['.claude-plugin/marketplace.json', (it: { plugins: unknown[] }) => it.plugins[0]],
    [`${PLUGIN}/.claude-plugin/plugin.json`, (it: unknown) => it],
    [`${PLUGIN}/gemini-extension.json`, (it: unknown) => it],
  ])('%s names the plugin and the version of this package', (file, of) => {
    const { version } = json(CHECKOUT, 'package.json');
    expect(of(json(FOLDER, file))).toMatchObject({ name: 'safeshell', version, description: expect.any(String) });
  });

  test('the marketplace leads to the plugin', () => {
    const [{ source }] = json(FOLDER, '.claude-plugin/marketplace.json').plugins;
    expect(json(FOLDER, source, '.claude-plugin/plugin.json').name).toBe('safeshell');
  });
});

const { hooks } = json(FOLDER, PLUGIN, 'hooks/hooks.json');
const HOOKS: readonly (readonly [string, string])[] = [
  ['PreToolUse', hooks.PreToolUse[0].hooks[0]],
  ['BeforeTool', hooks.BeforeTool[0].hooks[0]],
].map(([event, hook]) => [event, hook.command]);

describe.each(HOOKS)('the hook for %s', (event, command) => {
  const start = (env: object = {}) =>
    spawnSync('/bin/sh', ['-c', command], {
      input: '{"a":1}',
      encoding: 'utf8',
      env: { HOME: root, PATH: '/usr/bin:/bin', ...env },
    });

  test('hands the payload to safeshell, and its answer back', () => {
    installed('echo "$@"; cat; echo why >&2; exit 2');
    const words = event === 'BeforeTool' ? 'hook --agent gemini' : 'hook';
    expect(start()).toMatchObject({ status: 2, stdout: `${words}\n{"a":1}`, stderr: 'why\n' });
    installed('exit 0');
    expect(start()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  test.each(['kill -9 $$', 'exit 1', 'exit 70', 'exit 127'])('refuses where safeshell ends with %s', (body) => {
    installed(`echo 'Error: no module at x.js:1' >&2; ${body}`);
    const { status, stdout, stderr } = start();
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('the guard gave no answer')]);
    expect(stderr).not.toContain('x.js');
  });

  test('does not wait for what safeshell leaves running', () => {
    installed('sleep 60 <&- >/dev/null 2>&1 & exit 0');
    expect(
      spawnSync('/bin/sh', ['-c', command], { env: { HOME: root, PATH: '/usr/bin:/bin' }, timeout: 30_000 }).status,
    ).toBe(0);
  });

  test('refuses where there is no safeshell, and says so', () => {
    const { status, stdout, stderr } = start();
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('safeshell is not installed')]);
  });

  test('starts the same for every person: the text is what is trusted', () => {
    expect(command).not.toMatch(/\d+\.\d+|\/home|\/Users/);
  });
});

describe('the plugin of OpenCode', () => {
  const call = async (args: { command: string }) => {
    const url = `${pathToFileURL(join(FOLDER, 'opencode/safeshell.js'))}`;
    const { Safeshell } = (await import(url)) as {
      Safeshell: (at: object) => Promise<Record<string, (call: object, output: object) => Promise<void>>>;
    };
    const plugin = await Safeshell({ directory: '/x' });
    const { HOME, PATH } = process.env;
    Object.assign(process.env, { HOME: root, PATH: '/usr/bin:/bin' });
    try {
      await plugin['tool.execute.before']?.({ tool: 'bash', sessionID: 's' }, { args });
    } finally {
      Object.assign(process.env, { HOME, PATH });
    }
    return args;
  };

  test('throws what is refused, hands on what is rewritten, and lets the rest pass', async () => {
    installed(`grep -q '"tool":"bash","args":{"command":"x"},"sessionID":"s","directory":"/x"' || exit 1
echo '{"decision":"deny","reason":"because"}'`);
    await expect(call({ command: 'x' })).rejects.toThrow('because');
    installed(`echo '{"decision":"rewrite","args":{"command":"y"}}'`);
    expect(await call({ command: 'x' })).toEqual({ command: 'y' });
    installed(`echo '{"decision":"allow"}'`);
    expect(await call({ command: 'x' })).toEqual({ command: 'x' });
  });

  test.each(['kill -9 $$', 'exit 1', 'exit 0', 'echo no', "echo '{}'; exit 2", "echo '{}'", 'echo null'])(
    'refuses where safeshell says %s',
    async (body) => {
      installed(body);
      await expect(call({ command: 'x' })).rejects.toThrow('safeshell: ');
    },
  );

  test('refuses where there is no safeshell', async () => {
    await expect(call({ command: 'x' })).rejects.toThrow('safeshell is not installed');
  });
});
