import { describe, expect, test } from 'vitest';
import type { Decision } from '../../../src/model/decision.ts';
import type { Action } from '../../../src/model/request.ts';
import { createLineGrants } from '../../../src/settle/line-grants.ts';
import type { Grant, Grants } from '../../../src/store/grants.ts';
import { judged, policyOf, requestOf } from '../../support/judged.ts';

const POLICY = policyOf({
  p: `
rules:
  - { name: ask, commands: [frob, other], action: require_approval, message: m }
  - { name: also, commands: [frob], action: require_approval, message: m, conditions: [{ args: { any_flag: --hard } }] }
  - { name: lines, action: require_approval, message: m, conditions: [{ command_contains: "twice; " }] }
`,
});
/** One more rule asks about frob. */
const STRICTER = policyOf({
  p: 'rules: [{ name: ask, commands: [frob], action: require_approval, message: m }]',
  q: 'rules: [{ name: more, commands: [frob], action: require_approval, message: m }]',
});

interface Kept extends Grants {
  readonly all: Grant[];
}

function grants(isBroken = false): Kept {
  const all: Grant[] = [];
  return {
    all,
    leave(more) {
      if (isBroken) throw new Error('disk full');
      all.push(...more);
    },
    take(fits) {
      const at = all.findIndex(fits);
      return at < 0 ? undefined : all.splice(at, 1)[0];
    },
    end: () => {},
  };
}

interface Where {
  readonly store?: Kept;
  readonly ancestors?: readonly string[];
  readonly holder?: string;
  readonly isStart?: boolean;
  readonly session?: string;
}

function open({ store = grants(), ancestors = ['1-a'], isStart, session, ...rest }: Where = {}) {
  const holder = 'holder' in rest ? rest.holder : '1-a';
  return createLineGrants({
    store,
    ancestors: () => ancestors,
    holder: () => holder,
    ...(isStart !== undefined && { isStart }),
    ...(session !== undefined && { session }),
    realpath: (path) => path.replace(/^\/alias\b/, '/repo'),
  });
}

function decided(what: string | readonly string[], cwd = '/repo/app', policy = POLICY): Decision {
  const action: Action = typeof what === 'string' ? { kind: 'line', line: what } : { kind: 'argv', argv: what };
  return judged(policy, requestOf([], { action, cwd }));
}

/** Left for a line, is it taken for a start? */
function isTaken(line: string, start: readonly string[], cwd?: string, policy = POLICY): boolean {
  const store = grants();
  open({ store }).leave(decided(line));
  return open({ store }).take(decided(start, cwd, policy));
}

describe('what was agreed to for a line', () => {
  test.each<[string, readonly string[], boolean]>([
    ['echo; frob x', ['frob', 'x'], true],
    ['echo; frob x', ['/usr/bin/frob', 'x'], true],
    ['echo; frob x', ['frob', 'y'], false],
    ['echo; frob x', ['frob', 'x', 'y'], false],
    ['echo; frob x y', ['frob', 'x'], false],
    ['echo; frob x', ['other', 'x'], false],
    ['echo; frob "$X"', ['frob', 'x'], false],
    ['echo; ssh host frob x', ['frob', 'x'], false],
    ['cd sub; frob x', ['frob', 'x'], false],
    ['echo; frob --hard', ['frob', '--hard'], true],
  ])('%s: %s is not asked again: %s', (line, start, wanted) => {
    expect(isTaken(line, start)).toBe(wanted);
  });

  test.each([
    ['/repo/app', true],
    ['/alias/app', true],
    ['/repo/other', false],
  ])('holds where it was said: %s, %s', (cwd, wanted) => {
    expect(isTaken('echo; frob x', ['frob', 'x'], cwd)).toBe(wanted);
  });

  test('is no answer to one more rule', () => {
    expect(isTaken('echo; frob x', ['frob', 'x'], undefined, STRICTER)).toBe(false);
  });

  test('is used up', () => {
    const store = grants();
    open({ store }).leave(decided('frob x; frob x'));
    const answers = [1, 2, 3].map(() => open({ store }).take(decided(['frob', 'x'])));
    expect(answers).toEqual([true, true, false]);
  });

  test.each<[string, Where, boolean]>([
    ['a process below', { ancestors: ['2-b', '1-a'] }, true],
    ['one of another line', { ancestors: ['2-b'] }, false],
    ['one whose id was given again', { ancestors: ['1-z'] }, false],
    ['one without parents', { ancestors: [] }, false],
  ])('counts for %s', (_what, where, wanted) => {
    const store = grants();
    open({ store }).leave(decided('echo; frob x'));
    expect(open({ store, ...where }).take(decided(['frob', 'x']))).toBe(wanted);
  });

  test('is left with its holder, session and end', () => {
    const store = grants();
    const before = Date.now();
    open({ store, session: 's' }).leave(decided('echo; frob x'));
    const [{ untilMs, ...grant } = { untilMs: 0 }] = store.all;
    expect(grant).toEqual({ holder: '1-a', session: 's', argv: ['frob', 'x'], cwd: '/repo/app', rules: ['p/ask'] });
    expect(untilMs - before).toBeGreaterThanOrEqual(10 * 60_000);
    expect(untilMs - before).toBeLessThan(11 * 60_000);
  });

  test('is left below nobody where nobody is known', () => {
    const store = grants();
    open({ store, holder: undefined as unknown as string }).leave(decided('echo; frob x'));
    expect(store.all).toEqual([]);
  });

  test('of a start that was asked itself, only what it starts is left', () => {
    const store = grants();
    open({ store, isStart: true }).leave(decided(['sudo', 'frob', 'x']));
    expect(store.all.map(({ argv }) => argv.join(' '))).toEqual(['frob x']);
    const own = grants();
    open({ store: own, isStart: true }).leave(decided(['frob', 'x']));
    expect(own.all).toEqual([]);
  });
});

