import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { policyInForce } from '../../../src/policy/load.ts';
import { settingsInForce } from '../../../src/policy/settings.ts';
import { policySources } from '../../../src/policy/sources.ts';
import { loadBasePolicy } from '../../../src/refresh/base-policy.ts';
import { gatesFor } from '../../../src/refresh/gates.ts';
import { projectSay } from '../../../src/refresh/project-say.ts';
import { layoutOf } from '../../../src/store/layout.ts';
import { openTrust } from '../../../src/store/trust.ts';

let root: string;
let env: { readonly HOME: string };
let project: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-broken-')));
  env = { HOME: join(root, 'home') };
  project = join(root, 'project');
  for (const folder of [env.HOME, project]) mkdirSync(folder);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const path = (name: string) => {
  if (name === 'project') return join(project, '.safeshell/rules.yaml');
  return join(env.HOME, '.config/safeshell', name === 'config' ? 'config.yaml' : `rules/${name}.yaml`);
};
const put = (name: string, text: string) => {
  mkdirSync(dirname(path(name)), { recursive: true });
  writeFileSync(path(name), text);
};
const rule = (name: string, action = 'deny') =>
  `version: 1\nrules:\n  - { name: ${name}, commands: [${name}], action: ${action}, message: No. }\n`;
const broken = (name: string) => rule(name).replace('action', 'acton');

function look(cwd = root) {
  const { policy, broken: line, problems, isKnown } = policyInForce({ cwd, env });
  const rules = policy.modules.flatMap((module) => (module.tier === 'pack' ? [] : module.rules));
  return { rules: rules.map(({ name }) => name).sort(), line, codes: problems.map(({ code }) => code), isKnown };
}
const rules = (cwd?: string) => look(cwd).rules;

/** Everything is there and was good once. */
function good(): void {
  put('a', rule('frob'));
  put('b', rule('knob'));
  put('project', rule('spin'));
  expect(rules()).toEqual(['frob', 'knob']);
  expect(rules(project)).toEqual(['frob', 'knob', 'spin']);
}

describe('one file is broken', () => {
  test('it keeps its own last version; what is edited, added and deleted beside it holds', () => {
    good();
    put('a', broken('frob'));
    put('b', rule('dial'));
    expect(rules()).toEqual(['dial', 'frob']);
    put('c', rule('turn'));
    expect(rules()).toEqual(['dial', 'frob', 'turn']);
    put('project', rule('whirl'));
    expect(rules(project)).toEqual(['dial', 'frob', 'turn', 'whirl']);
    rmSync(path('b'));
    expect(rules()).toEqual(['frob', 'turn']);
  });

  test('also in a project that is seen for the first time', () => {
    put('a', rule('frob'));
    rules();
    put('a', broken('frob'));
    put('project', rule('spin'));
    expect(rules(project)).toEqual(['frob', 'spin']);
  });

  test.each<[string, () => void]>([
    ['is no YAML', () => put('a', 'rules: [\n')],
    ['is empty', () => put('a', '')],
    [
      'has an example that comes out wrong',
      () => put('a', rule('frob').replace('deny,', 'deny, tests: { match: [x] },')),
    ],
    ['is no UTF-8', () => writeFileSync(path('a'), Buffer.from('# \xfc\nrules: []\n', 'latin1'))],
    [
      'is a folder',
      () => {
        rmSync(path('a'));
        mkdirSync(path('a'));
      },
    ],
  ])('where it %s', (_what, harm) => {
    good();
    harm();
    put('b', rule('dial'));
    expect(rules()).toEqual(['dial', 'frob']);
  });

  test('the second one that breaks keeps its version from after the first broke', () => {
    good();
    put('a', broken('frob'));
    put('b', rule('dial'));
    rules();
    put('b', broken('dial'));
    expect(rules()).toEqual(['dial', 'frob']);
  });

  test('it holds again as it is once it is fixed', () => {
    good();
    put('a', broken('frob'));
    rules();
    put('a', rule('whirl'));
    expect(look()).toMatchObject({ rules: ['knob', 'whirl'], line: undefined, codes: [] });
  });

  test('who deletes it wants its rules no more, nor back with another file of that name', () => {
    good();
    put('a', broken('frob'));
    rules();
    rmSync(path('a'));
    expect(look()).toMatchObject({ rules: ['knob'], line: undefined });
    put('a', broken('frob'));
    expect(rules()).toEqual(['knob']);
  });

  test('told in one line: which, and what counts instead', () => {
    good();
    put('a', broken('frob'));
    expect(look().line).toBe(
      `rule files have errors: ${path('a')}: the last version without errors stays in force (safeshell lint)`,
    );
    put('new', broken('x'));
    expect(look().line).toMatch(/new\.yaml: never was without errors, and is left out \(safeshell lint\)$/);
    expect(look().codes).toContain('unknown-key');
  });
});

