import { type ExitResult, endBySignal } from '../../host/foreground.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Actor } from '../../model/request.ts';
import { despiteDamage } from '../../store/policy-pack/read-pack.ts';
import { answer } from './answer.ts';
import { answerBroken, type Failed } from './broken.ts';
import { type HandOver, readHandOver } from './hand-over.ts';
import { answerLine } from './line.ts';
import type { ShimWorld } from './shim-world.ts';

/** The machine that a shim runs on. Both may throw: then answerBroken decides. */
export interface Machine {
  actor(handOver: HandOver): Actor;
  /** the answer of the broker outside of the wall that we are behind; undefined = we are behind none, or there is no broker. Never throws */
  outside?(argv: readonly string[], handOver: HandOver, actor: Actor): Promise<ExitResult | undefined>;
  /** the owner wants nothing to run unguarded; absent = does not */
  refusesOnError?(handOver: HandOver): boolean;
  world(argv: readonly string[], handOver: HandOver, actor: Actor): ShimWorld;
  /** that nobody judged it; never throws */
  recordBroken?(failed: Pick<Failed, 'argv' | 'handOver' | 'actor'>, outcome: Outcome, problem: string): void;
}

/** One call of a shim, from its words to how it ends. The only catch of this surface. */
export async function runShim(
  argv: readonly string[],
  machine: Machine,
  handOver: HandOver = readHandOver(process.env),
): Promise<ExitResult> {
  let actor: Actor | undefined;
  try {
    const who = machine.actor(handOver);
    actor = who;
    const brokered = await machine.outside?.(argv, handOver, who);
    if (brokered !== undefined) return brokered;
    const answerHere = handOver.step === 'line' ? answerLine : answer;
    return await despiteDamage(() => answerHere(machine.world(argv, handOver, who)));
  } catch (error) {
    const failed = { argv, handOver, actor };
    const refuses = () => machine.refusesOnError?.(handOver) ?? false;
    const record: Failed['record'] = (outcome, problem) => machine.recordBroken?.(failed, outcome, problem);
    return answerBroken({ ...failed, refuses, record }, error);
  }
}

/** Exits with the status, or by the signal, which has to be the last step: an open question blocks a thread. */
export function exitWith({ status, signal }: ExitResult): void {
  if (signal === undefined) process.exit(status); // at once: taking the heap down takes 1 to 2 ms
  endBySignal(signal);
}