describe('several starts that ask', () => {
  const both = decided('frob x; other y');
  test('are taken together', () => {
    const store = grants();
    open({ store }).leave(both);
    expect(open({ store }).take(both)).toBe(true);
    expect(store.all).toEqual([]);
  });

  test('give back what they took where one was not agreed to', () => {
    const store = grants();
    open({ store }).leave(decided('echo; frob x'));
    expect(open({ store }).take(both)).toBe(false);
    expect(store.all.map(({ argv }) => argv.join(' '))).toEqual(['frob x']);
  });

  test('ask again where nothing can be given back', () => {
    const store = grants();
    open({ store }).leave(decided('echo; frob x'));
    const broken = {
      ...store,
      leave: () => {
        throw new Error('disk full');
      },
    };
    expect(open({ store: broken }).take(both)).toBe(false);
  });

  test('are not taken where the line is not understood', () => {
    const store = grants();
    open({ store }).leave(decided('echo; frob x'));
    const unsure = decided('frob x; eval "$(cat y)"');
    expect(unsure.unsure).not.toEqual([]);
    expect(open({ store }).take(unsure)).toBe(false);
  });
});

describe('what was agreed to as a whole', () => {
  test.each<[string, readonly string[], boolean]>([
    ['the same', ['sudo', 'frob', 'x'], true],
    ['another', ['sudo', 'frob', 'y'], false],
    ['what it starts alone', ['frob', 'x'], false],
  ])('%s', (_what, argv, wanted) => {
    const store = grants();
    open({ store }).leaveWhole(decided(['sudo', 'frob', 'x']));
    expect(store.all.length).toBe(1);
    expect(open({ store }).take(decided(argv))).toBe(wanted);
  });

  test('with what was not understood in it', () => {
    const store = grants();
    const unsure = decided(['sh', '-c', 'eval "$(cat y)"']);
    open({ store }).leaveWhole(unsure);
    expect(store.all.map(({ rules }) => rules)).toEqual([expect.arrayContaining(['unsure:hidden-code'])]);
    expect(open({ store }).take(unsure)).toBe(true);
  });

  test.each<[string, Decision]>([
    ['nothing asks', decided(['echo', 'x'])],
    ['it is several commands', decided('frob x; frob y')],
    ['a word is not known', decided('frob "$X"')],
  ])('leaves nothing where %s', (_what, decision) => {
    const store = grants();
    open({ store }).leaveWhole(decision);
    expect(store.all).toEqual([]);
  });
});

