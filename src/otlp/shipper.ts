import { type AnyValueMap, SeverityNumber } from '@opentelemetry/api-logs';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { LoggerProvider, type ReadableLogRecord } from '@opentelemetry/sdk-logs';
import { type OutcomeWord, outcomeWord } from '../report/outcome-word.ts';
import { type AuditRecord, commandText } from '../report/record.ts';

export interface Collector {
  /** without `/v1/logs` */
  readonly endpoint: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface Shipper {
  /** Rejects where the collector did not take all of them. */
  send(records: readonly AuditRecord[]): Promise<void>;
  close(): Promise<void>;
}

/** Sends records as OpenTelemetry log records, OTLP over HTTP in JSON. */
export function openShipper({ endpoint, headers = {} }: Collector, version: string): Shipper {
  const exporter = new OTLPLogExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/logs`, headers: { ...headers } });
  let made: ReadableLogRecord[] = [];
  const provider = new LoggerProvider({
    resource: resourceFromAttributes({ 'service.name': 'safeshell', 'service.version': version }),
    processors: [{ onEmit: (record) => void made.push(record), forceFlush: async () => {}, shutdown: async () => {} }],
  });
  const logger = provider.getLogger('safeshell.audit', '1');
  return {
    async send(records) {
      made = [];
      for (const record of records) logger.emit(logRecord(record));
      await exported(exporter, made);
    },
    close: () => exporter.shutdown(),
  };
}

function exported(exporter: OTLPLogExporter, records: ReadableLogRecord[]): Promise<void> {
  return new Promise((resolve, reject) => {
    exporter.export(records, ({ code, error }) => {
      if (code === 0) resolve();
      else reject(error ?? new Error('the collector did not take the records'));
    });
  });
}

function logRecord(record: AuditRecord) {
  const at = new Date(record.time);
  const word = record.type === 'outcome' ? outcomeWord(record) : undefined;
  return {
    eventName: `safeshell.${record.type}`,
    timestamp: at,
    observedTimestamp: at,
    severityNumber: word !== undefined && STOPPED.has(word) ? SeverityNumber.WARN : SeverityNumber.INFO,
    severityText: word !== undefined && STOPPED.has(word) ? 'WARN' : 'INFO',
    body: record.type === 'outcome' ? commandText(record) : `ended with ${record.signal ?? record.status ?? 'nothing'}`,
    attributes: attributesOf(record, word),
  };
}

const STOPPED: ReadonlySet<OutcomeWord> = new Set(['denied', 'said-no', 'refused']);

/** The fields of the record under the names that they have there, but for what was asked, which is the body. */
function attributesOf(record: AuditRecord, word: OutcomeWord | undefined): AnyValueMap {
  const { action: _asked, outcome, time: _time, ...fields } = { action: undefined, outcome: undefined, ...record };
  const settled = Object.entries(outcome ?? {}).filter(([name]) => name !== 'kind');
  const all = [
    ...Object.entries(fields),
    ...settled.map(([name, value]) => [`outcome.${name}`, value] as const),
    ['outcome', word] as const,
  ];
  const known = all.filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(known.map(([name, value]) => [`safeshell.${name}`, plain(value)]));
}

function plain(value: unknown): string | number | boolean | string[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : JSON.stringify(value);
}
