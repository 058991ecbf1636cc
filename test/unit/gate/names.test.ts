import { expect, test } from 'vitest';
import { casePattern } from '../../../src/gate/case-pattern.ts';
import { namesText, readsNames } from '../../../src/gate/code.ts';
import { codeNames } from '../../../src/gate/code-names.ts';
import { compileBeside, compileGates } from '../../../src/gate/gate.ts';
import { lineGate } from '../../../src/gate/line-gate.ts';
import { starterSigns } from '../../../src/gate/starters.ts';
import type { Pattern, Policy, Rule } from '../../../src/model/policy.ts';
import { policyOf } from '../../support/judged.ts';

const POLICY = policyOf({
  p: `
rules:
  - { name: a, commands: [frob, /opt/frub], action: deny }
  - { name: b, commands: [frab], action: deny, conditions: [{ unknown_program: true }] }
  - { name: c, action: deny, conditions: [{ path_matches: /etc/shadow }, { path_matches: '/b/*' }] }
  - { name: d, commands: ['fr b'], action: deny }
`,
});
const [MODULE] = POLICY.modules as [Policy['modules'][0]];
const withModule = (more: object): Policy => ({ modules: [{ ...MODULE, ...more }] });

test.each([
  ['frob', true],
  ['frob.exe', true],
  ['frub', true],
  ['/opt/frub', false],
  ['frab', false], // its rule matches no plain code
  ['fr b', false],
  ['if', true],
  ['cd', true],
  ['export', true],
  ['sudo', true],
  ['rm', true],
  ['sort', true],
  ['git', true],
  ['dd', true],
  ['echo', false],
  ['pwd', false],
  ['cat', false],
  ['head', false],
  ['wc', true], // --files0-from takes a path
  ['tsc', false],
  ['gofmt', true], // with -w it writes
  ['ssh-keygen', true],
  ['fmt', false],
])('%s goes to Node in plain code: %s', (name, goes) => {
  expect(codeNames(POLICY)?.words.includes(name)).toBe(goes);
});

test('names are sorted, and of what must all hold one is enough', () => {
  const { words, paths } = codeNames(POLICY) ?? { words: [], paths: [] };
  expect(words).toEqual([...words].sort());
  expect(paths).toEqual(["'/''etc/shadow'"]);
});

test.each<[string, object, boolean]>([
  ['commands alone', {}, true],
  ['calls of tools by default', { unmatched: 'deny' }, false],
  ['a shell of an agent', { shellTool: 'exec' }, false],
  ['a tool', { rules: [{ ...MODULE.rules[0], tools: 'any' }] }, false],
  ['earlier calls', { rules: [{ ...MODULE.rules[0], activation: { kind: 'latched' } }] }, false],
  ['a tool, among others', { rules: [...MODULE.rules, { ...MODULE.rules[0], tools: 'any' }] }, false],
])('sh reads code and lines beside rules about %s: %s', (_what, more, reads) => {
  const policy = withModule(more);
  expect([codeNames(policy) !== undefined, lineGate(policy) !== undefined]).toEqual([reads, reads]);
});

test('nor where one of several files is about tools', () => {
  const policy: Policy = { modules: [MODULE, { ...MODULE, unmatched: 'deny' }] };
  expect([codeNames(policy), lineGate(policy)]).toEqual([undefined, undefined]);
});

test.each([
  ['frob', true, true],
  ['frub', true, true],
  ['cd', true, true],
  ['if', true, false],
  ['eval', true, false],
  ['sudo', true, true],
  ['git', true, true],
  ['python3', false, true],
  ['.', false, false],
  ['tsc', false, false],
])('at a launcher %s is known: %s, may have a gate: %s', (name, known, gated) => {
  const gate = lineGate(POLICY);
  expect([gate?.known.includes(name), gate?.gated.includes(name)]).toEqual([known, gated]);
  expect(gate?.known).toEqual([...(gate?.known ?? [])].sort());
  expect(gate?.gated).toEqual([...(gate?.gated ?? [])].sort());
  expect(gate?.writers).toEqual(expect.arrayContaining(['tee', 'dd', 'patch', 'rsync', 'cp']));
});

const pattern = (written: string, more: Partial<Pattern> = {}) =>
  casePattern({ written, source: '', flags: '', linear: true, ...more });

test.each<[string, string | undefined]>([
  ['/etc/shadow', "'/''etc/shadow'"],
  ['//etc', "'/''etc'"],
  ['*.key', "*'/'*'.key'"],
  ['~/.ssh/**', "*'/''.ssh'*"],
  ['a/**/b', "*'/''a'*'b'"],
  ['/a/{b,c}/d', "'/''a'*"],
  ['{a,b}/c', "*'/'*"],
  ['a?b+c', "*'/''a'*'b'*'c'"],
  ['!a', undefined],
])('%s in `case`: %s', (written, wanted) => {
  expect(pattern(written)).toBe(wanted);
});

test('what sh cannot match in the same way has no pattern', () => {
  expect(pattern('a', { flags: 'i' })).toBeUndefined();
  expect(pattern('a', { linear: false })).toBeUndefined();
});

test('the file with the names', () => {
  expect(readsNames()).toEqual(['sh', 'dash', 'bash']);
  expect(namesText(undefined)).toBe('__ss_named=\n');
  const is = (paths: string) => `__ss_is_of_rule() { case $1 in ${paths}) return 0 ;; *) return 1 ;; esac; }\n`;
  expect(namesText({ words: ['a', 'exit', 'b', 'test'], paths: [] })).toBe(`__ss_named=' a b '\n${is("''")}`);
  expect(namesText({ words: ['a'], paths: ['x', 'y'] })).toBe(`__ss_named=' a '\n${is('x | y')}`);
  expect(Object.values(compileBeside(POLICY))).toEqual([namesText(codeNames(POLICY))]);
});

