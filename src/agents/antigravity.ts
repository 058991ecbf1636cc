import { isRecord } from '../util/guards.ts';
import type { Agent } from './agent.ts';
import { isStartedWith } from './command-line.ts';
import { decision, json } from './outputs.ts';
import { asJsonObject, nonEmptyText, toolCall } from './payload.ts';
import { hookGroup, settingsPath } from './settings.ts';

/**
 * Antigravity CLI. Without a decision it asks; `allow` keeps its own question, `force_ask` asks even where the person chose
 * `always` before.
 * Source: reports of others on agy 1.1.2; not seen live.
 */
export const antigravity: Agent = {
  name: 'antigravity',
  title: 'Antigravity CLI',
  aliases: ['agy'],
  process: { markers: [{ ANTIGRAVITY_AGENT: true }, { ANTIGRAVITY_PROJECT_ID: true }], programs: ['agy'] },
  hook: {
    isFrom: ({ toolCall: call }) => isRecord(call) && isRecord(call.args) && 'CommandLine' in call.args,
    read({ toolCall: call, workspacePaths, conversationId }, caller) {
      if (!isRecord(call)) return 'unknown';
      const input = asJsonObject(call.args);
      const action = toolCall(call.name, input, [{ names: ['run_command'], field: 'CommandLine' }]);
      if (action === undefined) return 'unknown';
      const [workspace] = Array.isArray(workspacePaths) ? workspacePaths : [];
      return {
        calls: [action],
        cwd: nonEmptyText(input?.Cwd) ?? nonEmptyText(workspace),
        sessionId: nonEmptyText(conversationId),
        opensDialog: () => !isStartedWith(caller, ['-p', '--print', '--prompt']),
      };
    },
    answer(reply) {
      if (reply.kind === 'allow') return json({ decision: 'allow' });
      return decision(reply.kind === 'ask' ? 'force_ask' : 'deny')(reply.reason);
    },
    refuse: decision('deny'),
  },
  /** Top-level keys of the file are names of hooks. */
  setup: {
    found: { paths: ['.gemini/antigravity-cli', '.gemini/config'] },
    sample: ({ line, cwd, session }) => ({
      payload: { toolCall: { name: 'run_command', args: { CommandLine: line, Cwd: cwd } }, conversationId: session },
    }),
    files: (context) => [
      hookGroup({
        path: settingsPath(
          context,
          ...(context.project === undefined ? ['.gemini', 'config'] : ['.agents']),
          'hooks.json',
        ),
        list: ['safeshell', 'PreToolUse'],
        matcher: '.*',
        command: context.command,
      }),
    ],
  },
};
