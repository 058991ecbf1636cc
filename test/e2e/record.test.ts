import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installedHome, type TempHome } from '../support/installed.ts';

let home: TempHome;
let project: string;
beforeAll(() => {
  home = installedHome();
  home.file('.config/safeshell/config.yaml', 'version: 1\npacks: { enable: [trash] }\n');
  project = join(home.home, 'project');
  mkdirSync(project);
  home.run('/usr/bin/git', ['init', '-q', '-b', 'topic', project]);
  home.safeshell(['refresh']);
});
afterAll(() => home.remove());

const agent = { CLAUDECODE: '1' };
const path = () => `${home.guardedPath}:${home.home}/.local/bin`;
/** A line as an agent would run it, with the shims in PATH. */
const asAgent = (line: string) => home.run('/bin/sh', ['-c', line], { cwd: project, env: { ...agent, PATH: path() } });
const safeshell = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  home.safeshell(args, { cwd: project, env });
const trashed = () => {
  const files = join(home.home, '.local/share/Trash/files');
  return existsSync(files) ? readdirSync(files).sort() : [];
};

describe('what an agent deletes in the project', () => {
  test('goes to the trash, as if rm had run, and comes back', () => {
    writeFileSync(join(project, 'a b.txt'), 'mine');
    const { status, stdout } = asAgent('rm "a b.txt"');
    expect([status, stdout, existsSync(join(project, 'a b.txt')), trashed()]).toEqual([0, '', false, ['a b.txt']]);
    expect(safeshell(['trash', 'restore', 'a b.txt'], agent).status).toBe(0);
    expect(readFileSync(join(project, 'a b.txt'), 'utf8')).toBe('mine');
  });

  test.each([
    ['rm missing', 1, "rm: cannot remove 'missing': No such file or directory\n"],
    ['rm -f missing', 0, ''],
    ['mkdir -p d; rm d', 1, "rm: cannot remove 'd': Is a directory\n"],
    ['mkdir -p d; rm -r d', 0, ''],
    ['touch -- -x; rm -- -x', 0, ''],
    ['touch q; echo n | rm -i q; test -f q', 0, "rm: remove regular file 'q'? "],
    ['touch q; echo y | rm -i q; test ! -f q', 0, "rm: remove regular file 'q'? "],
  ])('%s', (line, status, said) => {
    const ran = asAgent(line);
    expect([ran.status, ran.stderr.replace(/^safeshell: \{.*\n/gm, '')]).toEqual([status, said]);
    expect(home.starts()).toEqual([]);
  });

  test('but for what the next build makes again', () => {
    mkdirSync(join(project, 'node_modules'), { recursive: true });
    const before = trashed();
    expect(asAgent('rm -rf node_modules').status).toBe(0);
    expect(home.starts()).toEqual(['rm -rf node_modules']);
    expect(trashed()).toEqual(before);
  });

  test('through the hook too', () => {
    const payload = {
      hook_event_name: 'PreToolUse',
      permission_mode: 'default',
      session_id: 's-1',
      cwd: project,
      tool_name: 'Bash',
      tool_input: { command: 'rm notes.txt && ls' },
    };
    const { stdout } = home.safeshell(['hook', '--agent', 'claude'], { cwd: project, input: JSON.stringify(payload) });
    expect(JSON.parse(stdout).hookSpecificOutput.updatedInput.command).toBe(
      'safeshell trash put --as-rm notes.txt && ls',
    );
  });

  test('an agent does not get by the trash what it may not with rm', () => {
    const { status, stderr } = safeshell(['trash', 'put', join(home.home, '.config/safeshell')], agent);
    expect([status, /"rule":"self\/own-files"/.test(stderr)]).toEqual([126, true]);
    expect(safeshell(['trash', 'empty'], agent).status).toBe(77);
    const note = '[Trash Info]\nPath=/record home/x\nDeletionDate=2026-01-01T00:00:00\n';
    const target = join(home.home, '.config/safeshell/rules/x.yaml');
    home.file('.local/share/Trash/files/planted', '');
    home.file('.local/share/Trash/info/planted.trashinfo', note.replace('/record home/x', encodeURI(target)));
    expect(safeshell(['trash', 'restore', target], agent).status).toBe(1);
    expect(existsSync(target)).toBe(false);
  });
});

describe('the record', () => {
  test('holds each request, and how what the guard ran has ended', () => {
    writeFileSync(join(project, 'x'), '');
    asAgent('git push --force; rm x');
    const { stdout } = safeshell(['log', '--json', '--actor', 'ai', '--limit', '2']);
    const [push, rm] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(push).toMatchObject({ door: 'shim', verdict: 'require_approval', rule: 'git/push-force' });
    expect(push).toMatchObject({ actor: 'ai', how: expect.any(String), outcome: { kind: 'refuse' } });
    expect(rm).toMatchObject({ rule: 'trash/delete', outcome: { kind: 'replace' }, action: { argv: ['rm', 'x'] } });
    const folder = '.local/state/safeshell/audit';
    const [day = ''] = readdirSync(join(home.home, folder)).sort();
    const end = JSON.parse(home.read(join(folder, day)).trimEnd().split('\n').at(-1) ?? '');
    expect(end).toMatchObject({ type: 'end', of: rm.hash, status: 0 });
  });

  test('is filtered, counted, and shown to people', () => {
    expect(safeshell(['log', '--rule', 'trash', '--door', 'hook']).stdout).toMatch(
      /^\S+ \S+ {2}replaced {3}claude {4}rm notes.txt && ls {2}\[trash\/delete\]\n$/,
    );
    const stats = JSON.parse(safeshell(['log', 'stats', '--json']).stdout);
    expect(stats.agents).toMatchObject({ claude: 1 });
    expect(stats.rules.map(({ rule }: { rule: string }) => rule)).toContain('trash/delete');
    expect(safeshell(['log', 'stats']).stdout).toContain('Rules, noisy ones first');
    expect(safeshell(['report', '--output', 'out.html', '--json']).stdout).toContain(join(project, 'out.html'));
    expect(readFileSync(join(project, 'out.html'), 'utf8')).toMatch(
      /^<!doctype html>[\s\S]*git\/push-force[\s\S]*<\/html>\n$/,
    );
  });

  test('holds what nobody could judge, but not what was sent', () => {
    const hook = home.safeshell(['hook', '--agent', 'claude'], { cwd: project, input: '{"secret' });
    expect(hook.status).toBe(2);
    const { stdout } = safeshell(['log', '--json', '--limit', '1', '--decision', 'escalate']);
    const outcome = { kind: 'refuse', cause: 'guard-broken' };
    expect(JSON.parse(stdout)).toMatchObject({ outcome, problem: 'what the agent sent is no JSON object' });
    expect(stdout).not.toContain('secret');
  });

  test('is followed', async () => {
    const env = { HOME: home.home, PATH: home.path };
    const args = ['log', '--follow', '--limit', '1', '--rule', 'push-force'];
    const child = spawn(home.launcher, args, { cwd: project, env });
    try {
      let seen = '';
      child.stdout.on('data', (chunk: Buffer) => {
        seen += chunk;
      });
      asAgent('git push -f first');
      await expect.poll(() => seen, { timeout: 60_000 }).toContain('first');
      asAgent('git push -f second');
      await expect.poll(() => seen, { timeout: 60_000 }).toMatch(/first[\s\S]*second/);
    } finally {
      child.kill();
    }
  });

  test('is sealed now and then by a process that nobody waits for', async () => {
    const folder = join(home.home, '.local/state/safeshell/audit');
    const [today = ''] = readdirSync(folder).sort();
    const before = home.read(join('.local/state/safeshell/audit', today));
    rmSync(join(folder, 'seals.jsonl'), { force: true });
    for (const old of ['2020-01-01', '2020-06-01']) home.file(`.local/state/safeshell/audit/${old}.jsonl`, before);
    home.file(join('.local/state/safeshell/audit', today), '');
    asAgent('rm -f missing');
    await expect.poll(() => existsSync(join(folder, '2020-01-01.jsonl')), { timeout: 60_000 }).toBe(false);
    expect(home.read('.local/state/safeshell/audit/seals.jsonl')).toContain('"type":"dropped"');
    await expect
      .poll(() => readdirSync(folder).filter((name) => name.endsWith('.lock')), { timeout: 60_000 })
      .toEqual([]);
    home.file(
      join('.local/state/safeshell/audit', today),
      before + home.read(join('.local/state/safeshell/audit', today)),
    );
    rmSync(join(folder, 'seals.jsonl'));
  });

  test('is what the status line of an agent tells', () => {
    const line = (payload: string, args: readonly string[] = []) =>
      home.safeshell(['statusline', ...args], { cwd: project, input: payload, env: { NO_COLOR: '1' } }).stdout;
    const call = {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'rm -rf /' },
      cwd: project,
    };
    const payload = JSON.stringify({ ...call, session_id: 's-stopped' });
    expect(JSON.parse(line('{', ['--json']))).toMatchObject({ guard: 'off', stopped: 0 });
    home.safeshell(['hook', '--agent', 'claude'], { cwd: project, input: payload });
    expect(line(JSON.stringify({ session_id: 's-stopped', cwd: project }))).toMatch(
      /^safeshell on( \| \d+ to approve)? \| 1 stopped\n$/,
    );
  });

  test('goes to the collector that config.yaml names', async () => {
    asAgent('rm -f missing');
    let bytes = 0;
    const server = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      request.on('end', () => response.writeHead(200).end('{}'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const config = home.read('.config/safeshell/config.yaml');
    home.file('.config/safeshell/config.yaml', `${config}otlp: { endpoint: "http://127.0.0.1:${port}" }\n`);
    const env = { HOME: home.home, PATH: home.path };
    const child = spawn(home.launcher, ['log', 'export', '--json'], { cwd: project, env });
    const [[printed]] = await Promise.all([once(child.stdout, 'data'), once(child, 'close')]);
    server.close();
    expect(JSON.parse(String(printed)).sent).toBeGreaterThan(0);
    expect(bytes).toBeGreaterThan(300);
    home.file('.config/safeshell/config.yaml', config);
    expect(safeshell(['log', 'export']).status).toBe(65);
  });

  test.each([
    ['log', '--since', 'now'],
    ['log', 'verify', '--contains', 'x'],
    ['trash', 'burn'],
  ])('%s %s %s', (...args) => expect(safeshell(args).status).toBe(64));

  test('is sealed, and tells what was changed', () => {
    const { ok, head, files } = JSON.parse(safeshell(['log', 'verify', '--json']).stdout);
    expect([ok, files[0].bytes]).toEqual([true, files[0].sealed_bytes]);
    expect(safeshell(['log', 'verify', '--contains', head]).status).toBe(0);
    expect(safeshell(['log', 'verify', '--contains', '0'.repeat(12)]).status).toBe(1);
    const file = join('.local/state/safeshell/audit', files[0].file);
    home.file(file, home.read(file).replace('git/push-force', 'git/push-farce'));
    const changed = safeshell(['log', 'verify']);
    expect([changed.status, changed.stdout]).toEqual([1, expect.stringContaining('line ')]);
  });
});
