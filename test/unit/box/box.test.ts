import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { detectActor } from '../../../src/facts/actor.ts';
import { sessionId } from '../../../src/facts/session-id.ts';
import { boxedShims } from '../../../src/install/box/boxed-shims.ts';
import { shimText } from '../../../src/install/shim-text.ts';
import { parseBox } from '../../../src/store/box.ts';

const folder = mkdtempSync(join(tmpdir(), 'temporary-box-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['{"session":"box-1"}', { session: 'box-1' }],
  ['{"session":"box-1","hasWall":true}', { session: 'box-1', hasWall: true }],
  ['{"session":"box-1","hasWall":"no"}', { session: 'box-1' }],
  ['', undefined],
  ['{"session":7}', undefined],
  ['[]', undefined],
  ['{"session":"x"', undefined],
])('what says that this is a box: %s', (text, box) => expect(parseBox(text)).toEqual(box));

test('all in a box is an agent, whatever the environment says, and of its session', () => {
  const env = { SAFESHELL_CONTEXT: 'human', SAFESHELL_SESSION: 'mine' };
  const settings = { trustContextVariable: true };
  const box = { session: 'box-1' };
  expect(detectActor({ env, settings, ancestors: () => [], box })).toMatchObject({ actor: 'ai' });
  expect(detectActor({ env, settings, ancestors: () => [], box: undefined })).toMatchObject({ actor: 'human' });
  expect([sessionId(env, undefined, { pid: process.pid, box }), sessionId(env, undefined)]).toEqual(['box-1', 'mine']);
});

describe('what lies over a program', () => {
  const shims = {
    template: shimText('.', 'boxed.sh'),
    bash: '/bin/bash',
    root: '',
    shims: folder,
    agent: join(folder, 'agent-pid'),
    own: ['/own/', '/launcher'],
  };
  const bash = spawnSync('/bin/bash', ['-c', ':']).status === 0;
  /** What the shim of that name gets, or the program itself. */
  const called = (names: readonly string[], as: string, words: readonly string[], agent = '') => {
    for (const name of names) writeFileSync(join(folder, name), `echo shim ${name} "$__ss_program" "$@"; exit 0\n`);
    const text = boxedShims([{ path: '/bin/echo', names }], shims).get('/bin/echo') ?? '';
    const file = join(mkdtempSync(join(folder, 'over-')), as);
    writeFileSync(file, text, { mode: 0o755 });
    writeFileSync(shims.agent, agent);
    const { stdout } = spawnSync(file, words, { env: { __ss_called: 'forged' }, encoding: 'utf8' });
    return stdout.trimEnd();
  };
  test.skipIf(!bash).each<[readonly string[], string, readonly string[], string]>([
    [['one'], 'called-one', ['a b', ''], 'shim one /bin/echo a b'],
    [['dash', 'sh'], 'sh', ['-c', 'x'], 'shim sh /bin/echo -c x'],
    [['dash', 'sh'], 'ls', ['x'], 'shim dash /bin/echo x'],
    [['dash', 'sh'], 'sh', ['/own/hooks/claude'], '/own/hooks/claude'],
    [['dash', 'sh'], 'sh', ['/launcher', 'check'], '/launcher check'],
    [['dash', 'sh'], 'sh', ['/own/../tmp/x'], 'shim sh /bin/echo /own/../tmp/x'],
    [['dash', 'sh'], 'sh', ['/launcher2'], 'shim sh /bin/echo /launcher2'],
    [['rm'], 'rm', ['/own/x'], 'shim rm /bin/echo /own/x'],
    [['busybox', 'sh'], 'busybox', ['/own/x'], 'shim busybox /bin/echo /own/x'],
    [['git'], 'git-push', ['--force'], 'shim git /bin/echo push --force'],
    [['git'], 'git', ['push'], 'shim git /bin/echo push'],
  ])('%s as %s %s', (names, as, words, expected) => {
    expect(called(names, as, words)).toBe(expected);
  });
  test.skipIf(!bash)('the shell of the agent itself is for its hook, other programs are not', () => {
    const agent = `${process.pid}\n`;
    expect(called(['dash', 'sh'], 'sh', ['-c', 'x'], agent)).toBe('-c x');
    expect(called(['busybox', 'sh'], 'sh', ['-c', 'x'], agent)).toBe('-c x');
    expect(called(['busybox', 'sh'], 'busybox', ['rm', 'x'], agent)).toBe('shim busybox /bin/echo rm x');
    expect(called(['rm'], 'rm', ['-c', 'x'], agent)).toBe('shim rm /bin/echo -c x');
    expect(called(['dash', 'sh'], 'sh', ['-c', 'x'], `${process.ppid}\n`)).toBe('shim sh /bin/echo -c x');
  });
});
