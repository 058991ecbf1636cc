import { compileGates } from '../gate/gate.ts';
import type { Environment } from '../model/request.ts';
import { type Gates, keepGates, readGates } from '../store/gate-cache.ts';
import { policyInForce } from './load.ts';
import { policySources } from './sources.ts';

/**
 * What shims ask before they start Node. Gates hold where no project has rules of its own, so they are made from what
 * holds there: a trusted project may have loosened a rule for itself. Files with errors are told at each command, so
 * then there are none. `fresh`: made anew, whatever is kept. Never throws.
 */
export function gatesFor(env: Environment, { fresh = false } = {}): (programs: readonly string[]) => Gates {
  const place = { cwd: '/', env };
  return (programs) => {
    const { layout, identity } = policySources(place);
    const kept = fresh ? {} : readGates(layout, identity.key);
    const unknown = programs.filter((program) => !Object.hasOwn(kept, program));
    if (unknown.length === 0) return withoutEmpty(kept);
    const { policy, problems } = policyInForce(place);
    if (problems.some(({ level }) => level === 'error')) return {};
    const made = compileGates(policy, unknown);
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
