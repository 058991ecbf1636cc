import { join } from 'node:path';
import type { Payload } from '../agents/hook.ts';
import { nonEmptyText } from '../agents/payload.ts';
import { isRecord, isString, parseJson } from '../util/guards.ts';
import { momentOf, type RecordedCall, type Transcripts } from './transcript.ts';

/**
 * OpenCode: all sessions in `opencode.db`, of SQLite. Its records here are the rows of two of its tables, `{table, ..columns}`.
 * Source: seen live in 1.18.33; before 1.2 they were JSON files, which it has taken over since.
 */
export const opencode: Transcripts = {
  agent: 'opencode',
  folders: ({ home, env }) => [join(env.XDG_DATA_HOME ?? join(home, '.local', 'share'), 'opencode')],
  isSession: (path) => /^\/opencode[^/]*\.db$/.test(path),
  isFrom: ({ table, directory }) => table === 'session' && isString(directory),
  tables: ['session', 'part'],
  open() {
    const folders = new Map<string, string>();
    return {
      read({ table, id, session_id: session, directory, data }) {
        if (table === 'session' && isString(id) && isString(directory)) folders.set(id, directory);
        const part = table === 'part' && isString(data) && data.includes('"tool"') ? parseJson(data) : undefined;
        if (!isRecord(part) || part.type !== 'tool' || !isRecord(part.state) || !isString(session)) return [];
        return [
          callOf(String(id), part.state, { tool: part.tool, sessionID: session, directory: folders.get(session) }),
        ];
      },
      end: () => [],
    };
  },
};

function callOf(id: string, { status, input, time, error }: Payload, payload: Payload): RecordedCall {
  const isRefused = status === 'error' && isString(error) && /\b(?:rejected permission|user rejected)\b/i.test(error);
  const fate = isRefused ? 'refused' : status === 'completed' ? 'ran' : undefined;
  return {
    session: nonEmptyText(payload.sessionID),
    id,
    at: momentOf(isRecord(time) ? time.start : undefined),
    payload: { ...payload, args: input },
    ...(fate !== undefined && { fate }),
  };
}
