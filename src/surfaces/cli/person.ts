import { detectActor } from '../../facts/actor.ts';
import type { CliContext } from './context.ts';

/** True, and said, where an agent asks for what only a person may do. */
export function refuseAgents(what: string, { env, err }: CliContext): boolean {
  const { actor, how } = detectActor({ env });
  if (actor === 'human') return false;
  err(`safeshell: only a person ${what} (${how})`);
  return true;
}
