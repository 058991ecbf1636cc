import { join } from 'node:path';
import { PERMISSION_REQUEST } from './dialog.ts';
import type { Payload } from './hook.ts';
import type { JsonPath } from './json-path.ts';
import type { AgentFile, GateShape, JsonItem, Sample, SampleCall, SetupContext } from './setup.ts';
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
  /** registered for the agent's dialogs as well */
  readonly dialog?: { readonly matcher: string; readonly command: string; readonly timeout?: number };
  /** registered for calls that have ended as well */
  readonly after?: {
    readonly event: string;
    readonly matcher: string;
    readonly command: string;
    readonly timeout?: number;
    readonly more?: object;
  };
}

/** The layout that most agents share: groups with a matcher and a list of hooks. */
export function hookGroup({ path, list = ['hooks', 'PreToolUse'], matcher, command, ...rest }: HookGroup): AgentFile {
  const { timeout = TIMEOUT_SECONDS, more = {}, mayHide, dialog, after } = rest;
  const value = { matcher, hooks: [{ type: 'command', command, timeout, ...more }] };
  const items: JsonItem[] = [{ list, value, ...(mayHide && { mayHide }) }];
  if (dialog !== undefined) {
    const { timeout: seconds = TIMEOUT_SECONDS } = dialog;
    const hooks = [{ type: 'command', command: dialog.command, timeout: seconds }];
    items.push({ list: ['hooks', PERMISSION_REQUEST], value: { matcher: dialog.matcher, hooks } });
  }
  if (after !== undefined) {
    const { event, timeout: seconds = TIMEOUT_SECONDS, more: fields = {} } = after;
    const hooks = [{ type: 'command', command: after.command, timeout: seconds, ...fields }];
    items.push({ list: ['hooks', event], value: { matcher: after.matcher, hooks } });
  }
  return { kind: 'json', path, items };
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
