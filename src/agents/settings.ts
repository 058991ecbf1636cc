import { join } from 'node:path';
import type { Payload } from './hook.ts';
import type { JsonPath } from './json-path.ts';
import type { AgentFile, GateShape, Sample, SampleCall, SetupContext } from './setup.ts';
import { TIMEOUT_SECONDS } from './setup.ts';

interface HookGroup {
  readonly path: string;
  readonly list?: JsonPath;
  readonly matcher: string;
  readonly command: string;
  /** beside `type`, `command` and `timeout` */
  readonly more?: object;
  readonly timeout?: number;
  /** as of JsonItem */
  readonly mayHide?: (item: unknown) => boolean;
}

/** The layout that most agents share: groups with a matcher and a list of hooks. */
export function hookGroup({ path, list = ['hooks', 'PreToolUse'], matcher, command, ...rest }: HookGroup): AgentFile {
  const { timeout = TIMEOUT_SECONDS, more = {}, mayHide } = rest;
  const value = { matcher, hooks: [{ type: 'command', command, timeout, ...more }] };
  return { kind: 'json', path, items: [{ list, value, ...(mayHide && { mayHide }) }] };
}

/** The same path below the project or below the home directory. */
export function settingsPath({ project, home }: SetupContext, ...parts: readonly string[]): string {
  return join(project ?? home, ...parts);
}

/** $XDG_CONFIG_HOME, where an agent goes by it. */
export function configHome({ env, home }: Pick<SetupContext, 'env' | 'home'>): string {
  return env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(home, '.config');
}

/** What agents with Claude Code's payload send beside what matters. */
export const COMMON_STRINGS = ['transcript_path', 'permission_mode', 'tool_use_id', 'agent_id', 'agent_type'];

export function gateShape(tool: string, more: readonly string[] = [], scalars: readonly string[] = []): GateShape {
  return {
    required: { hook_event_name: 'PreToolUse', tool_name: tool },
    line: 'tool_input.command',
    directory: 'cwd',
    session: 'session_id',
    strings: [...COMMON_STRINGS, ...more],
    scalars: [...scalars],
  };
}

/** What most agents send of a call of their shell. */
export function commonSample(event: string, tool: string, more: Payload = {}): (call: SampleCall) => Sample {
  return ({ line, cwd, session }) => ({
    payload: {
      hook_event_name: event,
      tool_name: tool,
      tool_input: { command: line },
      cwd,
      session_id: session,
      ...more,
    },
  });
}

/** Whose file it is, for those who find it. */
export const OURS = 'Made by safeshell: `safeshell agents uninstall` takes it away.';
