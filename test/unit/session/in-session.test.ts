import { describe, expect, test } from 'vitest';
import { judgeCall } from '../../../src/calls/judge-call.ts';
import { defaultClassifier } from '../../../src/classify/compile-settings.ts';
import { changeBetween } from '../../../src/decide/session-change.ts';
import { localTime } from '../../../src/facts/local-time.ts';
import { whatIfFacts } from '../../../src/facts/what-if.ts';
import { guard, type World } from '../../../src/guard.ts';
import type { Decision } from '../../../src/model/decision.ts';
import type { Outcome } from '../../../src/model/outcome.ts';
import type { Policy } from '../../../src/model/policy.ts';
import type { Action, Request } from '../../../src/model/request.ts';
import { judgeInSession, keepOutcome, latchedRules } from '../../../src/session/in-session.ts';
import { type PersistedSession, withPlansOf } from '../../../src/session/persisted-session.ts';
import { answerPlan, reviewPlan } from '../../../src/session/plan.ts';
import { policyOf } from '../../support/judged.ts';
import { passingSession } from '../../support/passing-session.ts';

const AT = localTime('2025-01-06T10:00:00');
const CWD = '/repo/app';
const ENV = { HOME: '/home/u', PATH: '/usr/bin:/bin' };

const PLAIN = policyOf({ plain: 'rules: [{ name: ask, commands: [frob], action: require_approval }]' });
const WEB = policyOf({
  web: `
rules:
  - id: no-write-after-web
    trigger: { operations: [read_external] }
    effect: { operations: [write_local] }
`,
});
const BLOCK = policyOf({
  block: 'rules: [{ id: no, trigger: always, effect: { operations: [write_local] }, mode: block }]',
});

const AGAIN = policyOf({
  again: `
version: 1
rules:
  - { name: frob, commands: [frob], action: require_approval }
  - name: third
    commands: [nib]
    conditions: [{ args: { any_flag: [-x] } }, { earlier: { rule: again/frob, within_seconds: 60, min_count: 2 } }]
    action: deny
`,
});

const bash = (command: string, more = {}): Action => ({
  kind: 'tool',
  tool: 'Bash',
  input: { command, ...more },
  line: command,
  shell: 'bash',
});

function requestOf(action: Action): Request {
  return { action, cwd: CWD, env: ENV, actor: 'ai', at: AT };
}

function worldOf(policy: Policy): World {
  const facts = whatIfFacts({ env: ENV, cwd: CWD, at: AT, git: null, files: [] });
  return { policy, facts, classifier: defaultClassifier };
}

/** Counts how often it is looked at. */
function watched(kept: PersistedSession): PersistedSession & { reads: number; changes: number } {
  const seen = {
    id: kept.id,
    reads: 0,
    changes: 0,
    read() {
      seen.reads++;
      return kept.read();
    },
    change(change: Parameters<PersistedSession['change']>[0]) {
      seen.changes++;
      return kept.change(change);
    },
  };
  return seen;
}

function judge(policy: Policy, action: Action, kept: PersistedSession): Decision {
  const request = requestOf(action);
  return judgeInSession(
    worldOf(policy),
    kept,
    (seen) => guard(request, seen),
    (decision) => decision,
  );
}

const RAN: Outcome = { kind: 'run', by: 'rules' };

function call(policy: Policy, action: Action, kept: PersistedSession, outcome: Outcome = RAN): Decision {
  const decision = judge(policy, action, kept);
  keepOutcome(worldOf(policy), kept, requestOf(action), decision, outcome);
  return decision;
}

describe('where no rule asks what went before', () => {
  test('a plain answer needs no session', () => {
    const kept = watched(passingSession('s'));
    expect(call(PLAIN, bash('ls'), kept).verdict).toBe('allow');
    expect([kept.reads, kept.changes]).toEqual([0, 0]);
  });

  test('one that stops something looks for plans and rules that are switched off, and keeps nothing', () => {
    const kept = watched(passingSession('s'));
    expect(call(PLAIN, bash('frob'), kept).verdict).toBe('require_approval');
    expect(call(BLOCK, bash('touch a'), kept).verdict).toBe('deny');
    expect([kept.reads, kept.changes]).toEqual([2, 0]);
    kept.change({ add: { disabled: ['block/no'] } });
    expect(call(BLOCK, bash('touch a'), kept).verdict).toBe('allow');
  });
});

