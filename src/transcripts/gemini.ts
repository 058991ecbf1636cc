import { dirname, join } from 'node:path';
import type { Payload } from '../agents/hook.ts';
import { nonEmptyText } from '../agents/payload.ts';
import { isRecord, isString } from '../util/guards.ts';
import { momentOf, type RecordedCall, type Transcripts } from './transcript.ts';

/** The last line of it says how a call ended; a whole file of older versions has it once. */
const FATES: Readonly<Record<string, RecordedCall['fate']>> = { success: 'ran', cancelled: 'refused' };

/**
 * Gemini CLI: one JSON object a line in `tmp/PROJECT/chats/session-..jsonl`, where a message comes again as it grows; before that, one
 * JSON object a file. Which folder it was stands beside them.
 * Source: github.com/google-gemini/gemini-cli chatRecordingService, seen live in 0.61.0.
 */
export const gemini: Transcripts = {
  agent: 'gemini',
  folders: ({ home }) => [join(home, '.gemini', 'tmp')],
  isSession: (path) => /\/chats\/(?:[^/]+\/)*[^/]+\.jsonl?$/.test(path),
  signs: /"toolCalls"|"projectHash"/,
  isFrom: ({ sessionId, projectHash }) => isString(sessionId) && isString(projectHash),
  open(path, readText) {
    const calls = new Map<string, RecordedCall>();
    const cwd = nonEmptyText(readText(join(folderOf(path), '.project_root'))?.trim());
    let session: string | undefined;
    return {
      read(record) {
        session ??= nonEmptyText(record.sessionId);
        for (const message of messagesOf(record)) {
          const made = Array.isArray(message.toolCalls) ? message.toolCalls.filter(isRecord) : [];
          for (const call of made.filter(({ id }) => isString(id))) {
            const recorded = recordedOf(call, { session, cwd, timestamp: message.timestamp });
            calls.set(recorded.id, recorded);
          }
        }
        return [];
      },
      end: () => [...calls.values()],
    };
  },
};

/** Those of sub-agents lie a folder deeper. */
function folderOf(path: string): string {
  const at = path.lastIndexOf('/chats/');
  return at < 0 ? dirname(path) : path.slice(0, at);
}

function messagesOf(record: Payload): readonly Payload[] {
  const set = isRecord(record.$set) ? record.$set.messages : undefined;
  const several = [record.messages, set].flatMap((one) => (Array.isArray(one) ? one : []));
  return [record, ...several.filter(isRecord)];
}

interface Standing {
  readonly session: string | undefined;
  readonly cwd: string | undefined;
  readonly timestamp: unknown;
}

function recordedOf({ id, name, args, status, timestamp }: Payload, standing: Standing): RecordedCall {
  const { session, cwd } = standing;
  const fate = Object.hasOwn(FATES, String(status)) ? FATES[String(status)] : undefined;
  return {
    session,
    id: String(id),
    at: momentOf(timestamp ?? standing.timestamp),
    payload: { hook_event_name: 'BeforeTool', tool_name: name, tool_input: args, cwd, session_id: session },
    ...(fate !== undefined && { fate }),
  };
}
