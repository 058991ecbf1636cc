import { type GateReport, reportGates } from '../gate/report.ts';
import { isShimmed } from '../install/shims.ts';
import type { Environment } from '../model/request.ts';
import { commandsOf } from '../policy/compile.ts';
import { layoutOf } from '../store/layout.ts';
import { loadBasePolicy } from './base-policy.ts';
import { gatesFor } from './gates.ts';

export type { GateReport } from '../gate/report.ts';

interface GateCount {
  /** that have a shim */
  readonly programs: number;
  /** of these, with a gate */
  readonly answering: number;
}

/** How many shims have a gate, by gates that are made already: planning those of all programs takes seconds. */
export function countGates(env: Environment): GateCount | undefined {
  const basePolicy = loadBasePolicy(env);
  const policy = basePolicy.inForce()?.policy;
  if (policy === undefined) return undefined;
  const { shims } = layoutOf(env).data;
  const programs = commandsOf(policy.modules).filter((program) => isShimmed(shims, program));
  const { byProgram } = gatesFor(basePolicy)(programs);
  return {
    programs: programs.length,
    answering: programs.filter((program) => Object.hasOwn(byProgram, program)).length,
  };
}

const RECORDS_ALL = { by: 'config.yaml has everything recorded' };

/**
 * What shims can answer by themselves where no project has rules of its own: of these programs, or of all that rules name, which
 * takes seconds. undefined = there is no valid policy.
 */
export function gateReport(
  env: Environment,
  programs: readonly string[] = [],
  onProgress?: (done: number, of: number) => void,
): readonly GateReport[] | undefined {
  const { inForce, recordsAll, keptFor } = loadBasePolicy(env);
  const policy = inForce()?.policy;
  if (policy === undefined) return undefined;
  const isChosen = (program: string) => programs.length === 0 || programs.includes(program);
  const chosen = commandsOf(policy.modules).filter(isChosen).toSorted();
  return reportGates(policy, chosen, {
    keptFor,
    forced: recordsAll ? [RECORDS_ALL] : [],
    onProgress: (done) => onProgress?.(done, chosen.length),
  });
}
