import { compileBeside, compileGates } from '../gate/gate.ts';
import { type LineGate, lineGate } from '../gate/line-gate.ts';
import type { ShimGates } from '../install/shims.ts';
import { compilerNow } from '../policy/compiler.ts';
import { keepMade, readMade } from '../store/gate-cache.ts';
import type { BasePolicy } from './base-policy.ts';
import { builtGates, type KeyedGates } from './built-gates.ts';

/**
 * What shims ask before they start Node. Gates hold where no project has rules of its own, so they are made from what
 * holds there: a trusted project may have loosened a rule for itself. Where files have errors, from what counts instead:
 * that they have is told by each call that asks Node. Those that were made from the same sources are kept. Never throws.
 */
export function gatesFor(basePolicy: BasePolicy): (programs: readonly string[]) => ShimGates {
  const { sources, inForce, recordsAll, keptFor } = basePolicy;
  return (programs) => {
    if (recordsAll) return NONE;
    const { gates: path } = sources.layout.cache;
    // whoever wrote the key wrote this; '' = the program has no gate
    const kept = readMade(path, madeFrom(basePolicy)) as KeptGates | undefined;
    const unknown = programs.filter((program) => kept === undefined || !Object.hasOwn(kept.byProgram, program));
    if (kept !== undefined && unknown.length === 0) return withoutEmpty(kept);
    const known = inForce();
    if (known === undefined) return NONE;
    const before = builtGates(keptFor, kept ?? earlierGates(path));
    const made = compileGates(known.policy, unknown, keptFor, before);
    const byProgram = {
      ...kept?.byProgram,
      ...Object.fromEntries(unknown.map((program) => [program, made[program] ?? ''])),
    };
    const all = { byProgram, beside: kept?.beside ?? compileBeside(known.policy) };
    const keys = { ...kept?.keys, ...before.keys };
    keepIfPossible(path, madeFrom(basePolicy), { ...all, keys, compiler: compilerNow() } satisfies KeptGates);
    return withoutEmpty(all);
  };
}

/** What the cache holds. */
interface KeptGates extends ShimGates, KeyedGates {
  readonly compiler: string;
}

/** Gates of other sources, of which those about the same rules still hold. */
function earlierGates(path: string): KeyedGates | undefined {
  const kept = readMade(path) as KeptGates | undefined;
  return kept?.compiler === compilerNow() ? kept : undefined;
}

/** The same for launchers of hooks. undefined = no line is plain. Never throws. */
export function lineGateFor(basePolicy: BasePolicy): LineGate | undefined {
  if (basePolicy.recordsAll) return undefined;
  const { lineGate: path } = basePolicy.sources.layout.cache;
  const kept = readMade(path, madeFrom(basePolicy));
  if (kept !== undefined) return (kept as readonly LineGate[])[0];
  const known = basePolicy.inForce();
  if (known === undefined) return undefined;
  const made = lineGate(known.policy);
  keepIfPossible(path, madeFrom(basePolicy), made === undefined ? [] : [made]);
  return made;
}

/** Names the policy that gates are made from, and what makes them. */
export function madeFrom({ sources }: BasePolicy): string {
  return JSON.stringify([compilerNow(), sources.identity.key]);
}

function keepIfPossible(path: string, key: string, made: unknown): void {
  try {
    keepMade(path, key, made);
  } catch {
    // made again next time
  }
}

const NONE: ShimGates = { byProgram: {} };

function withoutEmpty({ byProgram, beside }: ShimGates): ShimGates {
  const notEmpty = Object.fromEntries(Object.entries(byProgram).filter(([, gate]) => gate !== ''));
  return { byProgram: notEmpty, ...(beside && { beside }) };
}
