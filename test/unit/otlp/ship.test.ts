import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openShipper } from '../../../src/otlp/shipper.ts';
import { appendAudit, appendEnd } from '../../../src/store/audit.ts';
import { layoutOf } from '../../../src/store/layout.ts';
import { shipRest } from '../../../src/surfaces/cli/log/ship.ts';
import { START, sampleEntry } from '../../support/audit-records.ts';

interface Received {
  readonly url: string | undefined;
  readonly key: unknown;
  readonly service: unknown;
  readonly records: readonly {
    body: { stringValue: string };
    severityText: string;
    timeUnixNano: string;
    eventName: string;
  }[];
  readonly attributes: readonly Readonly<Record<string, unknown>>[];
}

let root: string;
let server: Server;
let received: Received[];
/** What the collector answers, the last one from then on. */
let answers: number[];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'temporary-otlp-'));
  received = [];
  answers = [200];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const status = (answers.length > 1 ? answers.shift() : answers[0]) ?? 200;
      if (status === 200)
        received.push(readBody(request.url, request.headers['x-key'], Buffer.concat(chunks).toString()));
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(root, { recursive: true, force: true });
});

function readBody(url: string | undefined, key: unknown, text: string): Received {
  const [{ resource, scopeLogs }] = JSON.parse(text).resourceLogs;
  const records = scopeLogs.flatMap(({ logRecords }: { logRecords: unknown[] }) => logRecords);
  return {
    url,
    key,
    service: valuesOf(resource.attributes)['service.name'],
    records,
    attributes: records.map(attributesOf),
  };
}

type KeyValue = { key: string; value: Readonly<Record<string, unknown>> };

function attributesOf({ attributes }: { attributes: readonly KeyValue[] }) {
  return valuesOf(attributes);
}

function valuesOf(attributes: readonly KeyValue[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

const collector = () => ({
  endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  headers: { 'x-key': 'k' },
});
const env = () => ({ HOME: root });
const layout = () => layoutOf(env());
const add = (count: number, from = 0) => {
  for (let at = 0; at < count; at++) appendAudit(layout(), sampleEntry({ session: `s${from + at}` }));
};
async function ship(): Promise<number> {
  const shipper = openShipper(collector(), '1.2.3');
  try {
    return await shipRest(collector(), shipper, { env: env() });
  } finally {
    await shipper.close();
  }
}
const sessions = () => received.flatMap(({ attributes }) => attributes.map((one) => one['safeshell.session']));
const named = (count: number) => Array.from({ length: count }, (_none, at) => `s${at}`);

test('a record becomes a log record of the service', async () => {
  const { hash } = appendAudit(
    layout(),
    sampleEntry({ outcome: { kind: 'refuse', cause: 'said-no', reason: 'not now' } }),
  );
  appendEnd(layout(), { epochMs: START + 5, of: hash, status: 3, durationMs: 5 });
  expect(await ship()).toBe(2);
  const [{ url, key, service, records, attributes } = {} as Received] = received;
  expect([url, key, service]).toEqual(['/v1/logs', 'k', 'safeshell']);
  expect(records.map(({ body, severityText, eventName }) => [body.stringValue, severityText, eventName])).toEqual([
    ['git push --force', 'WARN', 'safeshell.outcome'],
    ['ended with 3', 'INFO', 'safeshell.end'],
  ]);
  expect(BigInt(records[0]?.timeUnixNano ?? 0)).toBe(BigInt(START) * 1_000_000n);
  expect(attributes[0]).toMatchObject({
    'safeshell.rule': 'git/push-force',
    'safeshell.outcome': 'said-no',
    'safeshell.outcome.reason': 'not now',
    'safeshell.hash': hash,
  });
  expect(attributes[0]).not.toHaveProperty('safeshell.action');
  expect(attributes[1]).toMatchObject({ 'safeshell.of': hash });
});

test('each is sent once, and later only what is new', async () => {
  add(450);
  expect(await ship()).toBe(450);
  expect(received.map(({ records }) => records.length)).toEqual([200, 200, 50]);
  add(3, 450);
  expect(await ship()).toBe(3);
  expect(await ship()).toBe(0);
  expect(sessions()).toEqual(named(453));
});

test('what the collector does not take is sent again, and nothing is lost', async () => {
  add(500);
  answers = [200, 400];
  await expect(ship()).rejects.toThrow();
  expect(sessions()).toEqual(named(200));
  answers = [200];
  expect(await ship()).toBe(300);
  expect(sessions()).toEqual(named(500));
});

test('another collector gets all', async () => {
  add(2);
  await ship();
  const other = { ...collector(), endpoint: `${collector().endpoint}other` };
  const shipper = openShipper(other, '1');
  expect(await shipRest(other, shipper, { env: env() })).toBe(2);
  await shipper.close();
  expect(received.at(-1)?.url).toBe('/other/v1/logs');
});
