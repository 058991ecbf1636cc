import { hasErrors, type Problem } from '../model/errors.ts';
import type { Policy } from '../model/policy.ts';
import { type CachedPolicy, keepBroken, keepGood, lastGoodPolicy } from '../store/policy-cache.ts';
import { countRules } from '../text/module-summary.ts';
import { problemText } from '../text/problems.ts';
import { compilerNow } from './compiler.ts';
import { type LoadedPolicy, readSources } from './read-rules.ts';
import type { PolicySources } from './sources.ts';

export interface CompiledPolicy extends LoadedPolicy {
  /**
   * What counts now: the policy, or where its files have errors the last one that had none; where a project never had
   * one, the rules of everybody else. undefined = there are none either; `policy` is then what could be read, and less
   * than what was meant.
   */
  readonly inForce: CachedPolicy | undefined;
}

/** Compiles the rule files of one place and keeps the result for the next call. Never throws. */
export function compilePolicy(sources: PolicySources): CompiledPolicy {
  const { policy, problems } = readSources(sources);
  const errors = problems.filter(({ level }) => level === 'error');
  const inForce = errors.length === 0 ? kept(sources, policy, problems) : lastGood(sources, errors);
  return { policy, problems, inForce };
}

function kept({ layout, identity }: PolicySources, policy: Policy, notices: readonly Problem[]): CachedPolicy {
  const project = policy.modules.filter(({ tier }) => tier === 'project');
  const notes = { compiler: compilerNow(), rules: countRules(policy), notices, projectCommands: commandsOf(project) };
  try {
    keepGood(layout, identity, { policy, notes });
  } catch {
    // compiled anew next time: slower, not wrong
  }
  return { policy };
}

/** Every program that one of their rules names, by its base name or a path. */
export function commandsOf(modules: Policy['modules']): readonly string[] {
  return [...new Set(modules.flatMap(({ rules }) => rules.flatMap(({ commands = [] }) => commands)))];
}

function lastGood(sources: PolicySources, errors: readonly Problem[]): CachedPolicy | undefined {
  const { layout, identity } = sources;
  try {
    return keepBroken(layout, identity, {
      problems: errors.map(problemText).join('\n'),
      otherwise: () => withoutProject(sources),
    });
  } catch {
    return undefined;
  }
}

/** A project cannot take the guard away by a file that never held: all other rules hold there as anywhere. */
function withoutProject(sources: PolicySources): Policy | undefined {
  const files = sources.files.filter(({ tier }) => tier !== 'project');
  if (files.length === sources.files.length) return undefined;
  const { policy, problems } = readSources({ ...sources, files });
  return hasErrors(problems) ? lastGoodPolicy(sources.layout, '') : policy;
}
