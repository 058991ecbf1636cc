import type { Decision } from '../model/decision.ts';
import type { JudgeAnswer, JudgedSentence, Judgement, JudgeSettings } from '../model/judge.ts';
import type { Environment, Json, Request } from '../model/request.ts';
import { sha256 } from '../store/sha256.ts';
import { printable } from '../text/printable.ts';
import type { AnswerLog, CallRecord } from './answer-log.ts';
import { askEndpoint } from './endpoint.ts';
import { type OpenSentence, openSentences } from './open-sentences.ts';
import { operationSummary, PROMPT_VERSION, questionTo } from './prompt.ts';

export interface JudgeContext {
  readonly settings: JudgeSettings;
  /** where the key is */
  readonly env: Environment;
  readonly log: AnswerLog;
  now(): number;
}

/** More sentences than that are asked of a person. */
const MAX_SENTENCES = 8;
const MINUTE_MS = 60_000;

/**
 * Has the sentences read that a decision hangs on. undefined = there are none, or nothing that counts was said of any: the decision
 * stands. Else it is to be made once more, with these answers. Never throws.
 */
export async function judgeOpen(
  decision: Decision,
  request: Request,
  place: JudgeContext,
): Promise<Judgement | undefined> {
  const open = openSentences(decision);
  if (open.length === 0 || open.length > MAX_SENTENCES) return undefined;
  const operation = operationSummary(request, decision);
  if (operation === undefined) return undefined;
  const known = place.log.read();
  const calls = { left: callsLeft(known, place) };
  const answers = await Promise.all(open.map((one) => answerTo(one, operation, known, calls, place)));
  const byText = new Map(open.map((one, at) => [nameOf(one), answers[at]]));
  if (answers.every((one) => one === undefined)) return undefined;
  return (asked) => byText.get(nameOf(asked));
}

function nameOf({ role, sentence }: JudgedSentence): string {
  return `${role} ${sentence}`;
}

function callsLeft(known: readonly CallRecord[], { settings, now }: JudgeContext): number {
  const since = now() - MINUTE_MS;
  return settings.maxCallsPerMinute - known.filter(({ atMs }) => atMs > since).length;
}

/** An answer of this session to exactly this question, else the model's. */
async function answerTo(
  one: OpenSentence,
  operation: Json,
  known: readonly CallRecord[],
  calls: { left: number },
  { settings, env, log, now }: JudgeContext,
): Promise<JudgeAnswer | undefined> {
  const key = keyOf(one, operation, settings);
  const earlier = known.find((record) => record.key === key && record.applies !== undefined);
  if (earlier?.applies !== undefined) return { applies: earlier.applies, reason: earlier.reason ?? '' };
  if (calls.left <= 0) return undefined;
  calls.left--;
  const secret = settings.keyVariable === undefined ? undefined : env[settings.keyVariable];
  const question = questionTo(settings, secret, one, operation);
  const reply = await askEndpoint(settings.kind, question, settings.timeoutMs);
  const isSure = reply !== undefined && reply.confidence >= settings.confidence;
  const answer = isSure ? { applies: reply.applies, reason: printable(reply.reason) } : undefined;
  // that a session has not done something yet may change
  const isLasting = answer !== undefined && (one.role !== 'trigger' || answer.applies);
  log.add({ key, atMs: now(), ...(isLasting && answer) });
  return answer;
}

function keyOf({ rule, role, sentence }: OpenSentence, operation: Json, { kind, url, model }: JudgeSettings): string {
  const parts = [PROMPT_VERSION, rule, role, sentence, kind, url, model, operation];
  return sha256(JSON.stringify(parts));
}
