import type { Problem } from '../model/errors.ts';
import { type CachedPolicy, keepBroken, keepGood } from '../store/policy-cache.ts';
import { problemText } from '../text/problems.ts';
import { type LoadedPolicy, readSources } from './read-rules.ts';
import type { PolicySources } from './sources.ts';

export interface CompiledPolicy extends LoadedPolicy {
  /**
   * What counts now: the policy, or where its files have errors the last one that had none. undefined = there never
   * was one; `policy` is then what could be read, and less than what was meant.
   */
  readonly inForce: CachedPolicy | undefined;
}

/** Compiles the rule files of one place and keeps the result for the next call. Never throws. */
export function compilePolicy(sources: PolicySources): CompiledPolicy {
  const { policy, problems } = readSources(sources);
  const errors = problems.filter(({ level }) => level === 'error');
  return { policy, problems, inForce: errors.length === 0 ? kept(sources, policy) : lastGood(sources, errors) };
}

function kept({ layout, identity }: PolicySources, policy: CachedPolicy['policy']): CachedPolicy {
  try {
    keepGood(layout, identity, policy);
  } catch {
    // compiled anew next time: slower, not wrong
  }
  return { policy };
}

function lastGood({ layout, identity }: PolicySources, errors: readonly Problem[]): CachedPolicy | undefined {
  try {
    return keepBroken(layout, identity, errors.map(problemText).join('\n'));
  } catch {
    return undefined;
  }
}