describe('where one asks what rules matched before', () => {
  test('it is read for that question alone, and what rules matched is kept', () => {
    const kept = watched(passingSession('s'));
    expect(['ls', 'nib'].map((line) => call(AGAIN, bash(line), kept).verdict)).toEqual(['allow', 'allow']);
    expect([kept.reads, kept.changes]).toEqual([0, 0]);
    for (const verdict of ['allow', 'allow', 'deny']) {
      expect(call(AGAIN, bash('nib -x'), kept).verdict).toBe(verdict);
      call(AGAIN, bash('frob'), kept);
    }
    expect(kept.changes).toBe(4);
  });
});

describe('where one does', () => {
  test.each<[string, Outcome, 'allow' | 'require_approval', 'activated' | 'suspected' | 'none']>([
    ['what ran wakes it', RAN, 'require_approval', 'activated'],
    ['what was refused does not', { kind: 'refuse', cause: 'denied' }, 'allow', 'none'],
    ['what an agent asked about may have', { kind: 'asked' }, 'require_approval', 'suspected'],
  ])('%s', (_what, outcome, verdict, list) => {
    const kept = passingSession('s');
    call(WEB, bash('curl https://example.com'), kept, outcome);
    const { activated, suspected, events } = kept.read();
    expect({ activated, suspected }).toEqual({
      activated: list === 'activated' ? ['web/no-write-after-web'] : [],
      suspected: list === 'suspected' ? ['web/no-write-after-web'] : [],
    });
    expect(events).toMatchObject([{ ran: outcome.kind !== 'refuse' }]);
    expect(judge(WEB, bash('touch a'), kept).verdict).toBe(verdict);
  });

  test('an answer that nobody saw approves nothing', () => {
    const asks = policyOf({
      a: 'rules: [{ id: a, trigger: always, effect: { operations: [write_local], first_use: operation } }]',
    });
    const kept = passingSession('s');
    call(asks, bash('touch a'), kept, { kind: 'asked' });
    expect(kept.read().approved).toEqual([]);
    call(asks, bash('touch a'), kept, { kind: 'run', by: 'once' });
    expect(kept.read().approved).toHaveLength(1);
    expect(judge(asks, bash('touch a'), kept).verdict).toBe('allow');
  });

  test('latched rules', () => {
    expect([PLAIN, BLOCK, WEB].map(latchedRules)).toEqual([[], [], ['web/no-write-after-web']]);
  });
});

