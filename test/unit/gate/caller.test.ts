import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { wallWords } from '../../../src/confine/wall.ts';
import { CALLER_TESTS, type CallerTest } from '../../../src/gate/caller-tests.ts';
import { compileGates } from '../../../src/gate/gate.ts';
import { findWall, probeWall } from '../../../src/install/wall.ts';
import { CHECKOUT } from '../../support/installed.ts';
import { presentShells } from '../../support/shim-world.ts';
import { shipped } from '../../support/shipped.ts';

const folder = mkdtempSync(join(tmpdir(), 'temporary-caller-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const walls = join(folder, 'walls');
mkdirSync(walls);

const wall = findWall(CHECKOUT);
const stands = wall !== undefined && probeWall(wall) !== 'none';
if (!stands) console.warn('not tested, nothing on this machine confines: gates behind a wall');

interface Call {
  readonly variables?: Readonly<Record<string, string>>;
  /** body of the function by which a shim tells people */
  readonly person?: string;
  readonly before?: string;
  readonly words?: readonly string[];
}

/** Does the test hold? What it prints counts as failed. */
function holds(shell: readonly string[], one: CallerTest, call: Call): boolean {
  const { variables = {}, person = 'return 1', before = ':', words = [] } = call;
  const { name, text } = CALLER_TESTS[one];
  const script = `set +aefu\n__ss_is_person() { ${person}; }\n__ss_walls='${walls}'\n${before}\n${text}\n${name} && echo yes || echo no`;
  const [program = '', ...args] = [...words, ...shell, '-c', script];
  const env = { PATH: '/usr/bin:/bin', HOME: folder, ...variables };
  const { stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  expect(stderr).toBe('');
  return stdout === 'yes\n';
}

describe.each(presentShells().map((shell) => [shell.join(' '), shell] as const))('%s', (_, shell) => {
  test.each<[string, boolean, Call]>([
    ['a person', false, { person: 'return 0' }],
    ['who may be none', true, {}],
    ['in a line that has yet to start', true, { person: 'return 0', variables: { __ss_written: 'make' } }],
    ['below a multiplexer', true, { person: `case 'tmux: server' in \${1-} | \${2-}) return 1 ;; esac` }],
    ['below another one', true, { person: 'case SCREEN in ${1-} | ${2-}) return 1 ;; esac' }],
    ['below neither', false, { person: 'case bash in ${1-} | ${2-}) return 1 ;; esac' }],
  ])('an agent, perhaps: %s', (_name, expected, call) => {
    expect(holds(shell, 'agent', call)).toBe(expected);
  });

  test('no wall: nothing was ever confined, and something was', () => {
    rmSync(join(walls, 'probe'), { force: true });
    expect(holds(shell, 'unconfined', {})).toBe(true);
    expect(holds(shell, 'unconfined', { before: ': >"$__ss_walls/probe"' })).toBe(true);
  });

  test.skipIf(!stands)('a wall around us, and around a line that has yet to start', () => {
    expect(holds(shell, 'unconfined', { before: ': >"$__ss_walls/probe"' })).toBe(true);
    const words = wall === undefined ? [] : wallWords(wall, ['/dev/null']);
    expect(holds(shell, 'unconfined', { words })).toBe(false);
    expect(holds(shell, 'unconfined', { words, variables: { __ss_written: 'make' } })).toBe(true);
  });
});

test('where no rule confines nobody asks', () => {
  const gates = Object.values(compileGates(shipped().policy, ['git', 'make', 'cargo']));
  expect(gates.length).toBeGreaterThan(0);
  for (const { name } of Object.values(CALLER_TESTS)) expect(gates.some((gate) => gate.includes(name))).toBe(false);
});
