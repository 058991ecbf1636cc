import { isRecord, parseJson } from '../util/guards.ts';
import type { HookOutput, Reply } from './hook.ts';

/** No opinion: the agent's normal flow. */
export const SILENT: HookOutput = { stdout: '', stderr: '', exit: 0 };

/** An answer in JSON on stdout, nothing on stderr. */
export function json(answer: object): HookOutput {
  return { stdout: JSON.stringify(answer), stderr: '', exit: 0 };
}

/** The refusal that most agents understand: the reason on stderr, nothing on stdout. An empty reason would allow in some. */
export function exitTwo(reason: string): HookOutput {
  return { stdout: '', stderr: `${reason}\n`, exit: 2 };
}

/** Claude Code's field for a message to the user, which others copied. With exit status 2 JSON is ignored: stderr carries it. */
export function systemMessage(output: HookOutput, note: string): HookOutput {
  if (output.exit !== 0) return { ...output, stderr: `${output.stderr.trimEnd()} ${note}\n` };
  const answer = parseJson(output.stdout);
  return json({ ...(isRecord(answer) && answer), systemMessage: note });
}

/** For agents without `ask` and rewriting: every reply but `allow` is a refusal. */
export function orRefuse(refuse: (reason: string) => HookOutput): (reply: Reply) => HookOutput {
  return (reply) => (reply.kind === 'allow' ? SILENT : refuse(reply.reason));
}

/** `{"decision": word, "reason": ..}` */
export function decision(word: string): (reason: string) => HookOutput {
  return (reason) => json({ decision: word, reason });
}
