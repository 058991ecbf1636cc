import { join } from 'node:path';
import type { Payload } from '../agents/hook.ts';
import { nonEmptyText } from '../agents/payload.ts';
import { isRecord, isString } from '../util/guards.ts';
import { createPending, type Ending } from './pending.ts';
import { momentOf, type RecordedCall, type Transcripts } from './transcript.ts';

/** What versions that have no `toolDenialKind` tell the model. */
const REFUSED =
  /^(?:The user doesn't want to (?:proceed|take this action)|Permission to use |This command requires approval)/;

/**
 * Claude Code: one JSON object a line in `projects/FOLDER/SESSION.jsonl`, those of sub-agents in files of their own.
 * Source: seen live in 2.1.330.
 */
export const claude: Transcripts = {
  agent: 'claude',
  folders: ({ home, env }) => [join(env.CLAUDE_CONFIG_DIR ?? join(home, '.claude'), 'projects')],
  isSession: (path) => path.endsWith('.jsonl'),
  signs: /"tool_(?:use|result)"/,
  isFrom: ({ sessionId, uuid, operation, leafUuid }) =>
    (isString(sessionId) && (isString(uuid) || isString(operation))) || isString(leafUuid),
  open() {
    const pending = createPending();
    return {
      read(record) {
        // a request that is kept for its own sake repeats them
        const isTurn = record.type === 'assistant' || record.type === 'user';
        const content = isTurn && isRecord(record.message) ? record.message.content : undefined;
        const parts = Array.isArray(content) ? content.filter(isRecord) : [];
        for (const part of parts) if (part.type === 'tool_use') pending.add(callOf(record, part));
        const results = parts.filter(({ type }) => type === 'tool_result');
        return results.flatMap((part) => pending.settle(String(part.tool_use_id), endingOf(record, part)));
      },
      end: () => pending.drain(),
    };
  },
};

/** `HEAD` = there is no repository, or none of its branches is checked out. */
function callOf({ sessionId, cwd, timestamp, gitBranch }: Payload, { id, name, input }: Payload): RecordedCall {
  const branch = gitBranch === 'HEAD' ? undefined : nonEmptyText(gitBranch);
  return {
    session: nonEmptyText(sessionId),
    id: String(id),
    at: momentOf(timestamp),
    payload: { hook_event_name: 'PreToolUse', tool_name: name, tool_input: input, cwd, session_id: sessionId },
    ...(branch !== undefined && { branch }),
  };
}

/** `source`: `config`, `hook`, or of a dialog `user_temporary`, `user_permanent`, `user_reject`, `user_abort`. */
function endingOf({ toolDenialKind, permissionDecision }: Payload, { content, is_error: isError }: Payload): Ending {
  const source = isRecord(permissionDecision) ? permissionDecision.source : undefined;
  const isRefused = toolDenialKind !== undefined || (isError === true && isString(content) && REFUSED.test(content));
  return {
    fate: isRefused ? 'refused' : 'ran',
    ...(isString(source) && source.startsWith('user') && { wasAsked: true }),
  };
}
