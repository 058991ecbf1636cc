import { type GateReport, reportGates } from '../gate/report.ts';
import { indexedCommands } from '../install/refresh.ts';
import type { Environment } from '../model/request.ts';
import { policyEverywhere } from './everywhere.ts';

export type { GateReport } from '../gate/report.ts';

/** What shims can answer by themselves where no project has rules of its own; undefined = there is no valid policy. */
export function gateReport(env: Environment): readonly GateReport[] | undefined {
  const { inForce } = policyEverywhere(env);
  return inForce && reportGates(inForce.policy, [...indexedCommands(inForce.policy)].sort());
}
