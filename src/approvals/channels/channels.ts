import { join } from 'node:path';
import type { ChannelSettings } from '../../model/approval.ts';
import type { RemoteChannel } from '../../settle/askers/inbox.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';

/**
 * Those that are switched on. The process that waits for the answer runs them itself: there is no daemon. `folder`: of the
 * inbox.
 */
export function openChannels(settings: ChannelSettings, folder: string): readonly RemoteChannel[] {
  return [
    ...(settings.telegram === undefined ? [] : [telegram(settings.telegram, join(folder, 'telegram.lock'))]),
    ...(settings.webhook === undefined ? [] : [webhook(settings.webhook)]),
  ];
}
