import { describedProgram } from '../classify/programs/index.ts';
import { programFinder } from '../install/programs.ts';
import { hasErrors, type Problem } from '../model/errors.ts';
import type { Policy } from '../model/policy.ts';
import { lintRules } from '../rules/lint/lint.ts';
import type { IsProgram } from '../rules/lint/rule-words.ts';
import type { RuleFileText } from '../rules/rule-file-text.ts';
import type { Layout } from '../store/layout.ts';
import { policyBesidePacks, policyFromFiles, policyInForce } from './load.ts';
import { packName, readRuleFile } from './read-rules.ts';
import { type PolicyContext, policySources } from './sources.ts';

export interface Linted {
  readonly policy: Policy;
  readonly problems: readonly Problem[];
  /** files with errors: none of their rules is in force */
  readonly notCounting: readonly string[];
  /** what counts instead, in one line */
  readonly broken?: string;
}

/** These files alone; none = all that are in force here, of which packs are checked before they are shipped. */
export function lintPolicy(files: readonly string[], context: PolicyContext): Linted {
  const { layout, files: inForce } = policySources(context);
  const { policy, problems, broken }: { broken?: string } & Pick<Linted, 'policy' | 'problems'> =
    files.length > 0 ? policyFromFiles(files) : policyInForce({ ...context, fresh: true });
  const own = inForce.filter(({ tier }) => tier !== 'pack');
  const linted = files.length > 0 ? files.map((file) => ({ file, tier: 'user' as const })) : own;
  const texts = linted.flatMap((source): RuleFileText[] => {
    const text = readRuleFile(source.file);
    return typeof text === 'string' ? [{ ...source, text, module: packName(source.file) }] : [];
  });
  const errors = problems.filter(({ level }) => level === 'error');
  const isProgram = programTest(context.env.PATH ?? '', layout);
  const found = lintRules(texts, policy, isProgram);
  return {
    policy,
    problems: [...problems, ...found],
    notCounting: hasErrors(problems) ? [...new Set(errors.map(({ at }) => at.file))] : [],
    ...(broken !== undefined && { broken }),
  };
}

/** Programs in PATH, those that the classifier knows, and those that shipped rules are about. */
export function programTest(path: string, layout: Layout): IsProgram {
  const shipped = policyBesidePacks([], undefined).policy.modules.flatMap(({ rules }) =>
    rules.flatMap(({ commands = [] }) => commands),
  );
  const named = new Set(shipped);
  const isInPath = programFinder(path, layout.data.shims);
  const test = (name: string) => named.has(name) || describedProgram(name) !== undefined || isInPath(name);
  return Object.assign(test, { known: [...named] });
}
