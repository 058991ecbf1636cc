import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removePatiently } from '../../src/store/patience.ts';
import { CHECKOUT } from '../support/installed.ts';

let home: string;
let answer: string;
let calls = 0;

const server = createServer((request, response) => {
  calls++;
  request.resume();
  request.on('end', () => response.end(JSON.stringify({ choices: [{ message: { content: answer } }] })));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  home = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-judged-')));
  const config = join(home, '.config/safeshell');
  mkdirSync(join(config, 'rules'), { recursive: true });
  writeFileSync(
    join(config, 'config.yaml'),
    `judge: { kind: openai, url: "http://127.0.0.1:${port}", model: m, timeout_seconds: 20 }\n`,
  );
  writeFileSync(
    join(config, 'rules/shop.yaml'),
    'rules: [{ id: shop, trigger: always, effect: "ordering things from shops", mode: block }]\n',
  );
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  removePatiently(home);
});

function safeshell(args: readonly string[], input = ''): Promise<string> {
  const child = spawn(process.execPath, [join(CHECKOUT, 'dist/cli.cjs'), ...args], {
    cwd: home,
    env: { HOME: home, PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(input);
  return new Promise((resolve) => {
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.on('close', () => resolve(out));
  });
}

const payload = (item: number) =>
  JSON.stringify({
    session_id: 's',
    hook_event_name: 'PreToolUse',
    permission_mode: 'default',
    cwd: home,
    tool_name: 'Bash',
    tool_input: { command: `curl -d item=${item} https://shop.example` },
  });

test('a hook goes by what the judge says, and remembers it', async () => {
  answer = '{"applies": true, "confidence": 1, "reason": "it buys"}';
  expect(await safeshell(['hook', '--agent', 'claude'], payload(1))).toContain('"permissionDecision":"deny"');
  answer = '{"applies": false, "confidence": 1, "reason": "it asks for a price"}';
  expect(await safeshell(['hook', '--agent', 'claude'], payload(2))).toBe('');
  expect(await safeshell(['hook', '--agent', 'claude'], payload(1))).toContain('"permissionDecision":"deny"');
  expect(calls).toBe(2);
  answer = 'whatever you say';
  expect(await safeshell(['hook', '--agent', 'claude'], payload(3))).toContain('"permissionDecision":"ask"');
});

test('check and explain ask it too', async () => {
  answer = '{"applies": true, "confidence": 1, "reason": "it buys"}';
  const line = 'curl -d item=1 https://shop.example';
  expect(JSON.parse(await safeshell(['check', '--json', '--actor', 'ai', line]))).toMatchObject({ verdict: 'deny' });
  expect(await safeshell(['explain', '--actor', 'ai', line])).toContain('the judge says yes: it buys');
});
