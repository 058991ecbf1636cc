import { type ApprovalSettings, DEFAULT_APPROVAL } from '../model/approval.ts';
import type { Environment } from '../model/request.ts';
import { parseSettings } from '../rules/settings.ts';
import { readIfThere } from '../store/atomic-file.ts';
import { layoutOf } from '../store/layout.ts';

/**
 * From config.yaml; what is managed goes before what the person says. A file with errors says nothing, as where the
 * rules are read: there the errors are told.
 */
export function approvalSettings(env: Environment): ApprovalSettings {
  const { managed, user } = layoutOf(env);
  const noPacks = { shipped: [], optional: [] };
  const said = [managed.settings, user.settings].map(
    (file) => parseSettings(readIfThere(file) ?? '', file, noPacks).settings.approval,
  );
  const seconds = said.find(({ approval_timeout: one }) => one !== undefined)?.approval_timeout;
  return {
    timeoutMs: seconds === undefined ? DEFAULT_APPROVAL.timeoutMs : seconds * 1000,
    notify: said.find(({ notify }) => notify !== undefined)?.notify ?? DEFAULT_APPROVAL.notify,
    channels: said.find(({ channels }) => channels !== undefined)?.channels ?? DEFAULT_APPROVAL.channels,
  };
}
