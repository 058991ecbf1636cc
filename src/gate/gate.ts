import { remembers } from '../conditions/memory.ts';
import type { Policy, Rule } from '../model/policy.ts';
import { fullName } from '../util/full-name.ts';
import { NAMES_FILE, namesText } from './code.ts';
import { codeNames } from './code-names.ts';
import { emitGate } from './emit.ts';
import type { KeptFor } from './losing.ts';
import { planContext, planGate, rulesAbout } from './plan.ts';

/** Files beside the shims that gates read, by name. */
export function compileBeside(policy: Policy): Readonly<Record<string, string>> {
  return { [NAMES_FILE]: namesText(codeNames(policy)) };
}

/** Gates that were compiled before. Nothing else has a say on one than its program, the rules about it, and whose losses are kept. */
export interface GatesBefore {
  /** '' = the program has none; undefined = not compiled yet */
  find(program: string, rules: readonly Rule[]): string | undefined;
  add(program: string, rules: readonly Rule[], gate: string): void;
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
  before?: GatesBefore,
): Readonly<Record<string, string>> {
  const rules = policy.modules.flatMap((module) => module.rules);
  if (rules.some(remembers)) return {};
  const context = planContext(keptFor);
  return Object.fromEntries(
    programs.flatMap((program) => {
      // `git.exe` would need the gate of git too
      if (fullName(program) !== program) return [];
      const about = rulesAbout(program, rules);
      const gate = before?.find(program, about) ?? emitGate(planGate(program, rules, context))?.text ?? '';
      before?.add(program, about, gate);
      return gate === '' ? [] : [[program, gate]];
    }),
  );
}
