import { expect, test } from 'vitest';
import { whatIfFacts } from '../../../src/facts/what-if.ts';
import type { Decision, RuleTrace } from '../../../src/model/decision.ts';
import { shapeOf } from '../../../src/replay/shape.ts';
import { createReplayCounter } from '../../../src/report/replay.ts';
import { analyzeLine } from '../../../src/shell/analyze.ts';

const at = { epochMs: 0, minuteOfDay: 0, day: 0 };
const facts = whatIfFacts({ env: {}, cwd: '/repo', at, git: null, files: [] });

function decided(line: string, more: Partial<Decision>): Decision {
  const analysis = analyzeLine(line, { cwd: '/repo', env: {}, facts });
  return { verdict: 'allow', trace: [], analysis, unsure: [], ...more };
}

const unproven = (why: string, invocation?: number): Pick<Decision, 'proof'> => ({
  proof: { isProven: false, obstacle: { why, ...(invocation !== undefined && { invocation }) } },
});
const decider = (invocation?: number) =>
  ({ rule: { id: 'git/push-force' }, ...(invocation !== undefined && { invocation }) }) as RuleTrace;

test.each<[string, Decision, object | undefined]>([
  [
    'the start to blame',
    decided('cd src && npm run build', unproven('it runs code', 1)),
    { shape: 'npm run', why: 'it runs code' },
  ],
  [
    'options in front of a subcommand',
    decided('git -C x push -f', unproven('it sends', 0)),
    { shape: 'git push', why: 'it sends' },
  ],
  [
    'a program of no grammar',
    decided('/opt/acme deploy', unproven('it is not known', 0)),
    { shape: 'acme', why: 'it is not known' },
  ],
  [
    'no start: why, whatever it is about',
    decided('ls', unproven('`a b` is not known')),
    { shape: '`..` is not known', why: '`a b` is not known' },
  ],
  [
    'a program that is not known',
    decided('$x y', unproven('what starts is not known', 0)),
    { shape: 'what starts is not known', why: 'what starts is not known' },
  ],
  [
    'a rule that asks',
    decided('ls; git push -f', { verdict: 'require_approval', decider: decider(1) }),
    { shape: 'git push', why: 'rule git/push-force' },
  ],
  [
    'a rule about the line',
    decided('ls', { verdict: 'escalate', decider: decider() }),
    { shape: 'git/push-force', why: 'rule git/push-force' },
  ],
  ['proven', decided('ls', { proof: { isProven: true, level: 'reads', steps: [] } }), undefined],
  ['denied', decided('ls', { verdict: 'deny', ...unproven('x') }), undefined],
  ['nothing to prove', decided('ls', {}), undefined],
])('%s', (_name, decision, expected) => {
  expect(shapeOf(decision)).toEqual(expected);
});

test('shapes beyond any number of names are counted as others', () => {
  const counter = createReplayCounter();
  const answer = { what: 'x', verdict: 'allow', isProven: false, isKept: false } as const;
  for (let name = 0; name < 10_050; name++) {
    counter.add('claude', { session: 's', at: undefined }, { ...answer, shape: { shape: `p${name}`, why: 'w' } });
  }
  const { shapes } = counter.stats();
  expect(shapes[0]).toMatchObject({ shape: 'others', calls: 50 });
  expect(shapes).toHaveLength(10_001);
});

test('what a proof answers, and of which dialogs', () => {
  const counter = createReplayCounter();
  const answer = { what: 'ls', verdict: 'allow', isProven: true, isKept: false } as const;
  counter.add('codex', { session: 's', at: 1, wasAsked: true }, answer);
  counter.add('codex', { session: undefined, at: 2 }, answer);
  counter.add('codex', { session: 't', at: 2, wasAsked: true }, { ...answer, isProven: false });
  expect(counter.stats()).toMatchObject({
    calls: 3,
    autoApproved: 2,
    stopped: 0,
    dialogs: { answered: 2, spared: 1 },
    byAgent: { codex: { sessions: 3, calls: 3 } },
  });
});
