import type { AgentHook, HookOutput, HookRequest } from '../../agents/hook.ts';
import { judgeCall } from '../../calls/judge-call.ts';
import type { Request } from '../../model/request.ts';
import { agentRefusedWrite } from '../../text/agent-message.ts';
import type { HookMachine } from './machine.ts';

/** Tells the model of a call that has ended what its wall has refused; undefined = there is nothing to tell. Never throws. */
export function heardOfEnd(asked: HookRequest, agent: AgentHook, machine: HookMachine): HookOutput | undefined {
  try {
    const message = agent.tellEnd === undefined ? undefined : refusedWriteOf(asked, machine);
    return message === undefined ? undefined : agent.tellEnd?.(message);
  } catch {
    return undefined; // nothing can be refused any more
  }
}

/** The call is judged again: what it was confined by may have come from the words of its line alone. */
function refusedWriteOf({ ended, cwd: at, sessionId }: HookRequest, machine: HookMachine): string | undefined {
  if (ended?.output === undefined) return undefined;
  const { call, output } = ended;
  const cwd = at?.startsWith('/') ? at : machine.cwd;
  const world = machine.world({ cwd, sessionId });
  const request: Request = { cwd, env: machine.env, actor: 'ai', at: world.facts.at, action: call };
  const { decision } = judgeCall(call, request, world);
  if (decision.confinement === undefined) return undefined;
  const told = world.confiner?.()?.toldWrite(output, decision, request);
  return told && agentRefusedWrite(told, world.facts.home);
}
