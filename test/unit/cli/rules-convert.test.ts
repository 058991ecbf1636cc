import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { callCli } from '../../support/call-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'temporary-convert-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const convert = (...args: readonly string[]) =>
  callCli(['rules', 'convert', ...args], { cwd: folder, env: { HOME: folder } });

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

test('what can be said is printed; what it leaves behind is told beside it', async () => {
  write('a.yaml', 'rules: [{ id: web, trigger: always, effect: { operations: [execute] } }]');
  const { status, out, err } = await convert('a.yaml');
  expect(status).toBe(0);
  expect(out).toContain('- name: web\n');
  expect(err).toMatch(/^a\.yaml:1:1: notice: .*\/disable/);
});

test('what cannot be said is told by name, and nothing is printed', async () => {
  write(
    'b.yaml',
    '- { id: ok, when: { tool: a }, then: block }\n- { id: team, when: { sender: { team: x } }, then: block }',
  );
  expect(await convert('b.yaml')).toEqual({ status: 65, out: '', err: expect.stringMatching(/b\.yaml:2:.*`team`/) });
  const { status, out } = await convert('--json', 'b.yaml');
  expect(status).toBe(65);
  expect(JSON.parse(out)).toMatchObject({ file: 'b.yaml', text: null, native: false, problems: [{ subject: 'team' }] });
});

test.each([
  [['missing.yaml'], 65],
  [[], 64],
  [['a.yaml', 'b.yaml'], 64],
  [['--to', 'rego', 'a.yaml'], 64],
])('%j: status %i', async (args, status) => {
  expect(await convert(...args)).toMatchObject({ status, out: '' });
});

test('a file of our own is left to itself', async () => {
  write('own.yaml', 'rules: [{ name: a, commands: [ls], action: deny }]');
  expect(await convert('own.yaml')).toEqual({ status: 0, out: '', err: expect.stringContaining('already') });
});
