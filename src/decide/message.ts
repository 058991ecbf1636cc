import type { RuleTrace } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { Analysis } from '../model/invocation.ts';

const PLACEHOLDER = /\{(command|program|cwd|git\.branch|git\.root)\}/g;

/** The rule's message with `{command}`, `{program}`, `{cwd}`, `{git.branch}`, `{git.root}` filled in. */
export function fillMessage(trace: RuleTrace, analysis: Analysis, cwd: string, facts: Facts): string | undefined {
  const invocation = trace.invocation === undefined ? undefined : analysis.invocations[trace.invocation];
  const where = invocation?.cwd ?? cwd;
  return trace.rule.message?.replace(PLACEHOLDER, (_all, name: string) => {
    if (name === 'command') return invocation?.text ?? analysis.text;
    if (name === 'program') return invocation?.program ?? invocation?.argv[0]?.text ?? '';
    if (name === 'cwd') return where;
    const git = facts.git(where);
    if (git === null || git === 'unknown') return 'no repository';
    if (name === 'git.root') return git.root;
    return git.branch ?? (git.branch === null ? 'a detached HEAD' : 'a branch that only git can tell');
  });
}
