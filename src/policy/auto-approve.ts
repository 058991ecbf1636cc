import { AUTO_APPROVE, type AutoApprove } from '../model/proof.ts';

/** Of what the settings files say, the one that answers least; `off` where none says anything. */
export function autoApproveOf(said: readonly AutoApprove[]): AutoApprove {
  return AUTO_APPROVE.find((level) => said.includes(level)) ?? 'off';
}
