import type { Problem } from '../model/errors.ts';
import { type PolicyInForce, policyInForce } from './load.ts';
import { type PolicyContext, policySources } from './sources.ts';

export interface PolicyWatch {
  /** ask once for each operation that is judged: it is swapped whole, between two of them */
  current(): PolicyInForce;
  close(): void;
}

export interface WatchOptions {
  /** called once for each edit that leaves errors; the last valid version of those files stays in force */
  readonly warn: (problems: readonly Problem[]) => void;
  readonly changed?: (policy: PolicyInForce) => void;
  /** how often the sources are looked at, ms */
  readonly pollMs?: number;
}

/** An editor writes in several steps: sources are read when they have been quiet for so long. */
export const DEBOUNCE_MS = 500;
const POLL_MS = 250;

/**
 * The policy of one place, for processes that outlive a change of rules. Sources are looked at, not listened to: they may not
 * exist yet, be replaced by renaming, or lie on a disk that tells nobody. Keeps no process alive. Never throws.
 */
export function watchPolicy(context: PolicyContext, { warn, changed, pollMs = POLL_MS }: WatchOptions): PolicyWatch {
  let seen = keyOf(context);
  let current = policyInForce(context);
  const told = errorsOf(current);
  if (told.length > 0) warn(told);
  let quietMs: number | undefined;

  const look = () => {
    const key = keyOf(context);
    if (key !== seen) {
      seen = key;
      quietMs = 0;
    } else if (quietMs !== undefined) {
      quietMs += pollMs;
      if (quietMs < DEBOUNCE_MS) return;
      quietMs = undefined;
      try {
        reload();
      } catch {
        // the product is being replaced: what was good stays
      }
    }
  };
  const reload = () => {
    const next = policyInForce(context);
    const errors = errorsOf(next);
    if (errors.length > 0) warn(errors);
    if (!next.isKnown) return;
    current = next;
    if (errors.length === 0) changed?.(next);
  };
  const timer = setInterval(look, pollMs);
  timer.unref?.();
  return { current: () => current, close: () => clearInterval(timer) };
}

/** Says nothing that could be compared where the sources cannot be looked at: then nothing has changed. */
function keyOf(context: PolicyContext): string | undefined {
  try {
    const { identity } = policySources(context);
    return `${identity.scope}\n${identity.key}`;
  } catch {
    return undefined;
  }
}

function errorsOf({ problems }: PolicyInForce): readonly Problem[] {
  return problems.filter(({ level }) => level === 'error');
}
