import { join } from 'node:path';
import type { Payload } from '../agents/hook.ts';
import { nonEmptyText } from '../agents/payload.ts';
import { isRecord, isString, isStrings, parseJson } from '../util/guards.ts';
import { resolvePath } from '../util/path.ts';
import { shLine } from '../util/sh-quote.ts';
import { createPending } from './pending.ts';
import { momentOf, type RecordedCall, type Transcripts } from './transcript.ts';

/** What holds until another record says otherwise. */
interface Standing {
  session: string | undefined;
  cwd: string | undefined;
  branch: string | undefined;
}

interface Called {
  readonly tool: string;
  readonly input: Payload;
  readonly directory?: string | undefined;
}

/**
 * Codex CLI: one JSON object a line in `sessions/YYYY/MM/DD/rollout-..jsonl`, `{type, payload}`; bare payloads before 0.32. What a
 * script of its own starts, and old versions keep nowhere else, is told as an event when it has run.
 * Source: codex-rs/protocol, seen live in 0.169.0.
 */
export const codex: Transcripts = {
  agent: 'codex',
  folders({ home, env }) {
    const own = env.CODEX_HOME ?? join(home, '.codex');
    return [join(own, 'sessions'), join(own, 'archived_sessions')];
  },
  isSession: (path) => /\/rollout-[^/]*\.jsonl(?:\.zst)?$/.test(path),
  signs: /_call(?:_output)?"|"session_meta"|"turn_context"|"CommandExecution"|"exec_command_end"|"instructions"/,
  isFrom: ({ type, payload, id, instructions }) =>
    (type === 'session_meta' && isRecord(payload)) || (isString(id) && instructions !== undefined),
  open() {
    const standing: Standing = { session: undefined, cwd: undefined, branch: undefined };
    const pending = createPending();
    const seen = new Set<string>();
    const take = (item: Payload, at: number | undefined): readonly RecordedCall[] => {
      if (isString(item.call_id) && OUTPUT.test(String(item.type)))
        return pending.settle(item.call_id, { fate: fateOf(item.output) });
      const call = callOf(item, at, standing);
      if (call === undefined) return [];
      seen.add(call.id);
      pending.add(call);
      return [];
    };
    return {
      read({ type, payload, timestamp, ...bare }) {
        if (!isRecord(payload)) {
          if ('instructions' in bare) stand(standing, bare);
          return take({ type, ...bare }, momentOf(timestamp));
        }
        if (type === 'session_meta' || type === 'turn_context') stand(standing, payload);
        const at = momentOf(timestamp);
        const ran = type === 'event_msg' ? ranIn(payload, at, standing) : undefined;
        if (ran !== undefined) return seen.has(ran.id) ? [] : [ran];
        return type === 'response_item' ? take(payload, at) : [];
      },
      end: () => pending.drain(),
    };
  },
};

const OUTPUT = /_call_output$/;

function stand(standing: Standing, { id, cwd, git }: Payload): void {
  standing.session ??= nonEmptyText(id);
  standing.cwd = nonEmptyText(cwd) ?? standing.cwd;
  if (isRecord(git)) standing.branch = nonEmptyText(git.branch);
}

function callOf(item: Payload, at: number | undefined, standing: Standing): RecordedCall | undefined {
  const called = calledBy(item);
  const id = nonEmptyText(item.call_id) ?? nonEmptyText(item.id);
  return called === undefined || id === undefined ? undefined : recorded(id, called, at, standing);
}

/** As its hook is told it: all shells are `Bash`. */
function recorded(
  id: string,
  called: Called,
  at: number | undefined,
  { session, cwd, branch }: Standing,
): RecordedCall {
  const folder = called.directory === undefined ? cwd : resolvePath(cwd ?? '/', called.directory);
  const payload = { hook_event_name: 'PreToolUse', tool_name: called.tool, tool_input: called.input };
  return {
    session,
    id,
    at,
    payload: { ...payload, cwd: folder, session_id: session },
    ...(branch !== undefined && { branch }),
  };
}

/** What its hook is not asked about is no call: plans, questions to models, reading of pictures. */
function calledBy({ type, name, arguments: given, input, action, namespace }: Payload): Called | undefined {
  if (type === 'local_shell_call')
    return isRecord(action) ? shellCall(action.command, action.working_directory) : undefined;
  if (!isString(name)) return undefined;
  if (name === 'apply_patch') {
    const patch = type === 'custom_tool_call' ? input : argumentsOf(given).input;
    return isString(patch) ? { tool: 'apply_patch', input: { command: patch } } : undefined;
  }
  if (type !== 'function_call') return undefined;
  const { cmd, command = cmd, workdir } = argumentsOf(given);
  if (SHELLS.test(name)) return shellCall(command, workdir);
  const tool = isString(namespace) && !name.startsWith('mcp__') ? `${namespace}${name}` : name;
  return tool.startsWith('mcp__') ? { tool, input: argumentsOf(given) } : undefined;
}

const SHELLS = /^(?:shell|shell_command|exec_command|container\.exec|local_shell)$/;

function argumentsOf(given: unknown): Payload {
  const parsed = isString(given) ? parseJson(given) : given;
  return isRecord(parsed) ? parsed : {};
}

function shellCall(command: unknown, directory: unknown): Called | undefined {
  const line = isStrings(command) ? lineOf(command) : command;
  if (!isString(line) || line === '') return undefined;
  return { tool: 'Bash', input: { command: line }, directory: folderOf(directory) };
}

/** `bash -lc LINE` runs a line, anything else is its words. */
function lineOf(words: readonly string[]): string {
  const [shell = '', option = '', line, ...rest] = words;
  const isShell = /(?:^|\/)(?:ba|z|da)?sh$/.test(shell) && /^-l?c$/.test(option);
  return isShell && line !== undefined && rest.length === 0 ? line : shLine(words);
}

function folderOf(text: unknown): string | undefined {
  return nonEmptyText(text)?.replace(/^file:\/\/(?=\/)/, '');
}

/** A command that has run. What a person typed after `!` was no call of the agent. */
function ranIn(event: Payload, at: number | undefined, standing: Standing): RecordedCall | undefined {
  const item = event.type === 'exec_command_end' ? event : event.item;
  if (!isRecord(item) || (item !== event && item.type !== 'CommandExecution')) return undefined;
  if (item.source === 'user_shell') return undefined;
  const called = shellCall(item.command, item.cwd);
  const id = nonEmptyText(item.call_id) ?? nonEmptyText(item.id);
  if (called === undefined || id === undefined) return undefined;
  return { ...recorded(id, called, at, standing), fate: 'ran' };
}

function fateOf(output: unknown): 'ran' | 'refused' {
  return isString(output) && /^.{0,200}\brejected by user\b/.test(output) ? 'refused' : 'ran';
}
