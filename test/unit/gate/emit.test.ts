import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Sign } from '../../../src/conditions/signs.ts';
import { emitGate } from '../../../src/gate/emit.ts';
import type { KeptFor } from '../../../src/gate/losing.ts';
import { type Case, type GatePlan, planContext, planGate, type Reason } from '../../../src/gate/plan.ts';
import { IS_RECORDING } from '../../support/decision-record.ts';

/** Gates as shims hold them. That they are sound is for test/properties/gate.test.ts to show; here each change of one is seen. */
const RECORD = new URL('../../record/gates.txt', import.meta.url);

const text = (...pieces: readonly string[]): Sign => ({ in: 'words', pieces });
const NOWHERE: Case['attached'] = { letters: '', leads: [], anywhere: false, keys: false, taken: false };
const reason = (...clauses: Reason['clauses']): Reason => ({ id: 'r', clauses });
const caseOf = (reasons: readonly Reason[], attached: Partial<Case['attached']> = {}): Case => ({
  reasons,
  attached: { ...NOWHERE, ...attached },
});
const ALWAYS = caseOf([reason()]);

const words = (one: Case, program = 'frob'): GatePlan => ({ program, subcommands: new Map(), words: one });
const subcommands = (all: Readonly<Record<string, Case>>, program = 'frob'): GatePlan => ({
  program,
  subcommands: new Map(Object.entries(all)),
  words: ALWAYS,
});

const marked = (mark: 'indirect' | 'outside' | 'directory', attached: Partial<Case['attached']> = {}) =>
  caseOf([reason([{ mark }])], attached);
const letter = (one: string, lead = '-'): Sign => ({ lead, letter: one });
const branch: Sign = { branch: "it's" };

