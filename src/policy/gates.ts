import { compileGates } from '../gate/gate.ts';
import { type Gates, keepGates, readGates } from '../store/gate-cache.ts';
import type { Everywhere } from './everywhere.ts';

/**
 * What shims ask before they start Node. Gates hold where no project has rules of its own, so they are made from what
 * holds there: a trusted project may have loosened a rule for itself. Files with errors are told at each command, so
 * then there are none. `fresh`: made anew, whatever is kept. Never throws.
 */
export function gatesFor(
  { sources, inForce, recordsAll }: Everywhere,
  { fresh = false } = {},
): (programs: readonly string[]) => Gates {
  return (programs) => {
    if (recordsAll) return {};
    const { layout, identity } = sources;
    const kept = fresh ? {} : readGates(layout, identity.key);
    const unknown = programs.filter((program) => !Object.hasOwn(kept, program));
    if (unknown.length === 0) return withoutEmpty(kept);
    if (inForce === undefined || inForce.problems !== undefined) return {};
    const made = compileGates(inForce.policy, unknown);
    const all = { ...kept, ...Object.fromEntries(unknown.map((program) => [program, made[program] ?? ''])) };
    try {
      keepGates(layout, identity.key, all);
    } catch {
      // made again next time
    }
    return withoutEmpty(all);
  };
}

function withoutEmpty(gates: Gates): Gates {
  return Object.fromEntries(Object.entries(gates).filter(([, gate]) => gate !== ''));
}
