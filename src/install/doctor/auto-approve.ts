import type { AutoApprove } from '../../model/proof.ts';
import { type Finding, note } from './finding.ts';

const WHAT: Readonly<Record<AutoApprove, string>> = {
  off: 'dialogs of agents are left to you (auto_approve: off)',
  reads: 'dialogs of agents about what only reads, as proven, are answered (auto_approve: reads)',
  project:
    'dialogs of agents about what only reads, or changes files of the project that undo keeps, are answered (auto_approve: project)',
};

export function autoApprove(level: AutoApprove): Finding {
  return note('auto-approve', WHAT[level]);
}
