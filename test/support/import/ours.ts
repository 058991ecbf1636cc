import type { Policy } from '../../../src/model/policy.ts';
import type { AgentFile, Imported, RuleImporter } from '../../../src/rules/import/importer.ts';
import { named, printRules } from '../../../src/rules/import/print-rules.ts';
import { judged, policyOf, requestOf } from '../judged.ts';

export interface ImportedPolicy extends Imported {
  readonly policy: Policy;
}

/** The files of an agent as they would be imported, loaded; without the examples, which say what is left out. */
export function importedPolicy(
  importer: RuleImporter,
  files: readonly (Pick<AgentFile, 'path' | 'text'> & Partial<AgentFile>)[],
): ImportedPolicy {
  const all = files.map((file) => ({ project: undefined, ...file }));
  const imported = importer.convert(all);
  const policy = policyOf({ imported: printRules(named(imported.rules), importer, all) }, { imported: 'user' });
  return { ...imported, policy };
}

/** Is every program start of the line allowed for certain by an imported rule, and none restricted? */
export function allowsLine(policy: Policy, line: string): boolean {
  const { trace, analysis, verdict } = decisionOn(policy, line);
  if (verdict !== 'allow' || analysis.invocations.length === 0 || analysis.unsure.length > 0) return false;
  return analysis.invocations.every((_start, at) =>
    trace.some(
      ({ end, certainty, rule, invocation }) =>
        end === 'matched' && certainty === 'yes' && rule.action === 'allow' && invocation === at,
    ),
  );
}

/** Is the line restricted by an imported rule of this action, for certain or not? */
export function restrictsLine(policy: Policy, line: string, action: 'deny' | 'require_approval'): boolean {
  return decisionOn(policy, line).trace.some(({ end, rule }) => end === 'matched' && rule.action === action);
}

function decisionOn(policy: Policy, line: string) {
  return judged(policy, requestOf([], { action: { kind: 'line', line }, actor: 'ai', cwd: '/repo' }));
}