describe('decisions as they are', () => {
  const word = (value: string) => ({ kind: 'known', value, text: value });
  const start = (more: object = {}) => ({
    argv: ['/bin/frob', 'x'].map(word),
    text: 'frob x ',
    cwd: '/alias/app',
    role: 'program',
    via: [],
    ...more,
  });
  const asks = (id: string, invocation?: number) => ({
    end: 'matched',
    verdict: 'require_approval',
    rule: { id, action: 'require_approval' },
    ...(invocation !== undefined && { invocation }),
  });
  const decision = (starts: readonly object[], trace: readonly object[], more: object = {}) =>
    ({
      verdict: 'require_approval',
      analysis: { text: ' frob x', invocations: starts, unsure: [] },
      trace,
      unsure: [],
      ...more,
    }) as unknown as Decision;
  const unknown = { kind: 'unknown', text: '$X', prefix: '', suffix: '' };
  const left = (one: Decision, whole = false) => {
    const store = grants();
    if (whole) open({ store }).leaveWhole(one);
    else open({ store }).leave(one);
    return store.all.map(({ argv, cwd, rules }) => [argv.join(' '), cwd, rules.join(' ')]);
  };

  test.each<[string, Decision, readonly unknown[]]>([
    ['a start', decision([start()], [asks('a', 0)]), [['frob x', '/repo/app', 'a']]],
    [
      'two rules, one of them twice',
      decision([start()], [asks('a', 0), asks('b', 0), asks('a', 0)]),
      [['frob x', '/repo/app', 'a b']],
    ],
    ['a rule about the line, of its only start', decision([start()], [asks('a')]), [['frob x', '/repo/app', 'a']]],
    ['a rule about a line of two', decision([start(), start()], [asks('a')]), []],
    [
      'a rule for each of two',
      decision([start(), start({ cwd: '/b' })], [asks('a', 0), asks('b', 1)]),
      [
        ['frob x', '/repo/app', 'a'],
        ['frob x', '/b', 'b'],
      ],
    ],
    ['a start that there is not', decision([start()], [asks('a', 4)]), []],
    ['a word that is not known', decision([start({ argv: [word('frob'), unknown] })], [asks('a', 0)]), []],
    ['no words', decision([start({ argv: [] })], [asks('a', 0)]), []],
    ['a folder that is not known', decision([start({ cwd: undefined })], [asks('a', 0)]), []],
    ['a builtin', decision([start({ role: 'builtin' })], [asks('a', 0)]), []],
    ['what stands for another', decision([start({ standsFor: 1 })], [asks('a', 0)]), []],
    ['what runs elsewhere', decision([start({ via: [{ name: 'ssh', elsewhere: 'h' }] })], [asks('a', 0)]), []],
    [
      'what runs here by another',
      decision([start({ via: [{ name: 'env' }] })], [asks('a', 0)]),
      [['frob x', '/repo/app', 'a']],
    ],
    ['nothing', decision([start()], []), []],
  ])('leave for %s', (_what, one, wanted) => {
    expect(left(one)).toEqual(wanted);
  });

  test.each<[string, Decision, readonly unknown[]]>([
    ['its rules', decision([start()], [asks('a'), asks('a', 0), asks('b', 0)]), [['frob x', '/repo/app', 'a b']]],
    ['a default', decision([start()], [], { byDefault: 'f' }), [['frob x', '/repo/app', 'default:f']]],
    ['a doubt', decision([start()], [asks('a')], { unsure: [{ code: 'c' }] }), [['frob x', '/repo/app', 'a unsure:c']]],
    ['nothing', decision([start()], []), []],
    ['another text', decision([start({ text: 'frob' })], [asks('a')]), []],
    ['a word that is not known', decision([start({ argv: [word('frob'), unknown] })], [asks('a')]), []],
    ['a folder that is not known', decision([start({ cwd: undefined })], [asks('a')]), []],
    ['no start', decision([], [asks('a')]), []],
  ])('leave as a whole for %s', (_what, one, wanted) => {
    expect(left(one, true)).toEqual(wanted);
  });

  test('a start of which a word is not known, or a doubt, takes none', () => {
    const known = decision([start(), start({ cwd: '/b' })], [asks('a', 0), asks('b', 1)]);
    const partly = decision([start(), start({ argv: [word('frob'), unknown] })], [asks('a', 0), asks('b', 1)]);
    const store = grants();
    open({ store }).leave(known);
    expect(open({ store }).take(partly)).toBe(false);
    expect(open({ store }).take({ ...known, unsure: [{ code: 'c', detail: '' }] } as never)).toBe(false);
    expect(open({ store }).take(decision([], []))).toBe(false);
    expect(store.all).toHaveLength(2);
    expect(open({ store }).take(known)).toBe(true);
    expect(store.all).toEqual([]);
  });

  test('the words that are known of a start are not the start', () => {
    const asking = [asks('a', 0), asks('b', 1)];
    const store = grants();
    open({ store }).leave(decision([start(), start({ argv: [word('frob')] })], asking));
    expect(open({ store }).take(decision([start(), start({ argv: [word('frob'), unknown] })], asking))).toBe(false);
    expect(store.all).toHaveLength(2);
  });

  test('the session is recorded where there is one', () => {
    const store = grants();
    open({ store, session: 's' }).leave(decision([start()], [asks('a', 0)]));
    open({ store }).leave(decision([start()], [asks('a', 0)]));
    expect(store.all.map((one) => Object.keys(one).includes('session'))).toEqual([true, false]);
  });

  test('without a start that asks, the process above is not looked up', () => {
    const options = { store: grants(), ancestors: () => [], realpath: (path: string) => path };
    const holder = () => {
      throw new Error('looked up');
    };
    expect(() => createLineGrants({ ...options, holder }).leave(decision([start()], []))).not.toThrow();
  });
});
