import { lineShell, processId } from '../facts/agent-process.ts';
import type { Ancestor } from '../facts/ancestors.ts';
import { type ApprovalSettings, DEFAULT_APPROVAL, type PendingRequest } from '../model/approval.ts';
import type { Request } from '../model/request.ts';
import type { Asker } from '../settle/asker.ts';
import { createInboxAsker, type OpenDialog } from '../settle/askers/inbox.ts';
import { readIfThere } from '../store/atomic-file.ts';
import { openInbox } from '../store/inbox.ts';
import type { Layout } from '../store/layout.ts';
import { randomHex } from '../store/random.ts';
import { isInboxWatched } from '../store/watchers.ts';
import { once } from '../util/once.ts';
import { openChannels } from './channels/channels.ts';

/** What a surface hands over to ask people who are not at its terminal. */
export interface AskElsewhereOptions {
  readonly layout: Layout;
  readonly door: PendingRequest['door'];
  /** how the actor was detected, or which agent it is */
  readonly how: string | undefined;
  readonly session: string;
  /** the processes that the door descends from, parent first */
  ancestors(): readonly Ancestor[];
  /** reads config.yaml; called only where it has settings */
  settings(): ApprovalSettings;
  /** the time in which the surface itself has to answer; absent = the timeout of the settings */
  readonly patienceMs?: number;
  /** see InboxAskerOptions */
  readonly dialog?: OpenDialog;
}

/** Asks through the inbox, and the channels that are switched on. `what`: the request, for people. */
export function askElsewhere(options: AskElsewhereOptions, request: Request, what?: string): Asker {
  const { layout, session, door, how } = options;
  const folder = layout.state.inbox;
  const settings = once(() => settingsOf(options));
  return createInboxAsker({
    inbox: openInbox(folder),
    request,
    session,
    door,
    how,
    burst: burstOf(options),
    ...(what !== undefined && { what }),
    ...(options.dialog && { dialog: options.dialog }),
    isWatched: (since) => isInboxWatched(folder, since),
    channels: () => openChannels(settings().channels, folder),
    patienceMs: () => Math.min(settings().timeoutMs, options.patienceMs ?? Number.POSITIVE_INFINITY),
  });
}

/** Shims of one line share a burst, so that their questions are shown as one; a hook asks about its whole line at once. */
function burstOf({ door, ancestors }: AskElsewhereOptions): string {
  const line = door === 'hook' ? undefined : lineShell(ancestors());
  return line === undefined ? randomHex(8) : processId(line);
}

/** Unreadable settings count as not set: loading the rules reports them. */
function settingsOf({ layout, settings }: AskElsewhereOptions): ApprovalSettings {
  const isSaid = [layout.managed.settings, layout.user.settings].some((file) =>
    (readIfThere(file) ?? '').split('\n').some((line) => !/^\s*(#.*|version:.*)?$/.test(line)),
  );
  try {
    return isSaid ? settings() : DEFAULT_APPROVAL;
  } catch {
    return DEFAULT_APPROVAL;
  }
}