describe('an approved step', () => {
  const approved = (policy: Policy, action: Action): PersistedSession => {
    const kept = passingSession('s');
    const before = kept.read();
    const step = { request: requestOf(action), world: worldOf(policy) };
    const { session } = reviewPlan(
      [step],
      before,
      ({ action: one, ...request }, world) => judgeCall(one, request, world).decision,
    );
    kept.change(changeBetween(before, answerPlan(session, 'all') ?? before));
    return kept;
  };
  const verdict = (kept: PersistedSession, action: Action, cwd = CWD) =>
    judgeInSession(
      worldOf(PLAIN),
      kept,
      (seen) => judgeCall(action, { ...requestOf(action), cwd }, seen).decision,
      (decision) => decision,
    ).verdict;

  test('is the same line through every door', () => {
    const kept = approved(PLAIN, { kind: 'line', line: 'frob -a x' });
    expect(verdict(kept, { kind: 'line', line: 'frob -a x' })).toBe('allow');
    expect(verdict(kept, bash('frob -a x'))).toBe('allow');
    expect(verdict(kept, bash('frob -a x', { description: 'Frobs', timeout: 7 }))).toBe('allow');
    expect(verdict(kept, { ...bash('frob -a x'), tool: 'run_shell_command' } as Action)).toBe('allow');
    expect(verdict(kept, { kind: 'argv', argv: ['frob', '-a', 'x'] })).toBe('allow');
  });

  test('is that where rules ask for earlier calls too', () => {
    const line: Action = { kind: 'line', line: 'frob x' };
    expect(judge(AGAIN, line, passingSession('s')).verdict).toBe('require_approval');
    expect(judge(AGAIN, line, approved(AGAIN, line)).verdict).toBe('allow');
  });

  test('and nothing else', () => {
    const kept = approved(PLAIN, { kind: 'line', line: 'frob -a x' });
    expect(verdict(kept, bash('frob -a y'))).toBe('require_approval');
    expect(verdict(kept, bash('frob -a x; frob'))).toBe('require_approval');
    expect(verdict(kept, bash('frob -a x'), '/elsewhere')).toBe('require_approval');
    expect(verdict(kept, bash('frob -a x', { host: 'prod' }))).toBe('require_approval');
    const remote: Action = { ...bash('frob -a x'), tool: 'mcp__ssh__exec', shell: 'unknown' } as Action;
    expect(verdict(kept, remote)).toBe('require_approval');
    expect(verdict(kept, { kind: 'argv', argv: ['frob', '-a', 'x', 'y'] })).toBe('require_approval');
  });

  test('does not speak for programs that run under another environment', () => {
    const kept = approved(PLAIN, { kind: 'line', line: 'A=1 frob x' });
    expect(verdict(kept, bash('A=1 frob x'))).toBe('allow');
    expect(verdict(kept, { kind: 'argv', argv: ['frob', 'x'] })).toBe('require_approval');
  });

  test('lets run without the message of the rule that asked', () => {
    const warned = policyOf({
      w: 'rules: [{ name: w, commands: [frob], action: require_approval, message: all of it is lost }]',
    });
    const frob: Action = { kind: 'line', line: 'frob x' };
    const decide = (kept: PersistedSession) => guard(requestOf(frob), { ...worldOf(warned), session: kept.read() });
    expect(decide(passingSession('s'))).toMatchObject({ verdict: 'require_approval', message: 'all of it is lost' });
    const passed = decide(approved(warned, frob));
    expect(passed).toMatchObject({ verdict: 'allow', planned: true });
    expect(passed).not.toHaveProperty('message');
    expect(passed).not.toHaveProperty('decider');
  });

  test('of a tool that touches files covers what rules say of the files', () => {
    const files = policyOf({
      f: 'rules: [{ name: f, conditions: [{ path_matches: { patterns: ["*.lock"], access: write } }], action: require_approval }]',
    });
    const write: Action = { kind: 'tool', tool: 'Write', input: { file_path: '/repo/app/a.lock', content: 'x' } };
    const ask = (kept: PersistedSession, action: Action) =>
      judgeInSession(
        worldOf(files),
        kept,
        (seen) => judgeCall(action, requestOf(action), seen).decision,
        (decision) => decision,
      ).verdict;
    expect(ask(passingSession('s'), write)).toBe('require_approval');
    const kept = approved(files, write);
    expect(ask(kept, write)).toBe('allow');
    expect(ask(kept, { ...write, input: { file_path: '/repo/app/b.lock', content: 'x' } } as Action)).toBe(
      'require_approval',
    );
  });

  test('counts in the sessions of what the agent starts, whose own record stays apart', () => {
    const agent = approved(PLAIN, { kind: 'line', line: 'frob x' });
    const own = passingSession('own');
    const joined = withPlansOf(own, () => agent);
    expect(verdict(joined, { kind: 'argv', argv: ['frob', 'x'] })).toBe('allow');
    expect(own.read().planned).toEqual([]);
    expect(
      verdict(
        withPlansOf(own, () => undefined),
        { kind: 'argv', argv: ['frob', 'x'] },
      ),
    ).toBe('require_approval');
  });
});
