import { hostFacts } from '../facts/host.ts';
import { lossesOf } from '../losses/losses.ts';
import { type Decision, matchesOf } from '../model/decision.ts';
import type { Environment } from '../model/request.ts';
import type { UndoBudget } from '../model/undo.ts';
import { isEmpty, survey } from '../undo/survey.ts';

interface Looking {
  readonly cwd: string;
  readonly env: Environment;
  readonly budget: UndoBudget;
}

/** The decision with what the command would destroy, in numbers; nothing is kept. Reads the disk and, where git has to count, starts it. */
export function withLosses(decision: Decision, { cwd, env, budget }: Looking): Decision {
  const losses = lossesOf(decision.analysis, hostFacts({ env, cwd }), { trace: matchesOf(decision) });
  if (losses.length === 0) return decision;
  const found = survey(losses, { env, budget });
  if (isEmpty(found) && found.missing.length === 0) return decision;
  return { ...decision, losses: { counts: found.counts, missing: found.missing } };
}
