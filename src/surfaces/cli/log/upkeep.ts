import { EXIT } from '../../../model/errors.ts';
import { recordSettings } from '../../../policy/record-settings.ts';
import { sealAndTidy } from '../../../store/audit-seals.ts';
import { layoutOf } from '../../../store/layout.ts';
import type { CliContext } from '../context.ts';
import type { LogOptions } from './options.ts';

/** Seals what is new and removes what is too old. The guard starts it now and then; nobody has to. */
export function upkeep({ json }: LogOptions, { env, out }: CliContext): number {
  const done = sealAndTidy(layoutOf(env), recordSettings(env), Date.now());
  const dropped = done?.dropped ?? [];
  if (json) out(JSON.stringify({ sealed_bytes: done?.sealedBytes ?? 0, dropped, busy: done === undefined }));
  else if (done === undefined) out('another process is at it');
  else out([`${done.sealedBytes} bytes sealed`, ...dropped.map((file) => `removed ${file}`)].join('\n'));
  return EXIT.ok;
}
