import { localTime } from '../../src/facts/local-time.ts';
import { whatIfFacts } from '../../src/facts/what-if.ts';
import { guard } from '../../src/guard.ts';
import type { Decision } from '../../src/model/decision.ts';
import type { Policy, RuleIndex } from '../../src/model/policy.ts';
import type { Action, Actor } from '../../src/model/request.ts';

const CWD = '/home/dev/project';
const ENV = { HOME: '/home/dev', PATH: '/usr/bin:/bin' };
const AT = localTime('2025-01-06T10:00:00');

/** The decision on a line or argv in a made-up project on a feature branch. */
export function judgeIn(
  policy: Policy | RuleIndex,
  command: string | readonly string[],
  actor: Actor = 'ai',
  detail = false,
): Decision {
  const git = { branch: 'feature/x', root: CWD };
  const facts = whatIfFacts({ env: ENV, cwd: CWD, at: AT, git, files: [] });
  const action: Action =
    typeof command === 'string' ? { kind: 'line', line: command } : { kind: 'argv', argv: command };
  return guard({ action, cwd: CWD, env: ENV, actor, at: AT }, { policy, facts, detail });
}
