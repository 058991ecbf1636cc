import { isRecord, parseJson } from '../store/guards.ts';
import type { HookOutput, Reply } from './hook.ts';

/** No opinion: the agent goes its normal way. */
export const SILENT: HookOutput = { stdout: '', stderr: '', exit: 0 };

/** A complete answer in JSON, nothing else on any stream. */
export function json(answer: object): HookOutput {
  return { stdout: JSON.stringify(answer), stderr: '', exit: 0 };
}

/** The refusal that most agents understand: the reason on stderr, nothing on stdout. An empty reason would allow in some. */
export function exitTwo(reason: string): HookOutput {
  return { stdout: '', stderr: `${reason}\n`, exit: 2 };
}

/** The field that Claude Code made common for what its user is to read; beside exit status 2 nothing in JSON counts. */
export function systemMessage(output: HookOutput, note: string): HookOutput {
  if (output.exit !== 0) return { ...output, stderr: `${output.stderr.trimEnd()} ${note}\n` };
  const answer = parseJson(output.stdout);
  return json({ ...(isRecord(answer) && answer), systemMessage: note });
}

/** For agents that know yes and no: all but silence is a refusal, in words of their own. */
export function orRefuse(refuse: (reason: string) => HookOutput): (reply: Reply) => HookOutput {
  return (reply) => (reply.kind === 'allow' ? SILENT : refuse(reply.reason));
}

/** `{"decision": word, "reason": ..}` */
export function decision(word: string): (reason: string) => HookOutput {
  return (reason) => json({ decision: word, reason });
}
