import type { GuardMode } from '../model/mode.ts';
import type { Policy, Rule, RuleFile } from '../model/policy.ts';
import type { Settings } from '../rules/settings.ts';

/** Of what the settings files say; where they differ, it guards. */
export function modeOf(all: readonly Pick<Settings, 'mode'>[]): GuardMode {
  const said = all.flatMap(({ mode }) => mode ?? []);
  return said.length > 0 && said.every((one) => one === 'watch') ? 'watch' : 'guard';
}

/** The policy as it counts in this mode. */
export function inMode({ modules }: Policy, mode: GuardMode): Policy {
  return { modules: mode === 'guard' ? modules : modules.map(watching) };
}

function watching(module: RuleFile): RuleFile {
  const rules = module.rules.map((rule) => (isKept(rule, module) ? rule : { ...rule, enforce: false as const }));
  return { ...module, enforce: false, rules };
}

/** Does the rule decide anything in this mode? */
export function isEnforced(rule: Rule, module: Pick<RuleFile, 'name' | 'tier'>, mode: GuardMode): boolean {
  return rule.enforce !== false && (mode === 'guard' || isKept(rule, module));
}

/**
 * What keeps an agent from switching the guard off, and what its owner lets nobody loosen, is enforced in any mode; of a project
 * nothing is. An allow rule stops nothing, and what it excepts stays excepted.
 */
function isKept({ action, overridable }: Rule, { name, tier }: Pick<RuleFile, 'name' | 'tier'>): boolean {
  if (action === 'allow') return true;
  return tier !== 'project' && (!overridable || (tier === 'pack' && name === 'self'));
}
