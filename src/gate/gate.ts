import { remembers } from '../conditions/memory.ts';
import type { Policy } from '../model/policy.ts';
import { fullName } from '../util/full-name.ts';
import { NAMES_FILE, namesText } from './code.ts';
import { codeNames } from './code-names.ts';
import { emitGate } from './emit.ts';
import type { KeptFor } from './losing.ts';
import { planContext, planGate } from './plan.ts';

/** Files beside the shims that gates read, by name. */
export function compileBeside(policy: Policy): Readonly<Record<string, string>> {
  return { [NAMES_FILE]: namesText(codeNames(policy)) };
}

/**
 * The gate of each program, as sh lines for its shim; calls of a program without one always go to Node. `policy`: the rules in
 * force outside of projects; in a project with rules of its own the shim does not use the gate. `keptFor`: whose calls go to Node
 * where they may destroy something.
 */
export function compileGates(
  policy: Policy,
  programs: readonly string[],
  keptFor: KeptFor = 'nobody',
): Readonly<Record<string, string>> {
  const rules = policy.modules.flatMap((module) => module.rules);
  if (rules.some(remembers)) return {};
  const context = planContext(keptFor);
  return Object.fromEntries(
    programs.flatMap((program) => {
      // `git.exe` would need the gate of git too
      if (fullName(program) !== program) return [];
      const gate = emitGate(planGate(program, rules, context));
      return gate === undefined ? [] : [[program, gate.text]];
    }),
  );
}
