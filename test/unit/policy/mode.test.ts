import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { GuardMode } from '../../../src/model/mode.ts';
import type { Policy } from '../../../src/model/policy.ts';
import { policyInForce } from '../../../src/policy/load.ts';
import { inMode, isEnforced, modeOf } from '../../../src/policy/mode.ts';
import { settingsInForce } from '../../../src/policy/settings.ts';
import { previewMode } from '../../../src/policy/switch-mode.ts';
import { withMode } from '../../../src/rules/mode-switch.ts';
import { parseSettings } from '../../../src/rules/settings.ts';
import { layoutOf } from '../../../src/store/layout.ts';
import { productRoot } from '../../../src/store/product.ts';
import { readSettings, settingsKey } from '../../../src/store/settings-cache.ts';
import { policyOf } from '../../support/judged.ts';

const root = mkdtempSync(join(tmpdir(), 'temporary-mode-'));
const env = { HOME: root, PATH: '/usr/bin:/bin' };
const layout = layoutOf(env, join(root, 'etc'));

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

beforeEach(() => {
  for (const folder of [layout.user.root, layout.managed.root, layout.cache.root, layout.state.root])
    rmSync(folder, { recursive: true, force: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('of two files', () => {
  test.each<[readonly (GuardMode | undefined)[], GuardMode]>([
    [[undefined, undefined], 'guard'],
    [[undefined, 'watch'], 'watch'],
    [['watch', undefined], 'watch'],
    [['watch', 'watch'], 'watch'],
    [['guard', 'watch'], 'guard'],
    [['watch', 'guard'], 'guard'],
    [[undefined, 'guard'], 'guard'],
  ])('%j: %s', (said, wanted) => expect(modeOf(said.map((mode) => ({ mode })))).toBe(wanted));

  test.each(['mode: off', 'mode: [watch]', 'mode: Watch', 'mode: true'])('%s is refused, and guards', (text) => {
    const { settings, problems } = parseSettings(text, 'config.yaml');
    expect(problems).toHaveLength(1);
    expect(modeOf([settings])).toBe('guard');
  });
});

describe('a policy that watches', () => {
  const rules = (...all: readonly string[]) => `rules:\n${all.map((one) => `  - ${one}`).join('\n')}\n`;
  const OWN = rules(
    '{ name: deny, commands: [a], action: deny }',
    '{ name: held, commands: [a], action: deny, overridable: false }',
    '{ name: mask, commands: [a], action: redact }',
    '{ name: instead, commands: [a], action: redirect, redirect_to: b }',
    '{ name: open, commands: [a], action: allow }',
    '{ name: off, commands: [a], action: deny, overridable: false, enforce: false }',
  );
  const PROJECT = rules(
    '{ name: deny, commands: [a], action: deny }',
    '{ name: held, commands: [a], action: deny, overridable: false }',
  );
  const policy = policyOf(
    { self: rules('{ name: any, commands: [a], action: deny }'), boss: OWN, mine: OWN, own: PROJECT },
    { self: 'pack', boss: 'managed', mine: 'user', own: 'project' },
  );
  const enforced = ({ modules }: Policy) =>
    modules.flatMap(({ rules }) => rules.filter(({ enforce }) => enforce !== false).map(({ id }) => id));

  test('enforces what protects the guard, and what may not be loosened, but nothing of a project', () => {
    const watching = inMode(policy, 'watch');
    const held = ['self/any', 'boss/held', 'boss/open', 'mine/held', 'mine/open'];
    expect(enforced(watching)).toEqual(held);
    expect(watching.modules.every(({ enforce }) => enforce === false)).toBe(true);
    const said = policy.modules.flatMap((module) => module.rules.filter((rule) => isEnforced(rule, module, 'watch')));
    expect(said.map(({ id }) => id)).toEqual(held);
  });

  test('and one that guards is as it was', () => {
    expect(inMode(policy, 'guard')).toEqual(policy);
  });

  test("a person's own rules of the name `self` are no pack", () => {
    const own = policyOf({ self: rules('{ name: any, commands: [a], action: deny }') }, { self: 'user' });
    expect(enforced(inMode(own, 'watch'))).toEqual([]);
  });
});

describe('in force', () => {
  const mode = () => policyInForce({ cwd: root, env }).policy.modules.every(({ enforce }) => enforce === false);

  test('as config.yaml says, from the cache too', () => {
    expect(mode()).toBe(false);
    write(layout.user.settings, 'mode: watch\n');
    expect([mode(), mode()]).toEqual([true, true]);
    const { mode: kept } = settingsInForce(layoutOf(env));
    const cached = readSettings(layoutOf(env), settingsKey(layoutOf(env), productRoot()))?.mode;
    expect([kept, cached]).toEqual(['watch', 'watch']);
    write(layout.user.settings, 'mode: guard\n');
    expect(mode()).toBe(false);
  }, 120_000);

  test('of a file with errors, what it last said without', () => {
    write(layout.user.settings, 'mode: guard\n');
    expect(mode()).toBe(false);
    write(layout.user.settings, 'mode: wacth\n');
    expect(mode()).toBe(false);
  }, 120_000);
});

describe('what is written', () => {
  test.each<[string, GuardMode, string | undefined]>([
    ['', 'watch', 'mode: watch\n'],
    ['# mine\nversion: 1 # one\n', 'watch', '# mine\nversion: 1 # one\nmode: watch\n'],
    ['mode: watch # for now\naudit: {keep_days: 3}\n', 'guard', 'mode: guard # for now\naudit: {keep_days: 3}\n'],
    ['{ version: 1 }\n', 'watch', '{ version: 1, mode: watch }\n'],
    ['- a\n', 'watch', undefined],
    ['a: [', 'watch', undefined],
  ])('%j to %s', (text, to, wanted) => expect(withMode(text, to)).toBe(wanted));

  test('nothing where it says so already, where the administrator guards, and into what has errors', () => {
    expect(previewMode('guard', layout)).toEqual({ kind: 'same' });
    expect(previewMode('watch', layout)).toMatchObject({
      kind: 'edit',
      file: { before: undefined, text: 'mode: watch\n' },
    });
    write(layout.user.settings, 'moed: guard\n');
    expect(previewMode('watch', layout).kind).toBe('refused');
    write(layout.managed.settings, 'mode: guard\n');
    expect(previewMode('watch', layout)).toEqual({ kind: 'kept' });
    write(layout.managed.settings, 'mode: watch\n');
    write(layout.user.settings, '');
    expect(previewMode('watch', layout)).toEqual({ kind: 'same' });
    expect(previewMode('guard', layout)).toMatchObject({ kind: 'edit' });
  });
});
