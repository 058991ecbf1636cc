import { describe, expect, test } from 'vitest';
import type { Decision } from '../../../src/model/decision.ts';
import type { Outcome } from '../../../src/model/outcome.ts';
import type { Kept } from '../../../src/model/undo.ts';
import { isAnsweredByKeeping, type Keeper, withKept, withLosses } from '../../../src/settle/keeper.ts';
import { settle } from '../../../src/settle/settle.ts';
import { judged, policyOf, requestOf } from '../../support/judged.ts';

const POLICY = policyOf({
  p: `
rules:
  - { name: lost, commands: [frob], action: require_approval, undoable: true, conditions: [{ args: { operand: [lost, both] } }] }
  - { name: sent, commands: [frob], action: require_approval, conditions: [{ args: { operand: [sent, both] } }] }
  - { name: no, commands: [frob], action: deny, conditions: [{ args: { operand: never } }] }
  - { name: instead, commands: [frob], action: redirect, redirect_to: "frob lost", conditions: [{ args: { operand: other } }] }
  - { name: lines, action: require_approval, undoable: true, conditions: [{ command_contains: whole }] }
`,
});

const NONE = { changed: 0, untracked: 0, ignored: 0, other: 0, bytes: 0, commits: 0 };
const ALL: Kept = { record: 7, promises: 'all', missing: [], counts: { ...NONE, changed: 2, bytes: 3 } };
const PARTLY: Kept = { ...ALL, promises: 'partly', missing: ['it is too much'] };
const FAILED: Kept = { promises: 'none', missing: [], counts: ALL.counts, problem: 'the disk is full' };

interface Trial {
  readonly mode?: Keeper['mode'];
  readonly kept?: Kept;
  readonly isLocal?: boolean;
}

function keeperOf({ mode = 'instead_of_asking', kept = ALL, isLocal = true }: Trial, keeps: number[] = []): Keeper {
  const keep = () => {
    keeps.push(1);
    return kept;
  };
  return { mode, look: () => kept, keep, isLocal: () => isLocal };
}

async function run(line: string, trial: Trial = {}) {
  const request = requestOf([], { action: { kind: 'line', line }, actor: 'ai', env: { HOME: '/home/u' } });
  const decision = judged(POLICY, request);
  const keeps: number[] = [];
  const outcome = await settle({
    request,
    decision,
    keeper: keeperOf(trial, keeps),
    approvals: { take: () => undefined, add: () => {} },
    writeException: () => {},
    explain: () => '',
    warn: () => {},
  });
  return { outcome, keeps: keeps.length };
}

describe('a question about local losses that were all kept answers itself', () => {
  test('and runs by `kept`', async () => {
    expect((await run('frob lost')).outcome).toEqual({ kind: 'run', by: 'kept' });
    expect((await run('frob x && frob lost')).outcome).toEqual({ kind: 'run', by: 'kept' });
    expect((await run('frob whole')).outcome).toEqual({ kind: 'run', by: 'kept' });
    expect((await run('( frob whole )')).outcome).toEqual({ kind: 'run', by: 'kept' });
  });

  test.each<[string, string, Trial?]>([
    ['another rule asks as well', 'frob both'],
    ['the rule is about something else', 'frob sent'],
    ['another start of the line is asked about', 'frob lost; frob sent'],
    ['a word is not known', 'frob lost "$X"'],
    ['a word of one of two starts is not known', 'frob lost; frob lost "$X"'],
    ['it is about a line of two starts', 'frob whole; frob x'],
    ['it runs elsewhere', 'ssh host frob lost'],
    ['something else would run', 'frob other'],
    ['not all was kept', 'frob lost', { kept: PARTLY }],
    ['it could not be kept', 'frob lost', { kept: FAILED }],
    ['it is not among what is local', 'frob lost', { isLocal: false }],
  ])('not where %s', async (_why, line, trial) => {
    expect((await run(line, trial)).outcome).toEqual({ kind: 'refuse', cause: 'nobody-to-ask' });
  });

  test('nor where the settings do not say so: then nothing is kept for a question', async () => {
    const { outcome, keeps } = await run('frob lost', { mode: 'keep' });
    expect([outcome, keeps]).toEqual([{ kind: 'refuse', cause: 'nobody-to-ask' }, 0]);
  });

  test('and a deny stays one', async () => {
    expect((await run('frob lost; frob never')).outcome).toEqual({ kind: 'refuse', cause: 'denied' });
  });
});

