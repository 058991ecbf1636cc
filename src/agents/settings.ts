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
  /** further fields of the hook */
  readonly more?: object;
  readonly timeout?: number;
  /** see JsonItem */
  readonly mayHide?: (item: unknown) => boolean;
}

/** The layout that most agents share: groups with a matcher and a list of hooks. */
export function hookGroup({ path, list = ['hooks', 'PreToolUse'], matcher, command, ...rest }: HookGroup): AgentFile {
  const { timeout = TIMEOUT_SECONDS, more = {}, mayHide } = rest;
  const value = { matcher, hooks: [{ type: 'command', command, timeout, ...more }] };
  return { kind: 'json', path, items: [{ list, value, ...(mayHide && { mayHide }) }] };
}

/** A path below the project, or else below the home directory. */
export function settingsPath({ project, home }: SetupContext, ...parts: readonly string[]): string {
  return join(project ?? home, ...parts);
}

/** For agents that follow $XDG_CONFIG_HOME. */
export function configHome({ env, home }: Pick<SetupContext, 'env' | 'home'>): string {
  return env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(home, '.config');
}

/** Fields of Claude Code's payload that do not affect the decision. */
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

/** The payload that most agents send for their shell. */
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

/** A header for files of ours among an agent's settings. */
export const OURS = 'Made by safeshell: `safeshell agents uninstall` takes it away.';
