import { AUTO_APPROVE, type AutoApprove } from '../model/proof.ts';
import type { UndoSettings } from '../model/undo.ts';

/** Of what the settings files say, the one that answers least; `off` where none says anything. Without undo nothing that is changed is kept. */
export function autoApproveOf(said: readonly AutoApprove[], { mode }: Pick<UndoSettings, 'mode'>): AutoApprove {
  const level = AUTO_APPROVE.find((one) => said.includes(one)) ?? 'off';
  return level === 'project' && mode === 'off' ? 'reads' : level;
}
