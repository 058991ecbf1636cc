import { EXIT } from '../../../model/errors.ts';
import { recordSettings } from '../../../policy/record-settings.ts';
import type { OtlpSettings } from '../../../rules/settings.ts';
import { auditFiles } from '../../../store/audit-read.ts';
import { provenNow } from '../../../store/audit-retention.ts';
import { sealAndTidy } from '../../../store/audit-seals.ts';
import { layoutOf } from '../../../store/layout.ts';
import { forgetSessions } from '../../../store/session-list.ts';
import { forgetWalls } from '../../../store/walls.ts';
import type { CliContext } from '../context.ts';
import type { LogOptions } from './options.ts';

const DAY_MS = 86_400_000;

/**
 * Sends what is new to the collector, where there is one, seals it, and removes what is too old. The guard starts it now
 * and then; nobody has to.
 */
export async function upkeep({ json }: LogOptions, context: CliContext): Promise<number> {
  const { env, out } = context;
  const settings = recordSettings(env);
  if (settings.otlp !== undefined) await sendQuietly(settings.otlp, context);
  const layout = layoutOf(env);
  const done = sealAndTidy(layout, settings, Date.now());
  const untilMs = provenNow(auditFiles(layout), Date.now()) - settings.keepDays * DAY_MS;
  const dropped = [...(done?.dropped ?? []), ...forgetSessions(layout, untilMs)];
  forgetWalls(layout, Date.now());
  if (json) out(JSON.stringify({ sealed_bytes: done?.sealedBytes ?? 0, dropped, busy: done === undefined }));
  else if (done === undefined) out('Another process is sealing the records.');
  else out([`${done.sealedBytes} bytes sealed`, ...dropped.map((file) => `removed: ${file}`)].join('\n'));
  return EXIT.ok;
}

/** What is not sent now is sent later. */
async function sendQuietly(otlp: OtlpSettings, context: CliContext): Promise<void> {
  const { shipperFor, shipRest } = await import('./ship.ts');
  const shipper = shipperFor(otlp);
  await shipRest(otlp, shipper, context).catch(() => {});
  await shipper.close();
}
