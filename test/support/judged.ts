import { localTime } from '../../src/facts/local-time.ts';
import { whatIfFacts } from '../../src/facts/what-if.ts';
import { guard, type World } from '../../src/guard.ts';
import type { Decision } from '../../src/model/decision.ts';
import type { Policy, Tier } from '../../src/model/policy.ts';
import type { Actor, Request } from '../../src/model/request.ts';
import { loadRules } from '../../src/rules/load.ts';

const AT = localTime('2025-01-06T10:00:00');

/** Rule files by module name; a problem in them fails the test that gave them. */
export function policyOf(files: Readonly<Record<string, string>>, tiers: Readonly<Record<string, Tier>> = {}): Policy {
  const { policy, problems } = loadRules(
    Object.entries(files).map(([module, text]) => ({
      file: `/${module}.yaml`,
      text,
      tier: tiers[module] ?? 'pack',
      module,
    })),
  );
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return policy;
}

export function requestOf(argv: readonly string[], extra: Partial<Request> = {}): Request {
  const actor: Actor = 'human';
  return { action: { kind: 'argv', argv }, cwd: '/repo/app', env: { HOME: '/home/u' }, actor, at: AT, ...extra };
}

/** A world that is only what the request says. */
export function worldOf(policy: Policy, { env, cwd, at }: Request): World {
  return { policy, facts: whatIfFacts({ env, cwd, at, git: { branch: 'main', root: '/repo' }, files: [] }) };
}

/** The guard's real answer there. */
export function judged(policy: Policy, request: Request): Decision {
  return guard(request, worldOf(policy, request));
}
