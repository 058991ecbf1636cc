import { agentNamed } from '../agents/find.ts';
import type { Action, Environment } from '../model/request.ts';
import { sha256 } from '../store/sha256.ts';
import type { OwnedCall } from '../transcripts/sessions.ts';
import type { Scene } from './recorded-world.ts';

/** What the hook of an agent would have been asked: plain data. */
export interface Question extends Scene {
  readonly action: Action;
  /** questions of one key have one answer, unless a rule asks for the time */
  readonly key: string;
}

/** undefined = no call that the hook of its agent is known to be sent. */
export function questionOf({ agent, call }: OwnedCall, env: Environment): Question | undefined {
  const asked = agentNamed(agent)?.hook.read(call.payload, { env, commandLine: () => [] });
  const action = asked === undefined || asked === 'unknown' ? undefined : asked.calls[0];
  if (asked === undefined || asked === 'unknown' || action === undefined) return undefined;
  const cwd = asked.cwd?.startsWith('/') ? asked.cwd : nowhere(env);
  return { action, cwd, branch: call.branch, at: call.at, key: keyOf(action, `${cwd}\0${call.branch ?? ''}`) };
}

/** A folder that is not there, for calls whose folder is not told. */
function nowhere({ HOME = '' }: Environment): string {
  return `${HOME}/folder-that-is-not-told`;
}

/** Longer ones are known by their hash. */
const MAX_KEY = 500;

/** A line is the same whatever it is said to be for. */
function keyOf(action: Action, place: string): string {
  const isShell = action.kind === 'tool' && action.line !== undefined && action.shell !== 'unknown';
  const what = isShell ? `${action.shell}\0${action.line}` : JSON.stringify(action);
  return `${place}\0${what.length > MAX_KEY ? sha256(what) : what}`;
}
