import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pidFile } from '../../src/broker/start.ts';
import { findWall, probeWall } from '../../src/install/wall.ts';
import { CHECKOUT, installedHome, type Ran, type TempHome } from '../support/installed.ts';

const wall = findWall(CHECKOUT);
const stands = wall !== undefined && probeWall(wall) !== 'none';
if (!stands) console.warn('not tested, nothing on this machine confines: walls that are kept for the next call');

let home: TempHome;
let project: string;
const at = (name: string) => join(home.home, name);
const path = () => `${home.shims}:${at('tools')}:${home.tools}`;

beforeAll(() => {
  home = installedHome('home', { packs: ['self', 'filesystem'] });
  home.file('.config/safeshell/config.yaml', `${home.read('.config/safeshell/config.yaml')}confine: local_code\n`);
  project = dirname(home.file('project/README.md', 'hello\n'));
  for (const folder of ['project/.git', 'project/sub', 'tools']) mkdirSync(at(folder));
  home.script(at('tools/cargo'), 'echo "$# $*" >>ran; : >"$HOME/outside"');
  openGates();
});
afterAll(() => home.remove());
beforeEach(() => rmSync(at('outside'), { force: true }));

/** What gates were made from looks old, else they are shut: it might change once more within the same tick. */
function openGates(): void {
  home.run('find', [home.home, '-exec', 'touch', '-h', '-d', '2001-01-01', '{}', '+']);
  expect(home.safeshell(['refresh'], { env: { PATH: path() } }).status).toBe(0);
}

const lines = (folder: string) => {
  const all = existsSync(folder) ? home.run('/bin/sh', ['-c', 'cat "$1"/*', 'x', folder]).stdout : '';
  return all.split('\n').length;
};
const agent = () => ({ PATH: path(), CLAUDECODE: '1', TMPDIR: '/var/tmp' });

/** Starts it as an agent, and says whether Node.js was asked. */
function byAgent(
  words: readonly string[],
  more: { readonly cwd?: string; readonly env?: object } = {},
): Ran & { by: string } {
  const before = lines(at('.local/state/safeshell/audit'));
  const ran = home.run(at('.local/share/safeshell/shims/cargo'), words, {
    cwd: more.cwd ?? project,
    env: { ...agent(), ...more.env },
  });
  return { ...ran, by: lines(at('.local/state/safeshell/audit')) === before ? 'its gate' : 'Node.js' };
}

/** Not at once: a broker, or a refresh, that an earlier call started may not be there yet. */
const passesItsGate = (...call: Parameters<typeof byAgent>) =>
  expect.poll(() => byAgent(...call).by, { timeout: 30_000, interval: 50 }).toBe('its gate');

describe.skipIf(!stands)('a call that was confined', () => {
  test('is again, without Node.js', async () => {
    expect(byAgent(['build', "it's", '*', '']).by).toBe('Node.js');
    await passesItsGate(['build', "it's", '*', '']);
    expect(readFileSync(join(project, 'ran'), 'utf8')).toMatch(/^(4 build it's \* \n){2,}$/);
    expect(existsSync(at('outside'))).toBe(false);
    expect(byAgent(['test']).by).toBe('Node.js');
    await passesItsGate(['build', "it's", '*', '']);
  });

  test.each([
    ['with other words', ['build', 'x y'], 'project'],
    ['with as many words', ['build', 'x', 'z'], 'project'],
    ['with a word less', ['build', 'x'], 'project'],
    ['in another folder', ['build', 'x', 'y'], 'project/sub'],
  ])('is not the same %s', async (_, words, cwd) => {
    await passesItsGate(['build', 'x', 'y']);
    expect(byAgent(words, { cwd: at(cwd) }).by).toBe('Node.js');
    expect(existsSync(at('outside'))).toBe(false);
  });

  test('is confined whatever its variables say', async () => {
    const env = { __ss_wall: 'yes', __ss_behind: 'x', __ss_kept: '/dev/null', __ss_real: '/bin/true' };
    await passesItsGate(['build', 'v'], { env });
    expect(byAgent(['build', 'w'], { env }).by).toBe('Node.js');
    expect(existsSync(at('outside'))).toBe(false);
  });

  test('is for Node.js where a path is gone, or nobody answers behind its wall', async () => {
    mkdirSync(at('.cargo/registry'), { recursive: true });
    await passesItsGate(['build', 'g']);
    renameSync(at('.cargo'), at('.cargo-gone'));
    expect(byAgent(['build', 'g']).by).toBe('Node.js');
    await passesItsGate(['build', 'g']);
    const broker = pidFile(at('.local/state/safeshell/walls/broker'));
    const pid = readFileSync(broker, 'utf8');
    rmSync(broker);
    expect(byAgent(['build', 'g']).by).toBe('Node.js');
    process.kill(Number(pid));
  });

  test('is not confined where a person starts it', () => {
    byAgent(['build', 'h']);
    const env = { PATH: path(), SAFESHELL_CONTEXT: 'human' };
    const words = ['-c', 'setsid sh -c "cargo build h" >/dev/null 2>&1 &'];
    home.run('/bin/sh', words, { cwd: project, env });
    return expect.poll(() => existsSync(at('outside'))).toBe(true);
  });

  test('is for Node.js where a link leads out of a cache', async () => {
    await passesItsGate(['build', 'linked']);
    renameSync(at('.cargo/registry'), at('.cargo/old'));
    symlinkSync(home.home, at('.cargo/registry'));
    expect(byAgent(['build', 'linked']).by).toBe('Node.js');
    await passesItsGate(['build', 'linked']); // without that cache
    expect(existsSync(at('outside'))).toBe(false);
    rmSync(at('.cargo/registry'));
    renameSync(at('.cargo/old'), at('.cargo/registry'));
    await passesItsGate(['build', 'linked']);
  });

  test('is confined by what is permitted now', async () => {
    await passesItsGate(['build', 'p']);
    const permit = (...words: string[]) =>
      home.safeshell(['permit', '--yes', '--project', project, ...words], { cwd: project });
    expect(permit('--once', '--file', at('outside')).status).toBe(0);
    expect(readFileSync(at('outside'), 'utf8')).toBe('');
    expect(byAgent(['build', 'p'])).toMatchObject({ by: 'Node.js', stderr: '' });
    await passesItsGate(['build', 'p']);
    expect(byAgent(['build', 'p']).stderr).toContain('outside');
    expect(permit(at('outside')).status).toBe(0);
    expect(byAgent(['build', 'p'])).toMatchObject({ by: 'Node.js', stderr: '' });
    openGates();
    await passesItsGate(['build', 'p']);
    expect(byAgent(['build', 'p']).stderr).toBe('');
    expect(permit('--remove', at('outside')).status).toBe(0);
    expect(byAgent(['build', 'p'])).toMatchObject({ by: 'Node.js', stderr: expect.stringContaining('outside') });
  });
});
