import { askElsewhere } from '../../approvals/asking.ts';
import { wallClock } from '../../facts/local-time.ts';
import { compiler } from '../../host/compiler.ts';
import type { Decision } from '../../model/decision.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Request } from '../../model/request.ts';
import type { Reply } from '../../settle/asker.ts';
import { appendAudit, auditEntry } from '../../store/audit.ts';
import { layoutOf } from '../../store/layout.ts';
import { connectText, HOW_TO_LET_THROUGH, NOT_LET_THROUGH } from '../../text/box.ts';
import type { ProxyStart } from '../../walled/proxy-messages.ts';
import type { Destination } from '../../walled/remembered.ts';

/** Asks a person through the inbox and the channels, and puts the outcome on record. */
export async function askPerson(to: Destination, start: ProxyStart): Promise<Reply> {
  const { own, session, cwd, agent } = start;
  const layout = layoutOf(own);
  const startedMs = Date.now();
  const what = connectText(to);
  const input = { host: to.host, port: to.port };
  const action = { kind: 'tool', tool: 'connect', input } as const;
  const request: Request = { action, cwd, env: {}, actor: 'ai', at: wallClock(), sessionId: session };
  // a yes holds until the agent ends: it is for this session alone
  const ofSession: Request = { ...request, action: { ...action, input: { ...input, session } } };
  const decision: Decision = {
    verdict: 'require_approval',
    trace: [],
    analysis: { text: what, invocations: [], unsure: [] },
    unsure: [],
    message: `${NOT_LET_THROUGH}. ${HOW_TO_LET_THROUGH}`,
  };
  const settings = () => compiler().approvalSettings(own);
  const asker = askElsewhere({ layout, door: 'wall', how: agent, session, ancestors: () => [], settings }, ofSession);
  const reply = await asker.ask({ decision, explain: () => `${what}: ${NOT_LET_THROUGH}\n` });
  try {
    const door = { door: 'wall', startedMs, ...(agent !== undefined && { agent }) } as const;
    appendAudit(layout, auditEntry(decision, outcomeOf(reply), request, door));
  } catch {
    // the record cannot be written: doctor finds that
  }
  return reply;
}

function outcomeOf(reply: Reply): Outcome {
  if (typeof reply !== 'object') return outcomeOf({ answer: reply, who: '' });
  if ('signal' in reply) return { kind: 'refuse', cause: 'interrupted', signal: reply.signal };
  if ('unanswered' in reply) {
    const { unanswered: cause, request } = reply;
    return { kind: 'refuse', cause, ...(request !== undefined && { request }) };
  }
  const { answer, who, reason } = reply;
  if (answer !== 'no') return { kind: 'run', by: answer, who };
  return { kind: 'refuse', cause: 'said-no', who, ...(reason !== undefined && { reason }) };
}
