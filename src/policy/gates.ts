import { compileGates } from '../gate/gate.ts';
import { type HookGate, hookGate } from '../gate/hook-gate.ts';
import { type Gates, keepMade, readMade } from '../store/gate-cache.ts';
import { compilerNow } from './compiler.ts';
import type { Everywhere } from './everywhere.ts';

/**
 * What shims ask before they start Node. Gates hold where no project has rules of its own, so they are made from what
 * holds there: a trusted project may have loosened a rule for itself. Files with errors are told at each command, so
 * then there are none. Those that were made from the same sources are kept. Never throws.
 */
export function gatesFor(everywhere: Everywhere): (programs: readonly string[]) => Gates {
  const { sources, inForce, recordsAll } = everywhere;
  return (programs) => {
    if (recordsAll) return {};
    const { gates: path } = sources.layout.cache;
    const kept = gatesIn(readMade(path, madeFrom(everywhere)));
    const unknown = programs.filter((program) => !Object.hasOwn(kept, program));
    if (unknown.length === 0) return withoutEmpty(kept);
    const known = inForce();
    if (known === undefined || known.problems !== undefined) return {};
    const made = compileGates(known.policy, unknown);
    const all = { ...kept, ...Object.fromEntries(unknown.map((program) => [program, made[program] ?? ''])) };
    keepIfPossible(path, madeFrom(everywhere), all);
    return withoutEmpty(all);
  };
}

/** The same for launchers of hooks. undefined = no line is plain. Never throws. */
export function hookGateFor(everywhere: Everywhere): HookGate | undefined {
  if (everywhere.recordsAll) return undefined;
  const { hookGate: path } = everywhere.sources.layout.cache;
  const kept = readMade(path, madeFrom(everywhere));
  if (kept !== undefined) return (kept as readonly HookGate[])[0];
  const known = everywhere.inForce();
  if (known === undefined) return undefined;
  const made = hookGate(known.policy);
  if (known.problems === undefined) keepIfPossible(path, madeFrom(everywhere), made === undefined ? [] : [made]);
  return made;
}

function madeFrom({ sources }: Everywhere): string {
  return JSON.stringify([compilerNow(), sources.identity.key]);
}

function keepIfPossible(path: string, key: string, made: unknown): void {
  try {
    keepMade(path, key, made);
  } catch {
    // made again next time
  }
}

/** Whoever wrote the key wrote this. '' = the program has no gate. */
function gatesIn(made: unknown): Gates {
  return (made ?? {}) as Gates;
}

function withoutEmpty(gates: Gates): Gates {
  return Object.fromEntries(Object.entries(gates).filter(([, gate]) => gate !== ''));
}
