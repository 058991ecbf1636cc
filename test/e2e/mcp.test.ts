import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepAgentSession } from '../../src/store/agent-sessions.ts';
import { openInbox } from '../../src/store/inbox.ts';
import { layoutOf } from '../../src/store/layout.ts';
import { removePatiently } from '../../src/store/patience.ts';
import { CHECKOUT } from '../support/installed.ts';

let home: string;
let client: Client;

let count = 0;
/** of the agent at hand: each test has one of its own */
let session: string;

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-mcp-')));
});
afterAll(() => removePatiently(home));
beforeEach(async () => {
  session = `agent-${++count}`;
  client = await connected(session);
});
afterEach(async () => {
  await client.close();
  rmSync(layoutOf(env(session)).state.inbox, { recursive: true, force: true });
});

const env = (id: string) => ({ HOME: home, PATH: '/usr/bin:/bin', SAFESHELL_SESSION: id });

/** A client of the official library with the built server behind it. */
async function connected(id: string): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(CHECKOUT, 'dist/cli.cjs'), 'mcp'],
    cwd: home,
    env: env(id),
    stderr: 'inherit',
  });
  const one = new Client({ name: 'test', version: '1' });
  await one.connect(transport);
  return one;
}

interface Called {
  readonly isError?: boolean;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a server says is looked at by toMatchObject
  readonly structured: any;
}

async function call(name: string, args: Record<string, unknown>, from = client): Promise<Called> {
  const result = await from.callTool({ name, arguments: args });
  const [first] = result.content as { type: string; text: string }[];
  return {
    ...(result.isError === true && { isError: true }),
    text: first?.text ?? '',
    structured: result.structuredContent,
  };
}

const inbox = () => openInbox(layoutOf(env(session)).state.inbox);

test('offers its three tools', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['check', 'explain', 'request_approval']);
  expect(client.getServerVersion()?.name).toBe('safeshell');
});

describe('check and explain', () => {
  test('say what the rules say', async () => {
    for (const [args, verdict, rule] of [
      [{ command: 'git push -f' }, 'require_approval', 'git/push-force'],
      [{ argv: ['git', 'push', '-f'] }, 'require_approval', 'git/push-force'],
      [{ tool: 'Bash', input: { command: 'rm -rf /' } }, 'deny', 'filesystem/delete-everything'],
      [{ command: 'git status' }, 'allow', null],
    ] as const) {
      expect((await call('check', args)).structured).toMatchObject({ verdict, rule });
      const explained = await call('explain', args);
      expect(explained.structured).toMatchObject({ verdict, rule, trace: expect.any(Array) });
      expect(explained.text).toContain(verdict);
    }
  });

  test('what is no request is an error, not a yes', async () => {
    for (const args of [{}, { command: 'ls', argv: ['ls'] }, { command: 3 }, { argv: [] }])
      expect(await call('check', args), JSON.stringify(args)).toMatchObject({ isError: true });
  });
});

describe('request_approval', () => {
  const steps = [{ command: 'git status' }, { command: 'git push -f' }, { command: 'git reset --hard' }];

  test('of a plan that nothing stops is given at once', async () => {
    const { structured } = await call('request_approval', { steps: [{ command: 'git status' }] });
    expect(structured).toMatchObject({ status: 'approved', steps: [{ step: 1, runs: true }] });
    expect(inbox().list()).toEqual([]);
  });

  test('of a plan with a step that is denied is none, and nobody is asked', async () => {
    const plan = [...steps, { command: 'rm -rf /' }];
    const { structured } = await call('request_approval', { steps: plan, wait_seconds: 0 });
    expect(structured.status).toBe('denied');
    expect(structured.steps[3]).toMatchObject({
      verdict: 'deny',
      rules: expect.arrayContaining(['filesystem/delete-everything']),
    });
    expect(inbox().list()).toEqual([]);
  });

  test('puts one question for all steps; its answer counts for exactly these, in this session', async () => {
    const waiting = await call('request_approval', { steps, wait_seconds: 0 });
    expect(waiting.structured.status).toBe('waiting');
    const [asked, ...more] = inbox().list();
    expect(more).toEqual([]);
    expect(asked?.request).toMatchObject({ door: 'mcp', session, actor: 'ai', rule: 'git/push-force' });
    expect(asked?.request.explain.split('\n')).toEqual([
      '1. git status',
      expect.stringMatching(/^2\. git push -f \[asks: git\/push-force/),
      expect.stringMatching(/^3\. git reset --hard \[asks: git\//),
    ]);
    inbox().answer(asked!.request, { answer: 'once', who: 'test' });
    const approved = await call('request_approval', { steps, wait_seconds: 0 });
    expect(approved.structured).toMatchObject({ status: 'approved', steps: [{}, { runs: true }, { runs: true }] });
    expect((await call('check', { command: 'git push -f' })).structured.verdict).toBe('allow');
    expect((await call('check', { command: 'git push -f origin' })).structured.verdict).toBe('require_approval');
    const other = await connected('another');
    expect((await call('check', { command: 'git push -f' }, other)).structured.verdict).toBe('require_approval');
    await other.close();
  });

  test('waits for the answer, and hands on what was said with a no', async () => {
    const pending = call('request_approval', { steps, wait_seconds: 60 });
    await expect.poll(() => inbox().list().length, { timeout: 60_000 }).toBe(1);
    const [asked] = inbox().list();
    inbox().answer(asked!.request, { answer: 'no', reason: 'not on Fridays', who: 'test' });
    const { structured, text } = await pending;
    expect(structured).toMatchObject({ status: 'denied', reason: 'not on Fridays' });
    expect(text).toContain('not on Fridays');
    expect((await call('check', { command: 'git push -f' })).structured.verdict).toBe('require_approval');
  });

  test('is about the session that the agent has told its hooks of', async () => {
    keepAgentSession(layoutOf(env(session)), session, 'conversation-7');
    await call('request_approval', { steps, wait_seconds: 0 });
    expect(inbox().list()[0]?.request.session).toBe('conversation-7');
  });

  test('shows no secrets, and who looks closer everything else', async () => {
    const long = `git push -f ${'a '.repeat(300)}middle${' b'.repeat(300)}`;
    await call('request_approval', { steps: [{ command: long }], wait_seconds: 0 });
    const [
      {
        request: { what = '', explain = '' },
      } = { request: {} },
    ] = inbox().list();
    expect([what.includes('middle'), explain.includes('middle')]).toEqual([false, true]);
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await call('request_approval', { steps: [{ command: `git push -f https://x:${secret}@h/r` }], wait_seconds: 0 });
    expect(JSON.stringify(inbox().list())).not.toContain(secret);
  });
});
