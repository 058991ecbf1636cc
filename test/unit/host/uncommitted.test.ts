import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostFacts } from '../../../src/facts/host.ts';
import { guard } from '../../../src/guard.ts';
import { keeperOf } from '../../../src/host/keep-losses.ts';
import { DEFAULT_UNDO } from '../../../src/model/undo.ts';
import { layoutOf } from '../../../src/store/layout.ts';
import { hookPolicy } from '../../support/hook-world.ts';

let root: string;
let env: { readonly HOME: string; readonly PATH: string };
/** However busy the machine is. */
const undo = { ...DEFAULT_UNDO, budget: { ...DEFAULT_UNDO.budget, milliseconds: 60_000 } };
const policy = hookPolicy('version: 1\nrules: []\n');

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'uncommitted-')));
  env = { HOME: root, PATH: '/usr/bin:/bin' };
  const repository = join(root, 'app');
  mkdirSync(join(repository, 'src'), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: repository, env });
  git('init', '-q');
  writeFileSync(join(repository, 'a'), 'committed\n');
  git('add', 'a');
  git('commit', '-qm', 'x');
  writeFileSync(join(repository, 'a'), 'changed\n');
  writeFileSync(join(repository, 'src/new'), 'untracked\n');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function kept(cwd: string) {
  const facts = hostFacts({ env, cwd });
  const request = { action: { kind: 'line', line: 'npm test' }, cwd, env, actor: 'ai', at: facts.at } as const;
  const decision = guard(request, { policy, facts });
  return keeperOf({ decision, request, facts, env, undo, layout: layoutOf(env), confined: [0] })?.keep();
}

describe('before a start that is confined', () => {
  test('what is not committed is kept', () => {
    const { promises, record, counts } = kept(join(root, 'app/src')) ?? {};
    expect([promises, record, counts?.changed, counts?.untracked]).toEqual(['all', 1, 1, 1]);
  });

  test('nothing is promised where there is no repository', () => {
    expect(kept(root)?.promises).not.toBe('all');
  });
});