test('gates are compiled for full names, and for none where a rule remembers', () => {
  expect(Object.keys(compileGates(POLICY, ['cat', 'git.exe', 'sudo']))).toEqual(['cat']);
  const remembering = withModule({ rules: [{ ...MODULE.rules[0], activation: { kind: 'latched' } }] });
  expect(compileGates(remembering, ['cat'])).toEqual({});
  const both = withModule({ rules: [...MODULE.rules, ...(remembering.modules[0]?.rules ?? [])] });
  expect(compileGates(both, ['cat'])).toEqual({});
});

test('nothing is kept where nobody says for whom', () => {
  expect(compileGates(POLICY, ['rm'])).toEqual(compileGates(POLICY, ['rm'], 'nobody'));
  expect(compileGates(POLICY, ['rm'])).not.toEqual(compileGates(POLICY, ['rm'], 'everybody'));
});

test('a gate that was compiled before is taken, and one that was not is handed on', () => {
  const added: unknown[] = [];
  const before = {
    find: (program: string) => (program === 'cat' ? 'known' : program === 'ls' ? '' : undefined),
    add: (program: string, rules: readonly Rule[], gate: string) =>
      added.push([program, rules.map(({ id }) => id), gate !== '']),
  };
  const gates = compileGates(POLICY, ['cat', 'ls', 'head', 'sudo'], 'nobody', before);
  expect(Object.keys(gates)).toEqual(['cat', 'head']);
  expect(gates.cat).toBe('known');
  expect(added).toEqual([
    ['cat', ['p/c'], true],
    ['ls', ['p/c'], false],
    ['head', ['p/c'], true],
    ['sudo', ['p/c'], false],
  ]);
});

/** What shows that a wrapper may start something: `any` = each call, `none` = no call. */
test.each<[string, string | undefined, string]>([
  ['sudo', undefined, 'any'],
  ['cargo', 'watch', 'any'],
  ['cargo', 'build', '*@wrote* | code above Cargo.toml'],
  ['cargo', 'fmt', 'none'],
  ['cargo', undefined, 'any'],
  ['git', 'clone', 'any'],
  ['git', 'status', 'none'],
  ['git', 'archive', '" --e"'],
  ['git', 'difftool', '" -".."x" | " --extc"'],
  ['npm', 'exec', 'any'],
  ['npm', 'ls', 'none'],
  ['npm', 'run', '*@wrote* | code above package.json'],
  ['yarn', 'why', 'none'],
  ['yarn', 'publish', '*@wrote* | code above package.json'],
  ['git', 'commit', '*@wrote* | code hooks'],
  ['make', undefined, 'any'],
  ['hatch', 'env', 'none'],
  ['find', undefined, '" -exec" | " -ok"'],
  ['less', undefined, '" +"'],
  ['awk', undefined, 'code awk'],
  ['node', undefined, "\" node -\" | ' node  '*@fed* | ' node /'*'/'[f0s]*@fed* | *@wrote* | code file"],
  ['python3.12', undefined, 'any'],
  ['git', 'toString', 'none'],
  ['git', 'rebase', '" -".."x" | " --ex" | *@wrote* | code hooks'],
  ['git', 'grep', '" -".."O" | " --op"'],
  ['kubectl', undefined, 'any'],
  ['kubectl', 'get', 'none'],
  ['kubectl', 'exec', 'any'],
  ['docker', '', '" -h" | " -V"'],
  ['sort', undefined, '" --co"'],
  ['groff', undefined, '" groff -"'],
  ['go', undefined, 'any'],
  ['go', 'run', 'any'],
  ['go', 'vet', 'none'],
  ['go', 'toString', 'none'],
  ['pip', undefined, 'any'],
  ['pip', 'install', '" ." | " /" | " ~" | " -"'],
  ['pip', 'build', 'any'],
  ['pip', 'list', 'none'],
  ['uv', 'pip', '" install"'],
  ['ctest', undefined, '*@wrote* | code above CTestTestfile.cmake'],
  ['pytest', undefined, 'any'],
])('%s %s starts something by %s', (program, subcommand, wanted) => {
  const signs = starterSigns({ program, subcommand } as never);
  const one = (sign: object) =>
    'pieces' in sign
      ? (sign.pieces as string[]).map((piece) => JSON.stringify(piece)).join('..')
      : 'code' in sign
        ? `code ${[sign.code, ...('names' in sign ? (sign.names as string[]) : [])].join(' ')}`
        : 'pattern' in sign
          ? String(sign.pattern)
          : JSON.stringify(sign);
  const [clause] = signs;
  const shown = clause === undefined ? 'any' : clause.length === 0 ? 'none' : clause.map(one).join(' | ');
  expect(shown).toBe(wanted);
});

test('python starts something but with the modules that start nothing', () => {
  const patterns = starterSigns({ program: 'python3' } as never)
    .flat()
    .flatMap((sign) => ('pattern' in sign ? [sign.pattern] : []));
  expect(patterns.slice(3, 6)).toEqual(["' python3 -'[!m]*", "' python3 -m'[!' ']*", "' python3 -m timeit '*"]);
  expect(starterSigns({ program: "py'thon" } as never)).toEqual([[]]); // no program that starts others
});
