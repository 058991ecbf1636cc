import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../src/model/outcome.ts';
import type { Asker, Question, Reply, Said } from '../../../src/settle/asker.ts';
import { type Settlement, settle } from '../../../src/settle/settle.ts';
import { judged, policyOf, requestOf } from '../../support/judged.ts';

const POLICY = policyOf({
  p: `
rules:
  - { name: no, commands: [frob], action: deny, conditions: [{ args: { operand: deny } }] }
  - { name: ask, commands: [frob], action: require_approval, conditions: [{ args: { operand: ask } }] }
  - { name: other, commands: [frob], action: redirect, redirect_to: "frob safe $2", conditions: [{ args: { operand: other } }] }
  - { name: ask-safe, commands: [frob], action: require_approval, conditions: [{ args: { operand: careful } }] }
`,
});

interface Machine {
  readonly answer?: Reply;
  readonly actor?: 'ai' | 'human';
  readonly env?: Record<string, string>;
  readonly approvals?: Set<string>;
  /** what was answered before it is asked */
  readonly before?: Said;
  readonly broken?: boolean;
}

async function run(word: string, machine: Machine = {}) {
  const request = requestOf(['frob', ...word.split(' ')], {
    actor: machine.actor ?? 'human',
    env: { HOME: '/home/u', ...machine.env },
  });
  const decision = judged(POLICY, request);
  const questions: Question[] = [];
  const written: unknown[] = [];
  const warned: string[] = [];
  const approvals = machine.approvals ?? new Set<string>();
  const { answer } = machine;
  const asker: Asker | undefined = answer && {
    ask: async (question) => {
      questions.push(question);
      return answer;
    },
  };
  const fail = () => {
    throw new Error('disk full');
  };
  const settlement: Settlement = {
    request,
    decision,
    asker,
    approvals: {
      take: ({ id }) => machine.before ?? (approvals.has(id) ? 'earlier' : undefined),
      add: machine.broken ? fail : ({ id }) => approvals.add(id),
    },
    always: { rules: ['p/ask'], argv: ['frob'], within: '/repo', file: '/x' },
    writeException: machine.broken ? fail : (one) => written.push(one),
    explain: () => 'trace',
    warn: (problem) => warned.push(problem),
  };
  return { outcome: await settle(settlement), questions, written, warned, approvals };
}

describe('settle', () => {
  const says = (answer: Reply): Machine => ({ answer });
  test.each<[string, Machine, Outcome]>([
    ['fine', {}, { kind: 'run', by: 'rules' }],
    ['deny', says('once'), { kind: 'refuse', cause: 'denied' }],
    ['ask', says('once'), { kind: 'run', by: 'once' }],
    ['ask', says('session'), { kind: 'run', by: 'session' }],
    ['ask', says('always'), { kind: 'run', by: 'always' }],
    ['ask', says('no'), { kind: 'refuse', cause: 'said-no' }],
    ['ask', { answer: { signal: 'SIGINT' } }, { kind: 'refuse', cause: 'interrupted', signal: 'SIGINT' }],
    ['ask', {}, { kind: 'refuse', cause: 'nobody-to-ask' }],
    ['ask', says({ answer: 'once', who: 'cli' }), { kind: 'run', by: 'once', who: 'cli' }],
    ['ask', says({ answer: 'minutes', untilMs: 1, who: 'cli' }), { kind: 'run', by: 'minutes', who: 'cli' }],
    [
      'ask',
      says({ answer: 'no', who: 'cli', reason: 'later' }),
      { kind: 'refuse', cause: 'said-no', who: 'cli', reason: 'later' },
    ],
    ['ask', says({ unanswered: 'nobody-to-ask' }), { kind: 'refuse', cause: 'nobody-to-ask' }],
    ['ask', says({ unanswered: 'timeout', request: 'id' }), { kind: 'refuse', cause: 'timeout', request: 'id' }],
    ['other x', {}, { kind: 'replace', by: 'rules', argv: ['frob', 'safe', 'x'] }],
    ['other deny', {}, { kind: 'refuse', cause: 'denied' }],
    ['other careful', says('no'), { kind: 'refuse', cause: 'said-no' }],
    ['fine', { env: { SAFESHELL_BYPASS: '1' } }, { kind: 'run', by: 'rules' }],
    ['deny', { env: { SAFESHELL_BYPASS: '1' } }, { kind: 'run', by: 'bypass' }],
    ['ask', { env: { SAFESHELL_BYPASS: '1' } }, { kind: 'run', by: 'bypass' }],
    ['deny', { env: { SAFESHELL_BYPASS: '1' }, actor: 'ai' }, { kind: 'refuse', cause: 'denied' }],
    ['ask', { env: { SAFESHELL_BYPASS: '1' }, actor: 'ai' }, { kind: 'refuse', cause: 'nobody-to-ask' }],
    ['deny', { env: { SAFESHELL_BYPASS: '0' } }, { kind: 'refuse', cause: 'denied' }],
  ])('%s, %j', async (word, machine, outcome) => {
    expect((await run(word, machine)).outcome).toStrictEqual(outcome);
  });

  test('only what was agreed to for the session is remembered, and only exactly that', async () => {
    const { approvals } = await run('ask', { answer: 'session' });
    expect((await run('ask', { approvals })).outcome).toEqual({ kind: 'run', by: 'earlier' });
    expect((await run('ask more', { approvals })).outcome).toMatchObject({ kind: 'refuse' });
    expect((await run('ask', { approvals, actor: 'ai' })).outcome).toMatchObject({ kind: 'refuse' });
    expect((await run('ask', { answer: 'once' })).approvals.size).toBe(0);
  });

  test.each<[Said, number, number]>([
    [{ answer: 'once', who: 'cli' }, 0, 0],
    [{ answer: 'session', who: 'cli' }, 1, 0],
    [{ answer: 'always', who: 'cli' }, 0, 1],
  ])('what was answered before is not asked again, whoever could be asked: %j', async (before, kept, written) => {
    const ran = await run('ask', { before, answer: 'no' });
    expect(ran.outcome).toEqual({ kind: 'run', by: before.answer, who: 'cli' });
    expect([ran.questions.length, ran.approvals.size, ran.written.length]).toEqual([0, kept, written]);
  });

  test('always writes the exception that was shown', async () => {
    const { questions, written } = await run('ask', { answer: 'always' });
    expect(written).toEqual([questions[0]?.always]);
  });

  test('an agreement that cannot be kept holds once, with a warning', async () => {
    for (const answer of ['session', 'always'] as const) {
      const { outcome, warned } = await run('ask', { answer, broken: true });
      expect(outcome).toEqual({ kind: 'run', by: answer });
      expect(warned).toEqual(['disk full']);
    }
  });
});

