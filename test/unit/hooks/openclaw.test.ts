import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openclaw } from '../../../src/agents/openclaw.ts';
import { closes, tryHook } from '../../support/hook-world.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-openclaw-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const launcher = join(root, 'launcher');
const places = {
  home: root,
  env: {},
  project: undefined,
  launcher,
  command: '',
  atDialog: '',
  afterCall: '',
  script: '',
};
const index = openclaw.setup?.files(places).at(-1);
const text = index?.kind === 'own' ? index.text : '';

type Handler = (event: object, context: object) => Promise<unknown>;

/** What the plugin makes of an answer of the launcher, and what it sent. */
async function plugin(answer: object, event: object, context: object = {}): Promise<readonly [unknown, unknown]> {
  const sent = join(root, 'sent');
  writeFileSync(launcher, `#!/bin/sh\ncat > '${sent}'\necho '${JSON.stringify(answer)}'\n`);
  chmodSync(launcher, 0o755);
  const module = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  let handler: Handler = async () => 'nothing registered';
  const agent = { resolveAgentWorkspaceDir: (_config: object, id: string) => join('/spaces', id) };
  const runtime = { config: { current: () => ({}) }, agent };
  const on = (_name: string, one: Handler) => {
    handler = one;
  };
  module.default.register({ runtime, on });
  const said = await handler(event, { agentId: 'main', sessionId: 's', ...context });
  return [said, JSON.parse(readFileSync(sent, 'utf8'))];
}

const CALL = { toolName: 'exec', params: { command: 'ls' } };
const OWNER = { requester: { senderIsOwner: true } };

describe('the plugin', () => {
  test.each([
    [{ decision: 'allow' }, undefined],
    [{ decision: 'rewrite', args: { command: 'ls -l' } }, { params: { command: 'ls -l' } }],
    [
      { decision: 'deny', reason: 'no' },
      { block: true, blockReason: 'no' },
    ],
    [{ decision: 'deny' }, { block: true, blockReason: 'safeshell: refused' }],
    [{ decision: 'of another version' }, { block: true, blockReason: 'safeshell: refused' }],
    [{}, { block: true, blockReason: expect.stringContaining('safeshell: not run') }],
  ])('makes of %j: %j', async (answer, expected) => {
    expect((await plugin(answer, CALL))[0]).toEqual(expected);
  });

  test('asks once, and offers no yes for ever', async () => {
    const [said] = await plugin({ decision: 'ask', reason: 'r'.repeat(900) }, CALL, OWNER);
    expect(said).toMatchObject({ requireApproval: { allowedDecisions: ['allow-once', 'deny'] } });
    const { description } = (said as { requireApproval: { description: string } }).requireApproval;
    expect(description.length).toBeLessThanOrEqual(512);
  });

  test.each([
    [CALL, {}, { tool: 'exec', dialog: false, directory: '/spaces/main', sessionID: 's' }],
    [CALL, OWNER, { dialog: true }],
    [CALL, { requester: { senderIsOwner: false } }, { dialog: false }],
    [CALL, { requester: {} }, { dialog: false }],
    [CALL, { sessionId: undefined, sessionKey: 'k' }, { sessionID: 'k' }],
    [{ ...CALL, toolKind: 'code_mode_exec' }, {}, { tool: 'code_mode_exec' }],
  ])('of %j with %j sends %j', async (event, context, sent) => {
    expect((await plugin({ decision: 'allow' }, event, context))[1]).toMatchObject(sent);
  });

  test('leaves out a directory that it cannot know', async () => {
    const [, sent] = await plugin({ decision: 'allow' }, CALL, { agentId: undefined });
    expect(sent).not.toHaveProperty('directory');
  });
});

describe('calls that are no line', () => {
  const sent = (tool: string, args: object) => tryHook('openclaw', { tool, args, sessionID: 's', directory: '/' });
  const run = (line: string) => `const { execSync } = require('child_process'); execSync(${JSON.stringify(line)})`;

  test.each([
    ['code_mode_exec', { code: run('rm -rf /') }],
    ['code_mode_exec', { command: run('rm -rf /') }],
    ['code_mode_exec', { code: '1', command: run('rm -rf /') }],
    ['code_mode_exec', {}],
    ['exec', { code: 'ls' }],
    ['process', { action: 'write' }],
    ['process', { action: 'send-keys', literal: 'rm -rf /\n' }],
  ])('%s %j is refused', async (tool, args) => {
    expect(closes('openclaw', await sent(tool, args))).toBe(true);
  });

  test.each([
    ['code_mode_exec', { code: 'rm -rf /' }], // no JavaScript
    ['code_mode_exec', { code: 'return await tools.call("openclaw:core:read", { path: "a" })' }],
    ['process', { action: 'poll', sessionId: '1' }],
    ['process', { action: 'kill', sessionId: '1' }],
    ['process', { action: 'send-keys', keys: ['C-c'] }],
    ['process', { action: 'write', data: 'y\n' }],
  ])('%s %j passes', async (tool, args) => {
    expect((await sent(tool, args)).stdout).toBe('{"decision":"allow"}');
  });
});

describe('its folder', () => {
  const at = (env: Readonly<Record<string, string>>) =>
    openclaw.setup?.files({ ...places, env }).map(({ path }) => path);

  test.each([
    [{}, join(root, '.openclaw')],
    [{ OPENCLAW_HOME: '/srv' }, '/srv/.openclaw'],
    [{ OPENCLAW_HOME: '/srv', OPENCLAW_STATE_DIR: '/state' }, '/state'],
    [{ OPENCLAW_HOME: '' }, join(root, '.openclaw')],
  ])('with %j', (env, folder) => {
    const names = ['package.json', 'openclaw.plugin.json', 'index.js'];
    expect(at(env)).toEqual(names.map((name) => join(folder, 'extensions/safeshell', name)));
  });
});

describe('settings that keep it from being asked', () => {
  const path = join(root, '.openclaw/openclaw.json');
  const place = { home: root, env: {}, cwd: root, root, jsonIn: () => [] };
  const off = (settings: object) =>
    openclaw.setup?.asking?.off?.([{ path, text: '', settings: { ...settings } }], path, place);

  test.each([
    [{ plugins: { enabled: false } }, 'plugins.enabled'],
    [{ plugins: { deny: ['safeshell'] } }, 'plugins.deny'],
    [{ plugins: { allow: ['telegram'] } }, 'plugins.allow'],
    [{ plugins: { entries: { safeshell: { enabled: false } } } }, 'plugins.entries'],
    [{ plugins: { entries: { other: { enabled: true } } } }, 'plugins.entries'],
    [{}, 'plugins.entries'],
  ])('%j', (settings, said) => expect(off(settings)?.found).toContain(said));

  const entries = { safeshell: { enabled: true }, other: { enabled: false } };
  test.each([
    [{ plugins: { entries } }],
    [{ plugins: { enabled: true, allow: ['safeshell', 'telegram'], deny: ['x'], entries } }],
    [{ plugins: { allow: [], entries } }],
  ])('%j does not', (settings) => expect(off(settings)).toBeUndefined());
});
