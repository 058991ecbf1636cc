import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wallHere } from '../../src/install/wall.ts';
import { CHECKOUT, installedHome, mayTestWith, type TempHome } from '../support/installed.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';

const stands = HAS_PTY && wallHere(CHECKOUT).wall !== undefined;
const RULES = 'version: 1\nrules: [{ name: walled, commands: [vendor-tool], action: confine }]\n';
const TOLD = 'safeshell: vendor-tool ran confined: it may write to its project';

const SHELLS = ['bash', 'zsh', 'fish'].filter(mayTestWith);

describe.skipIf(!stands)('at the prompt, a failed command of a rule that confines is told of, once and last', () => {
  let home: TempHome;
  beforeAll(() => {
    home = installedHome(undefined, { packs: ['self'] });
    mkdirSync(join(home.home, 'project'));
    mkdirSync(join(home.home, 'bin'));
    home.script(join(home.home, 'bin/vendor-tool'), 'echo x >"$HOME/$1" && echo wrote');
    home.script(join(home.home, 'bin/other'), 'exit 3');
    home.file('.config/safeshell/rules/mine.yaml', RULES);
    const env = { PATH: `${home.home}/bin:${home.path}` };
    for (const shell of SHELLS) expect(home.safeshell(['init', shell, '--no-lines'], { env }).status).toBe(0);
    expect(home.safeshell(['refresh'], { env })).toMatchObject({ status: 0 });
  });
  afterAll(() => home.remove());

  /** Types lines at a prompt, all ahead; what each has shown, between marks. */
  async function typed(shell: string, lines: readonly string[]): Promise<readonly string[]> {
    const pty = new Pty(`${shell} -i`, {
      cwd: join(home.home, 'project'),
      env: { HOME: home.home, PATH: `${home.home}/bin:${home.path}`, TERM: 'dumb', LANG: 'C.UTF-8' },
    });
    const marked = lines.flatMap((line, at) => [line, `echo "<""${at}>"`]);
    pty.type(`${[...marked, 'exit'].join('\n')}\n`);
    const { shown } = await pty.end();
    return lines.map((_, at) => shown.slice(at === 0 ? 0 : shown.indexOf(`<${at - 1}>`), shown.indexOf(`<${at}>`)));
  }

  test.each(SHELLS)('%s', async (shell) => {
    const [refused, other, fine, missing, pipe] = await typed(shell, [
      'vendor-tool elsewhere',
      'other',
      'vendor-tool project/here',
      'vendor-tool-that-is-not',
      'vendor-tool elsewhere 2>&1 | cat',
    ]);
    expect(refused).toMatch(/elsewhere: Permission denied/i);
    expect(refused?.indexOf(TOLD)).toBeGreaterThan(refused?.search(/Permission denied/i) ?? 0);
    expect(refused?.match(/ran confined/g)).toHaveLength(1);
    expect([other, fine, missing, pipe].join()).not.toContain('ran confined');
    expect(fine).toContain('wrote');
    const walls = join(home.home, '.local/state/safeshell/walls');
    const notes = readdirSync(walls).filter((name) => name.startsWith('shell-'));
    expect(notes.length).toBeGreaterThan(0);
    expect(notes.map((name) => readFileSync(join(walls, name), 'utf8')).join('')).toBe('');
  });
});