describe('a file that never was good', () => {
  test('is left out where rules held before', () => {
    good();
    put('c', broken('turn'));
    put('b', rule('dial'));
    expect(look()).toMatchObject({ rules: ['dial', 'frob'], isKnown: true });
  });

  test('leaves nothing known where none ever held', () => {
    put('a', broken('frob'));
    expect(look()).toMatchObject({ isKnown: false, line: expect.stringMatching(/agents are refused/) });
  });

  test('in a project takes nothing away, and leaves the others their edits', () => {
    put('a', rule('frob'));
    rules();
    put('project', broken('spin'));
    expect(rules(project)).toEqual(['frob']);
    put('a', rule('dial'));
    expect(look(project)).toMatchObject({ rules: ['dial'], line: expect.stringMatching(/left out/) });
  });
});

describe('what a broken file of a project says', () => {
  test('is its own last version, trusted as that text was', () => {
    const loose = `${rule('spin')}overrides:\n  - { name: a/frob, disabled: true }\n`;
    put('a', rule('frob'));
    put('project', loose);
    expect(rules(project)).toEqual(['frob', 'spin']);
    put('project', `${loose}nonsense: 1\n`);
    expect(rules(project)).toEqual(['frob', 'spin']);
    openTrust(layoutOf(env).state.trust).trust(path('project'), loose);
    expect(rules(project)).toEqual(['spin']);
    openTrust(layoutOf(env).state.trust).untrust(path('project'));
    expect(rules(project)).toEqual(['frob', 'spin']);
  });
});

describe('a version that does not fit the others any more', () => {
  const above = 'version: 1\noverrides:\n  - { name: a/frob, action: deny }\n';

  test('leaves the last policy in force as a whole', () => {
    put('a', rule('frob', 'require_approval'));
    put('b', above);
    rules();
    put('a', rule('frop', 'require_approval'));
    expect(look()).toMatchObject({
      rules: ['frob'],
      line: expect.stringMatching(/^rule files have errors: the last rules/),
    });
  });

  test('unless the other file has an older one that it fits', () => {
    put('a', rule('frob', 'require_approval'));
    put('b', above);
    rules();
    put('a', 'rules: [\n');
    put('b', `${above}rules: [{ name: dial, commands: [dial], action: deny }]\n`);
    expect(rules()).toEqual(['dial', 'frob']);
  });
});

describe('a process that ends at any moment', () => {
  const goodTexts = () => layoutOf(env).state.goodTexts;

  test('versions are there before the policy that makes nobody read again', () => {
    good();
    expect(readdirSync(goodTexts())).toHaveLength(3);
  });

  test('without the versions of a file that held, all of before holds', () => {
    good();
    rmSync(goodTexts(), { recursive: true });
    put('a', broken('frob'));
    put('b', rule('dial'));
    expect(look()).toMatchObject({
      rules: ['frob', 'knob'],
      line: expect.stringMatching(/the last rules without errors/),
    });
  });

  test.each(['', '{', '{"version":9}', '{"version":1,"file":7}'])('a version that was damaged is none: %j', (text) => {
    good();
    for (const name of readdirSync(goodTexts())) writeFileSync(join(goodTexts(), name), text);
    put('a', broken('frob'));
    expect(rules()).toEqual(['frob', 'knob']);
  });

  test('state that cannot be written keeps nothing, and judges all the same', () => {
    put('a', rule('frob'));
    const { root: state } = layoutOf(env).state;
    mkdirSync(dirname(state), { recursive: true });
    writeFileSync(state, '');
    expect(rules()).toEqual(['frob']);
  });
});

describe('config.yaml', () => {
  const words = 'classifier: { sensitive_paths: { plans: ["/plans/**"] } }\non_error: refuse\n';

  test('broken says what it last said, and leaves rule files their edits', () => {
    put('config', `${words}packs: { disable: [git] }\n`);
    put('a', rule('frob'));
    rules();
    const before = settingsInForce(layoutOf(env));
    put('config', `${words}packs: [\n`);
    put('a', rule('dial'));
    expect(look()).toMatchObject({ rules: ['dial'], line: expect.stringMatching(/config\.yaml: the last version/) });
    const packs = policyInForce({ cwd: root, env }).policy.modules.find(({ name }) => name === 'git')?.rules;
    expect(packs?.some(({ overridable }) => overridable)).toBe(false);
    expect(settingsInForce(layoutOf(env))).toEqual(before);
    expect(before.refusesOnError).toBe(true);
  });
});

describe('gates and what projects have a say on', () => {
  test('are made from what counts instead', () => {
    good();
    put('a', broken('frob'));
    put('b', rule('dial'));
    const gates = gatesFor(loadBasePolicy(env))(['frob', 'dial', 'knob', 'git']).byProgram;
    expect(Object.keys(gates)).toContain('git');
    expect(Object.keys(gates)).not.toContain('dial');
    expect(Object.keys(gates)).not.toContain('frob');
    expect(projectSay(policySources({ cwd: project, env })).about).toContain('spin');
  });

  test('are none where nobody knows what counts', () => {
    put('a', broken('frob'));
    expect(gatesFor(loadBasePolicy(env))(['git'])).toEqual({ byProgram: {} });
  });
});

test.skipIf(process.getuid?.() === 0)('a file that cannot be read keeps its last version', () => {
  good();
  chmodSync(path('a'), 0);
  put('b', rule('dial'));
  expect(rules()).toEqual(['dial', 'frob']);
});
