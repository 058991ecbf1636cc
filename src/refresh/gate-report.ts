import { type GateReport, reportGates } from '../gate/report.ts';
import type { Environment } from '../model/request.ts';
import { commandsOf } from '../policy/compile.ts';
import { loadBasePolicy } from './base-policy.ts';

export type { GateReport } from '../gate/report.ts';

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
