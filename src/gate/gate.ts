import { remembers } from '../conditions/memory.ts';
import type { Policy } from '../model/policy.ts';
import { fullName } from '../util/full-name.ts';
import { NAMES_FILE, namesText } from './code.ts';
import { codeNames } from './code-names.ts';
import { emitGate } from './emit.ts';
import { createPlanCache, planGate } from './plan.ts';

/** Files that gates read beside the shims. */
export function compileBeside(policy: Policy): Readonly<Record<string, string>> {
  return { [NAMES_FILE]: namesText(codeNames(policy)) };
}

/**
 * The gate of each program, as sh lines for its shim; a program without one asks Node at every call. `policy` is what
 * holds where no project has rules of its own: elsewhere the shim does not ask its gate.
 */
export function compileGates(policy: Policy, programs: readonly string[]): Readonly<Record<string, string>> {
  const rules = policy.modules.flatMap((module) => module.rules);
  if (rules.some(remembers)) return {};
  const known = createPlanCache();
  return Object.fromEntries(
    programs.flatMap((program) => {
      // the rules about what it stands for would have to be asked too
      if (fullName(program) !== program) return [];
      const gate = emitGate(planGate(program, rules, known));
      return gate === undefined ? [] : [[program, gate.text]];
    }),
  );
}
