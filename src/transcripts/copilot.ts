import { join } from 'node:path';
import type { Payload } from '../agents/hook.ts';
import { nonEmptyText } from '../agents/payload.ts';
import { isRecord, isString } from '../util/guards.ts';
import { createPending } from './pending.ts';
import { momentOf, type Transcripts } from './transcript.ts';

/**
 * GitHub Copilot CLI: one event a line, `{type, data, timestamp}`, in `session-state/SESSION/events.jsonl`; up to 0.0.37x in
 * `session-state/SESSION.jsonl`.
 * Source: seen live in 1.0.102.
 */
export const copilot: Transcripts = {
  agent: 'copilot',
  folders: ({ home, env }) => [join(env.COPILOT_HOME ?? join(home, '.copilot'), 'session-state')],
  isSession: (path) => /^\/(?:[^/]+\/events|[^/]+)\.jsonl$/.test(path),
  signs: /"tool\.execution_|"session\.|"permission\.completed"/,
  isFrom: ({ type, data }) => type === 'session.start' && isRecord(data),
  open() {
    const pending = createPending();
    let session: string | undefined;
    let cwd: string | undefined;
    return {
      read({ type, data, timestamp }) {
        if (!isRecord(data) || !isString(type)) return [];
        if (type.startsWith('session.')) {
          session ??= nonEmptyText(data.sessionId);
          cwd = nonEmptyText(isRecord(data.context) ? data.context.cwd : data.cwd) ?? cwd;
        }
        const id = nonEmptyText(data.toolCallId);
        if (id === undefined) return [];
        if (type === 'tool.execution_complete') return pending.settle(id, { fate: fateOf(data) });
        if (type === 'permission.completed' && isAnswer(data)) pending.tell(id, { wasAsked: true });
        if (type === 'tool.execution_start') {
          const { toolName, arguments: toolArgs } = data;
          const payload = { toolName, toolArgs, cwd, sessionId: session };
          pending.add({ session, id, at: momentOf(timestamp), payload });
        }
        return [];
      },
      end: () => pending.drain(),
    };
  },
};

function fateOf({ success, error }: Payload): 'ran' | 'refused' {
  const code = isRecord(error) ? error.code : undefined;
  return success === false && (code === 'denied' || code === 'rejected') ? 'refused' : 'ran';
}

/** What rules allow, and modes, is not told; `unattended_fallback`: nobody was there. */
function isAnswer({ result, decisionSource }: Payload): boolean {
  const kind = isRecord(result) ? result.kind : undefined;
  return decisionSource !== 'unattended_fallback' && isString(kind) && /^approved|-by-user$/.test(kind);
}
