import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compilePolicy } from '../../../src/policy/compile.ts';
import { policyInForce } from '../../../src/policy/load.ts';
import { policySources } from '../../../src/policy/sources.ts';
import { previewTrust } from '../../../src/policy/trust.ts';
import { layoutOf } from '../../../src/store/layout.ts';
import { openTrust } from '../../../src/store/trust.ts';

let root: string;
let env: { readonly HOME: string };
let project: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-policy-')));
  env = { HOME: join(root, 'home') };
  project = join(root, 'project');
  for (const folder of [env.HOME, project]) mkdirSync(folder);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
const mine = (text: string) => write(join(env.HOME, '.config/safeshell/rules/mine.yaml'), text);
const settings = (text: string) => write(join(env.HOME, '.config/safeshell/config.yaml'), text);
const projectRules = (text: string) => write(join(project, '.safeshell/rules.yaml'), text);

function inForce({ fresh = false } = {}) {
  const { policy, problems } = policyInForce({ cwd: project, env, fresh });
  const rules = new Map(policy.modules.flatMap((module) => module.rules.map((rule) => [rule.id, rule] as const)));
  return { rules, problems, codes: problems.map(({ code, level }) => `${level} ${code}`) };
}

const RULE = 'version: 1\nrules:\n  - { name: no-frob, commands: [frob], action: deny }\n';
const BROKEN = 'version: 1\nrules:\n  - { name: no-frob, comands: [frob], action: deny }\n';

describe('policyInForce', () => {
  test('joins the packs and what a person writes, and keeps the result', () => {
    mine(RULE);
    const first = inForce();
    expect(first.problems).toEqual([]);
    expect(first.rules.has('mine/no-frob')).toBe(true);
    expect(first.rules.has('git/push-force')).toBe(true);
    expect([...inForce().rules]).toEqual([...first.rules]);
  });

  test('sees a file that changes, comes or goes', () => {
    mine(RULE);
    inForce();
    write(join(env.HOME, '.config/safeshell/rules/more.yaml'), RULE);
    expect(inForce().rules.has('more/no-frob')).toBe(true);
    mine('version: 1\n');
    expect(inForce().rules.has('mine/no-frob')).toBe(false);
  });

  test('a file with errors leaves the last good rules in force, and is told each time', () => {
    mine(RULE);
    inForce();
    mine(BROKEN);
    for (const { rules, codes } of [inForce(), inForce()]) {
      expect(codes).toContain('error unknown-key');
      expect(rules.has('mine/no-frob')).toBe(true);
    }
    mine('version: 1\n');
    expect(inForce().codes).toEqual([]);
  });

  test('with no good rules ever, what can be read counts', () => {
    mine(BROKEN);
    const { rules, codes } = inForce();
    expect(codes).toContain('error unknown-key');
    expect(rules.has('git/push-force')).toBe(true);
  });

  test.each(['', BROKEN])('a project file that never held takes no other rule away: %j', (text) => {
    mine(RULE);
    projectRules(text);
    const compiled = () => compilePolicy(policySources({ cwd: project, env })).inForce;
    const ids = () => compiled()?.policy.modules.flatMap(({ rules }) => rules.map(({ id }) => id));
    expect(compiled()?.problems).toContain('.safeshell/rules.yaml');
    expect(ids()).toEqual(expect.arrayContaining(['mine/no-frob', 'git/push-force']));
    mine(RULE.replace('no-frob', 'no-knob'));
    expect(ids()).toContain('mine/no-knob');
    mine(BROKEN);
    expect(ids()).toContain('mine/no-knob');
  });

  test('beside such a file the own rules that held last count', () => {
    mine(RULE);
    expect(compilePolicy(policySources({ cwd: root, env })).inForce?.problems).toBeUndefined();
    mine(BROKEN);
    projectRules(BROKEN);
    const { inForce: held } = compilePolicy(policySources({ cwd: project, env }));
    expect(held?.policy.modules.some(({ name }) => name === 'mine')).toBe(true);
  });

  test.each([
    [
      'an example that comes out wrong',
      `${RULE.trimEnd().slice(0, -2)}, tests: { match: [knob] } }\n`,
      'failed-example',
    ],
    ['what is no YAML', 'rules: [\n', 'yaml-syntax'],
  ])('%s is an error', (_name, text, code) => {
    mine(text);
    expect(inForce().codes).toContain(`error ${code}`);
  });

  test('what is not UTF-8 is an error with its place', () => {
    mine('');
    writeFileSync(
      join(env.HOME, '.config/safeshell/rules/mine.yaml'),
      Buffer.from('# \xfc\nrules: []\n# \xe9\n', 'latin1'),
    );
    expect(inForce().problems).toMatchObject([{ code: 'unreadable-file', level: 'error', at: { line: 1, column: 3 } }]);
  });

  test('a folder that cannot be listed is an error, not nothing', () => {
    write(join(env.HOME, '.config/safeshell/rules'), '');
    expect(inForce().codes).toContain('error unreadable-file');
  });
});

