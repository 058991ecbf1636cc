import { detectActor } from '../../../facts/actor.ts';
import { isWatched } from '../../../facts/watched.ts';
import type { PlanAnswer } from '../../../session/plan.ts';
import { readPlanAnswer } from '../../../session/slash-words.ts';
import { orInterrupted } from '../../../settle/askers/interruption.ts';
import { openTerminal, type Terminal } from '../../../settle/askers/terminal.ts';
import { planHint } from '../../../text/plan-text.ts';
import type { CliContext } from '../context.ts';

const MAX_TRIES = 5;

/** One question about the whole plan; undefined = there is no terminal. Anything but a clear yes is no. */
export async function askAboutPlan(
  text: string,
  steps: number,
  { env, paint }: CliContext,
): Promise<PlanAnswer | undefined> {
  const isPerson = detectActor({ env }).actor === 'human' && isWatched({ env });
  const terminal = isPerson ? openTerminal() : undefined;
  if (terminal === undefined) return undefined;
  try {
    terminal.write(`${text}\n`);
    const answer = await orInterrupted(() => converse(terminal, steps, planHint(paint)));
    if (typeof answer === 'string' || !('signal' in answer)) return answer;
    endBy(answer.signal);
    return 'deny';
  } finally {
    terminal.close();
  }
}

/** Nothing is decided. An open question still holds a thread: no other way ends this process. */
function endBy(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

async function converse(terminal: Terminal, steps: number, hint: string): Promise<PlanAnswer> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const line = await terminal.ask(hint);
    if (line === undefined) break;
    const answer = readLine(line);
    if (answer !== undefined && (typeof answer === 'string' || answer.every((step) => step <= steps))) return answer;
  }
  terminal.write('\n');
  return 'deny';
}

const WORDS: Readonly<Record<string, PlanAnswer>> = {
  a: 'all',
  y: 'all',
  yes: 'all',
  d: 'deny',
  n: 'deny',
  no: 'deny',
  '': 'deny',
};

/** `a`, `d`, `1-3`, or as slash words: `/approve all`, `/approve 1-3 only`, `/deny`. */
function readLine(line: string): PlanAnswer | undefined {
  const text = line
    .trim()
    .toLowerCase()
    .replace(/^\/(?:approve\s+)?/, '');
  return Object.hasOwn(WORDS, text) ? WORDS[text] : readPlanAnswer(text);
}
