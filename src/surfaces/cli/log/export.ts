import { setTimeout as wait } from 'node:timers/promises';
import { EXIT } from '../../../model/errors.ts';
import type { Shipper } from '../../../otlp/shipper.ts';
import { recordSettings } from '../../../policy/record-settings.ts';
import type { OtlpSettings } from '../../../rules/settings.ts';
import { plural } from '../../../text/plural.ts';
import type { CliContext } from '../context.ts';
import type { LogOptions } from './options.ts';
import { shipperFor, shipRest } from './ship.ts';

const POLL_MS = 2000;
/** Before a collector that did not answer is asked again. */
const PAUSE_MS = 30_000;

/** Sends what is new to the collector of config.yaml; with `--follow` until a signal ends it. */
export async function exportRecords(options: LogOptions, context: CliContext): Promise<number> {
  const { otlp } = recordSettings(context.env);
  if (otlp === undefined) {
    context.err('safeshell: config.yaml names no collector (otlp: { endpoint: .. }), or has errors (safeshell lint)');
    return EXIT.data;
  }
  const shipper = shipperFor(otlp);
  try {
    if (options.follow) return await follow(otlp, shipper, context);
    const sent = await shipRest(otlp, shipper, context);
    context.out(options.json ? JSON.stringify({ sent }) : `${plural(sent, 'record')} sent`);
    return EXIT.ok;
  } catch (error) {
    context.err(`safeshell: not sent, will be sent next time: ${(error as Error).message}`);
    return EXIT.denied;
  } finally {
    await shipper.close();
  }
}

async function follow(otlp: OtlpSettings, shipper: Shipper, context: CliContext): Promise<never> {
  for (;;) {
    try {
      await shipRest(otlp, shipper, context);
      await wait(POLL_MS);
    } catch (error) {
      context.err(`safeshell: not sent yet: ${(error as Error).message}`);
      await wait(PAUSE_MS);
    }
  }
}
