import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compileGates } from '../../../src/gate/gate.ts';
import type { KeptFor } from '../../../src/gate/losing.ts';
import type { Policy } from '../../../src/model/policy.ts';
import { builtGates, GATES_FILE, gatesFileText } from '../../../src/refresh/built-gates.ts';
import { policyOf } from '../../support/judged.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'temporary-gates-'));
  writeFileSync(join(folder, 'compile.cjs'), 'one build');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PROGRAMS = ['git', 'rm', 'dd', 'ls', 'nice'];
const RULES = `
rules:
  - { name: any-rm, commands: [rm], action: deny }
  - { name: forced, commands: [git], action: deny, conditions: [{ args: { any_flag: [--force] } }] }
`;
const policyWith = (rule = '') => policyOf({ p: `${RULES}${rule && `  - { ${rule}, action: deny }\n`}` });
const POLICY = policyWith();

interface GatesFile {
  readonly compiler: string;
  readonly texts: readonly string[];
  readonly byKey: Readonly<Record<string, number>>;
}
const written = () => JSON.parse(gatesFileText(folder, POLICY, PROGRAMS)) as GatesFile;
/** What a build wrote whose gates have a mark. */
const marked = () => ({ ...written(), texts: written().texts.map((text) => `${text}\n# of the build`) });
const write = (file: object | string) =>
  writeFileSync(join(folder, GATES_FILE), typeof file === 'string' ? file : JSON.stringify(file));

/** Programs whose gate is that of the build. Nothing is added: what a process compiles it keeps. */
function ofBuild(policy: Policy, keptFor: KeptFor = 'agents'): readonly string[] {
  const { find } = builtGates(keptFor, undefined, folder);
  const gates = compileGates(policy, PROGRAMS, keptFor, { find, add: () => undefined });
  return Object.keys(gates).filter((program) => gates[program]?.endsWith('# of the build'));
}

test('the gates are those that are compiled without', () => {
  write(written());
  const { find } = builtGates('agents', undefined, folder);
  let compiled = 0;
  const gates = compileGates(POLICY, PROGRAMS, 'agents', { find, add: () => compiled++ });
  expect(gates).toEqual(compileGates(POLICY, PROGRAMS, 'agents'));
  expect(Object.keys(gates)).not.toContain('rm');
  expect(find('rm', POLICY.modules[0]?.rules.slice(0, 1) ?? [])).toBe('');
});

test('another rule about a program, or one about all, has its gate compiled; where a rule stands does not', () => {
  write(marked());
  const all = ['git', 'dd', 'ls'];
  expect(ofBuild(POLICY)).toEqual(all);
  expect(ofBuild(policyWith('name: d, commands: [dd], conditions: [{ args: { any_flag: [--if] } }]'))).toEqual(
    all.filter((program) => program !== 'dd'),
  );
  expect(ofBuild(policyWith('name: e, commands: [other]'))).toEqual(all);
  expect(ofBuild(policyWith("name: f, conditions: [{ path_matches: '/etc/shadow' }]"))).toEqual([]);
  const moved = JSON.parse(JSON.stringify(POLICY).replaceAll('"line":', '"line":1')) as Policy;
  expect(ofBuild(moved)).toEqual(all);
  const changed = JSON.parse(JSON.stringify(POLICY).replaceAll('--force', '--delete')) as Policy;
  expect(ofBuild(changed)).toEqual(['dd', 'ls']);
});

test('settings by which others are kept for have all compiled, and a rule that remembers leaves none', () => {
  write(marked());
  expect(ofBuild(POLICY, 'nobody')).toEqual([]);
  expect(ofBuild(POLICY, 'everybody')).toEqual([]);
  const trigger = { op: 'is', type: 'no-such-condition', data: {} } as const;
  const modules = POLICY.modules.map((module) => ({
    ...module,
    rules: module.rules.map((rule) => ({ ...rule, activation: { kind: 'latched', trigger } as const })),
  }));
  expect(ofBuild({ modules })).toEqual([]);
});

test('what this build did not write, or nobody writes so, is compiled', () => {
  const ok = marked();
  const damaged = {
    short: JSON.stringify(ok).slice(0, -2),
    texts: { ...ok, texts: [1] },
    'no texts': { ...ok, texts: [] },
    'another compiler': { ...ok, compiler: 'another' },
    'no numbers': { ...ok, byKey: Object.fromEntries(Object.keys(ok.byKey).map((key) => [key, 'git'])) },
    list: '[]',
  };
  for (const [name, file] of Object.entries(damaged)) {
    rmSync(folder, { recursive: true });
    folder = mkdtempSync(join(tmpdir(), 'temporary-gates-'));
    writeFileSync(join(folder, 'compile.cjs'), 'one build');
    write(file);
    expect(ofBuild(POLICY), name).toEqual([]);
  }
});

test('code of another build, or none, has them compiled', () => {
  write(marked());
  writeFileSync(join(folder, 'compile.cjs'), 'another build');
  expect(ofBuild(POLICY)).toEqual([]);
});

test('what an earlier process compiled holds until a rule about its program changes', async () => {
  const first = builtGates('agents', undefined, folder);
  compileGates(POLICY, PROGRAMS, 'agents', first);
  const byProgram = Object.fromEntries(PROGRAMS.map((program) => [program, '# kept']));
  vi.resetModules();
  const anew = await import('../../../src/refresh/built-gates.ts');
  const kept = (policy: Policy, keptFor: KeptFor = 'agents') => {
    const { find } = anew.builtGates(keptFor, { keys: first.keys, byProgram }, folder);
    const gates = compileGates(policy, PROGRAMS, keptFor, { find, add: () => undefined });
    return Object.keys(gates).filter((program) => gates[program] === '# kept');
  };
  expect(kept(POLICY)).toEqual(PROGRAMS);
  expect(kept(policyWith('name: d, commands: [dd]'))).toEqual(PROGRAMS.filter((program) => program !== 'dd'));
  expect(kept(POLICY, 'nobody')).toEqual([]);
});