describe('of decisions as they are', () => {
  const REQUEST = requestOf(['frob', 'x']);
  const redaction = { by: ['p/r'], input: false, patterns: [] };
  const confinement = { by: ['p/c'], write: [] };
  const doubt = (code: string) => ({ unsure: [{ code, detail: '' }] });
  const decided = (more: object) =>
    ({ decider: undefined, unsure: [], trace: [], analysis: judged(POLICY, REQUEST).analysis, ...more }) as never;
  const kept: unknown[] = [];
  const settled = (more: object, settlement: Partial<Settlement> = {}) =>
    settle({
      request: REQUEST,
      decision: decided(more),
      approvals: { take: () => undefined, add: (one) => kept.push(one) },
      writeException: (one) => kept.push(one),
      explain: () => 'trace',
      warn: (problem) => kept.push(problem),
      ...settlement,
    });

  test.each<[object, Partial<Settlement>, Outcome]>([
    [{ verdict: 'deny', ...doubt('refused-syntax') }, {}, { kind: 'refuse', cause: 'syntax' }],
    [{ verdict: 'deny', ...doubt('other') }, {}, { kind: 'refuse', cause: 'denied' }],
    [
      { verdict: 'deny', unsure: [...doubt('other').unsure, ...doubt('refused-syntax').unsure] },
      {},
      { kind: 'refuse', cause: 'syntax' },
    ],
    [{ verdict: 'deny', decider: {}, ...doubt('refused-syntax') }, {}, { kind: 'refuse', cause: 'denied' }],
    [{ verdict: 'allow', redaction }, {}, { kind: 'refuse', cause: 'unsupported' }],
    [{ verdict: 'allow', redaction }, { redacts: true }, { kind: 'run', by: 'rules', redacted: true }],
    [{ verdict: 'allow', confinement }, {}, { kind: 'refuse', cause: 'not-confined' }],
    [{ verdict: 'allow', confinement }, { confines: true }, { kind: 'run', by: 'rules', confined: true }],
    [{ verdict: 'require_approval', confinement }, {}, { kind: 'refuse', cause: 'not-confined' }],
    [{ verdict: 'deny', confinement }, {}, { kind: 'refuse', cause: 'denied' }],
    [{ verdict: 'redirect' }, {}, { kind: 'refuse', cause: 'no-replacement' }],
    [
      { verdict: 'redirect', redaction, replacement: { argv: ['a'], invocation: 0 } },
      { redacts: true },
      { kind: 'replace', by: 'rules', argv: ['a'], redacted: true },
    ],
  ])('%j, %j', async (more, settlement, outcome) => {
    expect(await settled(more, settlement)).toEqual(outcome);
  });

  const says = (reply: Reply): Asker => ({ ask: async () => reply });
  const always = { rules: ['p/r'], argv: ['frob'], within: '/repo', file: '/x' };
  test.each<[Reply, Partial<Settlement>, readonly unknown[]]>([
    [{ answer: 'minutes', untilMs: 7, who: 'cli' }, { always }, []], // the inbox does
    ['session', { always }, [{ id: expect.any(String), grounds: [] }]],
    ['always', { always }, [always]],
    ['always', {}, []],
    ['once', { always }, []],
  ])('%j keeps what it says', async (reply, settlement, wanted) => {
    kept.length = 0;
    await settled({ verdict: 'require_approval' }, { ...settlement, asker: says(reply) });
    expect(kept).toEqual(wanted);
  });

  test('a reply without an answer is a no', async () => {
    expect(await settled({ verdict: 'require_approval' }, { asker: says({} as Reply) })).toEqual({
      kind: 'refuse',
      cause: 'said-no',
    });
  });

  test('what is asked can be explained', async () => {
    const explained: string[] = [];
    const ask: Asker['ask'] = async (question) => {
      explained.push(question.explain());
      return 'no';
    };
    await settled({ verdict: 'require_approval' }, { asker: { ask } });
    expect(explained).toEqual(['trace']);
  });

  test('grants are left for what runs, and where that fails it runs with a warning', async () => {
    kept.length = 0;
    const grants = (leave: () => void) => ({ take: () => false, leave, leaveWhole: () => {} });
    const outcome = { kind: 'run', by: 'once' };
    const left = grants(() => kept.push('left'));
    const broken = grants(() => {
      throw 'full';
    });
    expect(await settled({ verdict: 'require_approval' }, { asker: says('once'), grants: left })).toEqual(outcome);
    expect(await settled({ verdict: 'require_approval' }, { asker: says('once'), grants: broken })).toEqual(outcome);
    expect(kept).toEqual(['left', 'full']);
  });
});
