import { localTime } from '../../../src/facts/local-time.ts';
import { whatIfFacts } from '../../../src/facts/what-if.ts';
import { guard } from '../../../src/guard.ts';
import type { Policy } from '../../../src/model/policy.ts';
import type { Verdict } from '../../../src/model/verdict.ts';
import type { Attempt, Row } from './rows.ts';
import { HOME, PROJECT, WORLD_FILES } from './world.ts';

const ENV = { HOME, PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' };
const AT = localTime('2025-01-06T10:00:00');

/** The verdict on an agent's line in the world of the red lists. */
export function verdictOn({ line, files, modes, links }: Attempt, shell: Row['shell'], policy: Policy): Verdict {
  const facts = whatIfFacts({
    env: ENV,
    cwd: PROJECT,
    at: AT,
    git: { branch: 'main', root: PROJECT },
    files: { ...WORLD_FILES, ...files },
    modes,
    links,
  });
  const named = shell === 'zsh' || shell === 'fish' ? { shell } : {};
  const action = { kind: 'line', line, ...named } as const;
  return guard({ action, cwd: PROJECT, env: ENV, actor: 'ai', at: AT }, { policy, facts, detail: false }).verdict;
}

const STOPS: ReadonlySet<string> = new Set(['deny', 'require_approval', 'escalate', 'redirect']);

export function isStopped(verdict: string): boolean {
  return STOPS.has(verdict);
}
