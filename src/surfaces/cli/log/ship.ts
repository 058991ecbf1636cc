import { join } from 'node:path';
import type { Collector, openShipper, Shipper } from '../../../otlp/shipper.ts';
import { type AuditRecord, parseRecord } from '../../../report/record.ts';
import { type Cursor, recordsBehind } from '../../../store/audit-tail.ts';
import { readExportCursor, writeExportCursor } from '../../../store/export-cursor.ts';
import { layoutOf } from '../../../store/layout.ts';
import { productVersion } from '../../../store/product.ts';
import type { CliContext } from '../context.ts';

const BATCH = 200;

/**
 * Sends what was not sent yet; returns how many records. How far it came is kept after each batch: what is interrupted is
 * sent again, so that nothing is lost. Rejects where the collector does not take them.
 */
export async function shipRest(
  collector: Collector,
  shipper: Shipper,
  { env }: Pick<CliContext, 'env'>,
): Promise<number> {
  const layout = layoutOf(env);
  let sent = 0;
  let batch: AuditRecord[] = [];
  let cursor: Cursor | undefined;
  const flush = async () => {
    if (cursor === undefined) return;
    if (batch.length > 0) await shipper.send(batch);
    writeExportCursor(layout, collector.endpoint, cursor);
    sent += batch.length;
    batch = [];
    cursor = undefined;
  };
  for (const tailed of recordsBehind(readExportCursor(layout, collector.endpoint), layout)) {
    const record = parseRecord(tailed.value);
    if (record !== undefined) batch.push(record);
    cursor = tailed.cursor;
    if (batch.length === BATCH) await flush();
  }
  await flush();
  return sent;
}

interface OtlpBundle {
  readonly openShipper: typeof openShipper;
}

export function shipperFor(collector: Collector): Shipper {
  // by an absolute path, so that Node.js loads it: its libraries `import()`, which code that is kept cannot
  const bundle = require(join(__dirname, 'otlp.cjs')) as OtlpBundle;
  return bundle.openShipper(collector, productVersion());
}