describe('config.yaml', () => {
  test('leaves packs out, but for what may not be loosened', () => {
    settings('packs: { disable: [git, self] }\n');
    const { rules, problems } = inForce();
    expect(problems).toEqual([]);
    expect(rules.has('git/push-force')).toBe(false);
    expect(rules.has('self/own-files')).toBe(true);
  });

  test('switches optional packs on', () => {
    expect([...inForce().rules.keys()].some((id) => id.startsWith('claudecube-default/'))).toBe(false);
    settings('packs: { enable: [claudecube-default] }\n');
    const { rules, problems } = inForce();
    expect(problems).toEqual([]);
    expect(rules.get('claudecube-default/Block force push')).toMatchObject({ action: 'deny', tools: ['Bash'] });
  });

  test.each([
    ['packs: { disable: [gti] }\n', { code: 'wrong-value', help: 'did you mean `git`?' }],
    ['packs: { enable: [claudcube-defaults] }\n', { code: 'wrong-value', help: 'did you mean `claudecube-default`?' }],
    ['packs: { enable: [git] }\n', { code: 'wrong-value', expected: 'one of claudecube-default, local-code, trash' }],
    ['pakcs: {}\n', { code: 'unknown-key', help: 'did you mean `packs`?' }],
    ['packs: { disable: git }\n', { code: 'wrong-type' }],
  ])('says what is wrong: %s', (text, problem) => {
    settings(text);
    expect(inForce().problems).toEqual([expect.objectContaining({ level: 'error', ...problem })]);
  });

  test.each(['', '# nothing\n', 'version: 1\n', 'packs:\n'])('may say nothing: %j', (text) => {
    settings(text);
    expect(inForce().problems).toEqual([]);
  });
});

describe('the rule file of a project', () => {
  const LOOSE = `${RULE}overrides:\n  - { name: git/push-force, disabled: true }\n`;
  const trustIt = () => {
    const { file, content } = previewTrust({ cwd: project, env }) ?? { file: '', content: '' };
    openTrust(layoutOf(env).state.trust).trust(file, content);
  };

  test('tightens; what would loosen counts only while it is trusted as it is', () => {
    projectRules(LOOSE);
    const before = inForce();
    expect(before.codes).toEqual(['notice not-trusted']);
    expect([before.rules.has('rules/no-frob'), before.rules.has('git/push-force')]).toEqual([true, true]);
    trustIt();
    expect(inForce().rules.has('git/push-force')).toBe(false);
    projectRules(`${LOOSE}\n`);
    expect(inForce().rules.has('git/push-force')).toBe(true);
  });

  test('is shown before it is trusted: what loosens, what is wrong, and exactly the content that was read', () => {
    expect(previewTrust({ cwd: project, env })).toBeUndefined();
    projectRules(LOOSE);
    expect(previewTrust({ cwd: join(project, 'below'), env })).toMatchObject({
      content: LOOSE,
      loosens: [{ subject: 'git/push-force', at: { line: 5 } }],
      errors: [],
    });
    projectRules(BROKEN);
    expect(previewTrust({ cwd: project, env })?.errors.map(({ code }) => code)).toContain('unknown-key');
  });
});
