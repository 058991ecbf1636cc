import type { AgentHook, HookOutput, HookRequest, Payload, Reply } from '../../agents/hook.ts';
import { fileActions } from '../../calls/tool-paths.ts';
import type { Action } from '../../model/request.ts';
import type { Note } from '../../store/notes.ts';
import { despiteDamage } from '../../store/policy-pack/read-pack.ts';
import { agentBroken } from '../../text/agent-message.ts';
import { isRecord, parseJson } from '../../util/guards.ts';
import { heardOfEnd } from './after-call.ts';
import { answerDialog } from './dialog.ts';
import type { HookMachine } from './machine.ts';
import { withoutOwnInput } from './own-server.ts';
import { MAX_PAYLOAD_BYTES } from './read-stdin.ts';
import { type CallReply, replyToCall } from './reply.ts';
import type { CallContext } from './world.ts';

/**
 * One hook call, from the text on stdin to how it ends. `agents`: the one that is asked for, then others whose payload
 * it may be. The only catch of this surface.
 */
export async function runHook(
  agents: readonly [AgentHook, ...AgentHook[]],
  text: string,
  machine: HookMachine,
): Promise<HookOutput> {
  const [named] = agents;
  const fail = (problem: string) => {
    machine.recordBroken?.(problem);
    return refused(named, problem);
  };
  try {
    if (Buffer.byteLength(text) > MAX_PAYLOAD_BYTES) return fail('what the agent sent is too long');
    const payload = parseJson(text.replace(/^\uFEFF/, ''));
    if (!isRecord(payload)) return fail('what the agent sent is no JSON object');
    for (const agent of agents) {
      const asked = agent.read(payload, machine);
      if (asked === 'unknown') continue;
      if (asked.isDialog) return await despiteDamage(() => answerDialog(asked, agent, payload, machine));
      const heard = asked.ended && heardOfEnd(asked, agent, machine);
      const { reply, notes } = await despiteDamage(() => replyTo(asked, agent, machine));
      const passed = reply.kind === 'allow' ? agent.afterAllow?.(payload, machine) : undefined;
      return heard ?? passed ?? answered(agent, reply, payload, notes);
    }
    return fail('what the agent sent has a shape that is not known');
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** Adds the notes in the agent's fields for them, or after a reason; without either they wait for the next reply. */
function answered(agent: AgentHook, reply: Reply, payload: Payload, notes: readonly Note[]): HookOutput {
  const { addContext } = agent;
  const forModel = addContext === undefined ? [] : notes.filter(({ isForModel }) => isForModel === true);
  const forPerson = notes.filter((note) => !forModel.includes(note));
  const told = withNotes(agent, reply, payload, forPerson);
  return forModel.length === 0 || addContext === undefined ? told : addContext(told, textOf(forModel));
}

function withNotes(agent: AgentHook, reply: Reply, payload: Payload, notes: readonly Note[]): HookOutput {
  const tells = agent.addNote !== undefined || reply.kind !== 'allow';
  if (notes.length === 0 || !tells) return agent.answer(reply, payload);
  const text = textOf(notes);
  if (agent.addNote !== undefined) return agent.addNote(agent.answer(reply, payload), text);
  return agent.answer(reply.kind === 'allow' ? reply : { ...reply, reason: `${reply.reason} ${text}` }, payload);
}

function textOf(notes: readonly Note[]): string {
  for (const note of notes) note.told();
  return notes.map((note) => note.text).join(' ');
}

/** A hook whose guard is broken can only refuse, in words that close whatever the event was. */
function refused(agent: AgentHook, problem: string): HookOutput {
  return agent.refuse(agentBroken(problem));
}

interface Judged {
  readonly reply: Reply;
  readonly notes: readonly Note[];
}

async function replyTo(read: HookRequest, agent: AgentHook, machine: HookMachine): Promise<Judged> {
  if (read.calls.length === 0) {
    const line = read.ended?.call.line;
    if (line !== undefined && read.sessionId !== undefined) machine.noteEnd?.(line, read.sessionId);
    return { reply: { kind: 'allow' }, notes: [] };
  }
  const cwd = read.cwd?.startsWith('/') ? read.cwd : machine.cwd;
  const asked = { ...read, calls: read.calls.map((call) => withoutOwnInput(call, agent, { ...machine, cwd })) };
  const world = machine.world({ cwd, sessionId: asked.sessionId });
  const { env } = machine;
  const context: CallContext = {
    asked,
    world,
    request: { cwd, env, actor: 'ai', at: world.facts.at, ...session(asked) },
  };
  if (asked.calls.some(mayStartPrograms)) world.endGrants?.();
  const replies: CallReply[] = [];
  for (const call of asked.calls) replies.push(await replyToCall(call, context));
  return { reply: joined(replies, asked), notes: world.notes?.() ?? [] };
}

/** All but a tool that only names files. */
function mayStartPrograms(call: Action): boolean {
  return call.kind !== 'tool' || call.line !== undefined || fileActions(call.tool, call.input, undefined).length === 0;
}

function session({ sessionId }: HookRequest): { readonly sessionId?: string } {
  return sessionId === undefined ? {} : { sessionId };
}

/** The strictest reply to the calls. A dialog shows the call as it came, so that a changed call is denied instead of asked about. */
function joined(replies: readonly CallReply[], { rewrite }: HookRequest): Reply {
  const denied = replies.find(({ kind }) => kind === 'deny');
  if (denied !== undefined) return { kind: 'deny', reason: denied.reason };
  const questions = replies.filter(({ kind }) => kind === 'ask');
  const isChanged = replies.some(({ changed }) => changed);
  if (questions.length > 0) {
    return { kind: isChanged ? 'deny' : 'ask', reason: questions.map(({ reason }) => reason).join(' ') };
  }
  if (!isChanged || rewrite === undefined) return { kind: 'allow' };
  const reason = replies
    .map((reply) => reply.reason)
    .filter((text) => text !== '')
    .join(' ');
  const [only] = replies;
  const input = only?.input ?? rewrite(replies.map(({ line = '' }) => line));
  return { kind: 'rewrite', input, reason };
}
