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
    // whoever wrote the key wrote this
    const kept = readMade(path, madeFrom(basePolicy)) as KeptGates | undefined;
    const unknown = programs.filter((program) => !kept?.programs.includes(program));
    if (kept !== undefined && unknown.length === 0) return gatesOf(kept);
    const known = inForce();
    if (known === undefined) return NONE;
    const earlier = kept ?? earlierGates(path);
    const before = builtGates(keptFor, earlier);
    const made = compileGates(known.policy, unknown, keptFor, before);
    const isOther = ([program]: readonly [string, string]) => !unknown.includes(program);
    const otherKeys = Object.fromEntries(Object.entries(earlier?.keys ?? {}).filter(isOther));
    const all: KeptGates = {
      compiler: compilerNow(),
      programs: [...(kept?.programs ?? []), ...unknown],
      byProgram: {
        ...earlier?.byProgram,
        ...Object.fromEntries(unknown.map((program) => [program, made[program] ?? ''])),
      },
      keys: { ...otherKeys, ...before.keys },
      beside: kept?.beside ?? compileBeside(known.policy),
    };
    keepIfPossible(path, madeFrom(basePolicy), all);
    return gatesOf(all);
  };
}

/** What the cache holds. */
interface KeptGates extends KeyedGates {
  readonly compiler: string;
  /** whose gates are made from the sources that the key names; other gates are of earlier sources */
  readonly programs: readonly string[];
  readonly beside: Readonly<Record<string, string>>;
}

/** '' = the program has none */
function gatesOf({ programs, byProgram, beside }: KeptGates): ShimGates {
  const own = programs.map((program) => [program, byProgram[program] ?? ''] as const);
  return { byProgram: Object.fromEntries(own.filter(([, gate]) => gate !== '')), beside };
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
