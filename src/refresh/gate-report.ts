import { type GateReport, reportGates } from '../gate/report.ts';
import type { Environment } from '../model/request.ts';
import { commandsOf } from '../policy/compile.ts';
import { loadBasePolicy } from './base-policy.ts';
import { gatesFor } from './gates.ts';

export type { GateReport } from '../gate/report.ts';

interface GateCount {
  /** that rules name */
  readonly programs: number;
  /** of these, with a gate */
  readonly answering: number;
}

/** The same in figures, from gates that are made already: planning them anew for a report takes seconds. */
export function countGates(env: Environment): GateCount | undefined {
  const basePolicy = loadBasePolicy(env);
  const policy = basePolicy.inForce()?.policy;
  if (policy === undefined) return undefined;
  const programs = commandsOf(policy.modules);
  const { byProgram } = gatesFor(basePolicy)(programs);
  return {
    programs: programs.length,
    answering: programs.filter((program) => Object.hasOwn(byProgram, program)).length,
  };
}

const RECORDS_ALL = 'config.yaml has everything recorded';

/** What shims can answer by themselves where no project has rules of its own; undefined = there is no valid policy. */
export function gateReport(env: Environment): readonly GateReport[] | undefined {
  const { inForce, recordsAll, keptFor } = loadBasePolicy(env);
  const policy = inForce()?.policy;
  if (policy === undefined) return undefined;
  const reports = reportGates(policy, commandsOf(policy.modules).toSorted(), keptFor);
  if (!recordsAll) return reports;
  return reports.map(({ command, rules }) => ({ command, rules, gate: 'never', forced: [{ by: RECORDS_ALL }] }));
}
