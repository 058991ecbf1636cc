import { join } from 'node:path';
import { memoryLog, openAnswerLog } from '../judge/answer-log.ts';
import { judgeOpen } from '../judge/judge.ts';
import { openSentences } from '../judge/open-sentences.ts';
import type { Decision } from '../model/decision.ts';
import type { Judgement, JudgeSettings } from '../model/judge.ts';
import type { Environment, Request } from '../model/request.ts';
import { type Layout, sessionFolder } from '../store/layout.ts';
import { saidSettings } from './said-settings.ts';

/** The judge of config.yaml with what it said in this session; what is managed goes before what the person says. */
export async function askJudgeInForce(
  decision: Decision,
  request: Request,
  context: { readonly layout: Layout; readonly env: Environment; readonly session: string | undefined },
): Promise<Judgement | undefined> {
  if (openSentences(decision).length === 0) return undefined;
  const settings = settingsOf(context.layout);
  if (settings === undefined) return undefined;
  const { env, session, layout } = context;
  const log = session === undefined ? memoryLog() : openAnswerLog(join(sessionFolder(layout, session), 'judged.jsonl'));
  return judgeOpen(decision, request, { settings, env, log, now: Date.now });
}

function settingsOf(layout: Layout): JudgeSettings | undefined {
  return saidSettings(layout).find(({ judge }) => judge !== undefined)?.judge;
}
