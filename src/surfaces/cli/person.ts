import { detectActor } from '../../facts/actor.ts';
import { isWatched } from '../../facts/watched.ts';
import type { CliContext } from './context.ts';

/** True, with a message, where an agent calls a command that only a person may run. */
export function refuseAgents(what: string, { env, err }: CliContext): boolean {
  const { actor, how } = detectActor({ env });
  if (actor === 'human' && isWatched({ env })) return false;
  err(`safeshell: only a person can ${what} (${actor === 'ai' ? how : 'no person is attached to this tmux session'})`);
  return true;
}

/** True, and said, in a package of npm: nothing on disk may name what npm can replace or remove at any time. */
export async function refusePackages({ err }: CliContext): Promise<boolean> {
  const { isPackage } = await import('../../install/installation.ts');
  if (!isPackage()) return false;
  err('safeshell: nothing is set up yet; run `safeshell setup` first');
  return true;
}
