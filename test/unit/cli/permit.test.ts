import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { callCli } from '../../support/call-cli.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-permit-')));
const home = join(root, 'home');
const cwd = join(home, 'project');
mkdirSync(cwd, { recursive: true });
afterAll(() => rmSync(root, { recursive: true, force: true }));
const permit = (args: readonly string[], env = {}) =>
  callCli(['permit', ...args], { cwd, env: { HOME: home, SAFESHELL_CONTEXT: '', ...env } });

test.each([
  [[home], 'home directory'],
  [['/'], 'home directory'],
  [['/usr/lib'], 'folder of the system'],
  [['..'], 'home directory'],
  [['../.config'], 'of the guard'],
  [['../.local/state/safeshell'], 'of the guard'],
  [['../.local/share/safeshell/shims/x'], 'of the guard'],
  [['--everywhere', '--once', 'x'], '--everywhere goes with neither'],
  [['--everywhere', '--project', '.', 'x'], '--everywhere goes with neither'],
  [['--remove', '--once', 'x'], '--remove goes with neither'],
  [['--remove', '--file', 'x'], '--remove goes with neither'],
  [['--once'], 'missing required argument'],
  [['--project', 'nowhere', 'x'], 'no such folder'],
  [['--project', '..', 'x'], 'is not a project'],
  [['a\nb'], 'home directory'],
])('never %j', async (args, why) => {
  const { status, err } = await permit(['--yes', ...args]);
  expect([status, err]).toEqual([64, expect.stringContaining(why)]);
});

test('an agent may look, and no more', async () => {
  const agent = { CLAUDECODE: '1' };
  expect(await permit([], agent)).toMatchObject({ status: 0, out: 'Nothing outside the project is permitted.\n' });
  for (const args of [['x'], ['--once', 'x'], ['--remove', 'x']])
    expect(await permit(['--yes', ...args], agent)).toMatchObject({
      status: 77,
      err: expect.stringContaining('only a person can permit'),
    });
});

test('--json', async () => {
  const path = join(home, '.x');
  const one = { path: '~/.x', project: '~/project', once: false };
  const said = async (args: readonly string[]) => JSON.parse((await permit(['--json', ...args])).out);
  expect(await said([path])).toEqual({ permits: [one], removed: false, written: false });
  expect(await said(['--yes', path])).toEqual({ permits: [one], removed: false, written: true });
  expect(await said([])).toEqual([{ ...one, until: null, from: 'own' }]);
  expect(await said(['--remove', path])).toEqual({ permits: [one], removed: true, written: true });
  expect(await said(['--remove', path])).toEqual({ permits: [one], removed: true, written: false });
});