const PLANS: Readonly<Record<string, GatePlan>> = {
  'nothing to test': words(caseOf([])),
  'a text': words(caseOf([reason([text('a b', '=')])])),
  'one of two texts, each once': words(caseOf([reason([text('a'), text('b')]), reason([text('a')])])),
  'two texts together': words(caseOf([reason([text('a')], [text('b'), text('c')]), reason([text('d')])])),
  'two texts together, twice': words(caseOf([reason([text('a')], [text('b')]), reason([text('a')], [text('b')])])),
  'texts elsewhere': words(
    caseOf([
      reason([
        { in: 'cwd-and-words', pieces: ['x'] },
        { in: 'text', pieces: ['y'] },
        { under: '/opt/my app' },
        { variable: 'STAGE', equals: 'prod' },
        { pattern: "'p'*" },
      ]),
    ]),
  ),
  letters: words(caseOf([reason([letter('f')]), reason([letter('a'), letter('f')])])),
  'letters behind a plus': words(caseOf([reason([letter('x', '+'), letter('f')])])),
  code: words(caseOf([reason([{ code: 'awk' }, text('a')]), reason([{ code: 'awk' }])])),
  'code of two languages': words(caseOf([reason([{ code: 'sed' }]), reason([{ code: 'shell' }], [text('b')])])),
  'a branch': words(caseOf([reason([branch], [text('commit')])])),
  'indirect paths': words(marked('indirect')),
  'paths outside': words(marked('outside')),
  'directories, with letters': words(caseOf([reason([{ mark: 'directory' }, letter('r')])], { letters: 'ot' })),
  'paths behind options': words(marked('indirect', { letters: 'to', leads: ['--target', '--out'] })),
  'paths behind any option': words(marked('outside', { anywhere: true, leads: ['--out'] })),
  'paths behind keys': words(marked('indirect', { anywhere: true, keys: true, leads: ['--out'] })),
  'paths that are read': words(marked('indirect', { taken: true })),
  'options that hold no path for the rules': words(caseOf([reason([text('a')])], { letters: 'o', anywhere: true })),
  'every call': words(ALWAYS),
  'too much': words(caseOf([reason([text('x'.repeat(15_000))])])),
  'just not too much': words(caseOf([reason([text('x'.repeat(14_600))])])),
  subcommands: subcommands({ a: caseOf([reason([text('x')])]), b: caseOf([]), c: ALWAYS }),
  'the same of most': subcommands({
    a: caseOf([reason([text('x'), text('y')]), reason([text('z')])]),
    b: caseOf([reason([text('x')])]),
    c: caseOf([reason([text('x')]), reason([text('p')], [text('q')])]),
    d: caseOf([reason([text('p')], [text('q')])]),
    e: caseOf([]),
  }),
  'the same of half': subcommands({ a: caseOf([reason([text('x')])]), b: caseOf([reason([text('y')])]) }),
  'subcommands with the same tests': subcommands({
    a: caseOf([reason([text('x')])]),
    'b c': caseOf([reason([text('x')])]),
    d: caseOf([]),
    e: caseOf([reason([text('long enough')])]),
    f: caseOf([]),
    g: caseOf([]),
    h: caseOf([]),
  }),
  'subcommands of git': subcommands(
    { zz: caseOf([]), push: caseOf([reason([text('x')])]), yy: caseOf([reason([text('y')])]) },
    'git',
  ),
  'subcommands with late tests': subcommands({
    a: caseOf([reason([branch])]),
    b: caseOf([reason([{ mark: 'indirect' }]), reason([letter('f')])], { letters: 'ot', leads: ['--out'] }),
    c: caseOf([reason([{ mark: 'outside' }])], { anywhere: true }),
    d: caseOf([reason([letter('g')])], { letters: 'x' }),
    e: caseOf([reason([{ mark: 'indirect' }])], { leads: ['--out'] }),
    f: caseOf([reason([letter('y', '+')]), reason([{ mark: 'indirect' }])]),
  }),
  'code of files above': words(
    caseOf([
      reason([{ code: 'above', names: ['Makefile', "it's"], options: ['-f', '--file'] }]),
      reason([{ code: 'above', names: ['b'], options: [] }], [text('x')]),
    ]),
  ),
  'who starts it, and what it loses': words(
    caseOf([
      reason([{ loss: 'agent' }], [{ loss: 'here' }]),
      reason([{ caller: 'unconfined' }], [{ caller: 'agent' }]),
    ]),
  ),
  'what late tests have in common': subcommands({
    a: caseOf([reason([branch]), reason([text('x')])]),
    b: caseOf([reason([branch]), reason([text('x')])]),
    c: caseOf([reason([branch, text('a')], [text('b')])]),
  }),
  'what the words of several subcommands show': subcommands({
    a: caseOf([reason([{ first: "'a git'*" }, text('z')])]),
    b: caseOf([reason([{ first: "'a git'*" }, text('z')])]),
    c: caseOf([reason([{ loss: 'agent' }], [{ first: "'c git'*" }])]),
  }),
  'paths of few subcommands': subcommands({
    a: marked('outside', { keys: true }),
    b: marked('outside', { taken: true }),
    c: marked('outside'),
    d: caseOf([reason([text('x')])], { keys: true, taken: true }),
  }),
  'keys of a subcommand that asks for no paths': subcommands({
    a: marked('outside'),
    b: caseOf([reason([text('x')])], { keys: true, taken: true }),
  }),
  'more subcommands than there is room for': subcommands({
    a: caseOf([reason([text('x'.repeat(5002))])]),
    b: caseOf([reason([text('x'.repeat(5001))])]),
    c: caseOf([reason([text('x'.repeat(5000))])]),
  }),
  'nothing shared for which there is room': subcommands({
    a: caseOf([]),
    b: caseOf([reason([{ first: "'b git'*" }]), reason([text('x'.repeat(12_000))])]),
    c: caseOf([]),
  }),
  'common tests that leave room for some': subcommands({
    a: caseOf([reason([text('x'.repeat(14_000))]), reason([text('x'.repeat(2001))])]),
    b: caseOf([reason([text('x'.repeat(14_000))]), reason([text('x'.repeat(2002))])]),
    c: caseOf([reason([text('x'.repeat(14_000))]), reason([text('x'.repeat(2003))])]),
  }),
  'common tests that leave room for none': subcommands({
    a: caseOf([reason([text('x'.repeat(20_000))])]),
    b: caseOf([reason([text('x'.repeat(20_000))])]),
  }),
  'one that there is no room for': subcommands({
    a: caseOf([reason([text('x'.repeat(12_000))])]),
    b: caseOf([reason([text('x'.repeat(12_001))])]),
  }),
  'only subcommands that every call of goes to Node': subcommands({ a: ALWAYS }),
  'too much for all subcommands': subcommands({ a: caseOf([reason([text('x'.repeat(15_000))])]) }),
};

/** What programs lose and start; no rule is about them. */
const planOf = (program: string, keptFor: KeptFor) => () => planGate(program, [], planContext(keptFor));
const PROGRAMS: Readonly<Record<string, () => GatePlan>> = Object.fromEntries([
  ...['rm', 'mv', 'tar', 'sed', 'git'].map((program) => [`${program}, kept for agents`, planOf(program, 'agents')]),
  ['rm, kept for everybody', planOf('rm', 'everybody')],
  ['rm, kept for nobody', planOf('rm', 'nobody')],
  ...['find', 'nice', 'env', 'tmux', 'parallel'].map((program) => [
    `what ${program} starts`,
    planOf(program, 'nobody'),
  ]),
]);
const NAMES = [...Object.keys(PLANS), ...Object.keys(PROGRAMS)];

function gateText(name: string): string {
  // what was computed for an object is kept
  const gate = emitGate(PROGRAMS[name]?.() ?? structuredClone(PLANS[name] as GatePlan));
  const passed = gate?.subcommands === undefined ? '' : ` (may pass ${gate.subcommands.join(', ')})`;
  const body = gate?.text.replace(/x{1000,}/g, (all) => `<${all.length} x>`) ?? 'none';
  return `== ${name}${passed}\n${body}\n`;
}

if (IS_RECORDING) writeFileSync(RECORD, NAMES.map(gateText).join('\n'));
const recorded = readFileSync(RECORD, 'utf8')
  .split(/\n(?=== )/)
  .map((one) => `${one.trimEnd()}\n`);

test.each(NAMES.map((name, at) => [name, at] as const))('the gate for %s', (name, at) => {
  expect(gateText(name)).toBe(recorded[at]);
});