describe('of decisions as they are', () => {
  const LOST = judged(POLICY, requestOf(['frob', 'lost']));
  const [START] = LOST.analysis.invocations;
  const [FROB] = START?.argv ?? [];
  const of = (start: object, more: object = {}) =>
    ({ ...LOST, ...more, analysis: { ...LOST.analysis, invocations: [{ ...START, ...start }] } }) as Decision;
  const below = (word: object = {}, via: readonly object[] = [{ name: 'find' }]) =>
    of({
      argv: [
        FROB,
        { kind: 'unknown', text: '', reason: 'glob', within: '/repo', prefix: '/repo/', suffix: '', ...word },
      ],
      via,
    });

  test.each<[string, Decision, boolean]>([
    ['as it is', of({}), true],
    ['in a folder that is not known', of({ cwd: undefined }), false],
    ['of a program that is not known', of({ program: undefined }), false],
    ['in a file', of({ inFile: { path: '/x', line: 1 } }), false],
    ['that may not run', of({ mayNotRun: true }), false],
    ['with a doubt', of({}, { unsure: [{ code: 'c', detail: '' }] }), false],
    ['that a default asks about', of({}, { byDefault: 'p' }), false],
    ['of a line that was partly read', { ...LOST, analysis: { ...LOST.analysis, partlyRead: 'x' } } as never, false],
    ['that no rule asks about', of({}, { trace: [] }), false],
    ['with what find found', below(), true],
    ['with what gfind found', below({}, [{ name: 'gfind' }]), true],
    ['with what find found for another', below({}, [{ name: 'find' }, { name: 'env' }]), false],
    ['with what another program hands on', below({}, [{ name: 'xargs' }]), false],
    ['with a pattern of the line', below({}, []), false],
    ['with what find found elsewhere', below({}, [{ name: 'find', elsewhere: 'host' }]), false],
    ['with a word of find that is no path', below({ reason: 'variable' }), false],
    ['with what was found in an unknown folder', below({ within: undefined }), false],
    ['with what may begin in any way', below({ prefix: '' }), false],
    ['with what may be an option', below({ prefix: '-r' }), false],
    ['with what was found below a folder that ends like an option', below({ prefix: '/repo/a-' }), true],
  ])('a start %s: %s', (_what, decision, wanted) => {
    expect(isAnsweredByKeeping(decision, keeperOf({}))).toBe(wanted);
  });

  test('whoever is asked is told what would be lost', () => {
    expect(withLosses(LOST, keeperOf({})).losses).toBe(ALL);
    expect(withLosses(LOST, undefined)).toBe(LOST);
  });
});

describe('before it runs', () => {
  const RUN: Outcome = { kind: 'run', by: 'rules' };
  test.each<[Outcome, Trial, Outcome]>([
    [RUN, {}, { ...RUN, kept: 7 }],
    [{ kind: 'run', by: 'once' }, {}, { kind: 'run', by: 'once', kept: 7 }],
    [{ kind: 'asked' }, {}, { kind: 'asked', kept: 7 }],
    [RUN, { kept: PARTLY }, { ...RUN, kept: 7 }],
    [RUN, { kept: FAILED, mode: 'keep' }, RUN],
    [RUN, { kept: FAILED }, { kind: 'refuse', cause: 'not-kept', reason: 'the disk is full' }],
    [{ kind: 'run', by: 'once' }, { kept: FAILED }, { kind: 'run', by: 'once' }],
    [{ kind: 'run', by: 'kept' }, { kept: FAILED }, { kind: 'refuse', cause: 'not-kept', reason: 'the disk is full' }],
    [{ kind: 'asked' }, { kept: FAILED }, { kind: 'asked' }],
    [{ kind: 'run', by: 'bypass' }, {}, { kind: 'run', by: 'bypass' }],
    [{ kind: 'run', by: 'failure' }, {}, { kind: 'run', by: 'failure' }],
    [{ kind: 'refuse', cause: 'denied' }, {}, { kind: 'refuse', cause: 'denied' }],
  ])('%j with %j', (outcome, trial, expected) => {
    expect(withKept(outcome, keeperOf(trial)).outcome).toStrictEqual(expected);
  });

  test('without anything to lose all is as it was', () => expect(withKept(RUN, undefined)).toEqual({ outcome: RUN }));
});
