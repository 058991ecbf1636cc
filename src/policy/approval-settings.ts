import { type ApprovalSettings, DEFAULT_APPROVAL } from '../model/approval.ts';
import type { Environment } from '../model/request.ts';
import { layoutOf } from '../store/layout.ts';
import { saidSettings } from './said-settings.ts';

/** From config.yaml; managed settings override the person's own. */
export function approvalSettings(env: Environment): ApprovalSettings {
  const said = saidSettings(layoutOf(env)).map(({ approval }) => approval);
  const seconds = said.find(({ approval_timeout: one }) => one !== undefined)?.approval_timeout;
  return {
    timeoutMs: seconds === undefined ? DEFAULT_APPROVAL.timeoutMs : seconds * 1000,
    notify: said.find(({ notify }) => notify !== undefined)?.notify ?? DEFAULT_APPROVAL.notify,
    channels: said.find(({ channels }) => channels !== undefined)?.channels ?? DEFAULT_APPROVAL.channels,
  };
}
