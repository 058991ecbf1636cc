// Bytes through the redactor, as the shim puts them through it.

import { randomBytes } from 'node:crypto';
import { build } from 'esbuild';

const CHUNK = 65_536;

async function load() {
  const options = { bundle: true, format: 'esm', platform: 'node', write: false, logLevel: 'error' };
  const { outputFiles } = await build({ ...options, entryPoints: ['src/redact/redactor.ts'] });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

function logLine(at) {
  const id = randomBytes(8).toString('hex');
  const time = `2024-01-15T10:${String(at % 60).padStart(2, '0')}:30.123Z`;
  const mail = at % 500 === 0 ? ` user=u${at}@example.com` : '';
  const token = at % 1000 === 0 ? ` token=ghp_${randomBytes(18).toString('hex')}` : '';
  return `${time} INFO [worker-${at % 16}] request_id=${id} GET /api/v1/users/${(at * 7919) % 100_000}?page=${at % 9} status=200 duration=${at % 300}ms${mail}${token} msg="the quick brown fox jumps over the lazy dog"`;
}

/** Some megabytes of each kind of output; sent round and round. */
const CONTENTS = {
  log: () => Buffer.from(Array.from({ length: 40_000 }, (_none, at) => logLine(at)).join('\n')),
  numbers: () =>
    Buffer.from(Array.from({ length: 300_000 }, (_none, at) => ((at * 104_729) % 1_000_003) / 100).join(',')),
  base64: () =>
    Buffer.from(
      randomBytes(6e6)
        .toString('base64')
        .replace(/(.{76})/g, '$1\n'),
    ),
  binary: () => randomBytes(8e6),
};

/** Megabytes for each second of processor time, and by how many the process grew. */
export async function benchRedact({ quick }) {
  const { createRedactor } = await load();
  const rows = [];
  for (const [name, make] of Object.entries(CONTENTS)) {
    const content = make();
    const total = quick ? 100e6 : 1e9;
    rows.push({
      name,
      all: pass(createRedactor(), content, total),
      secrets: pass(createRedactor({ kinds: ['SECRET'] }), content, total),
    });
  }
  return { markdown: table(rows), rows };
}

function table(rows) {
  const lines = rows.map(({ name, all, secrets }) => {
    const speeds = [all.speed, secrets.speed].map((speed) => `${speed.toFixed(0)} MB/s`);
    return `| ${name} | ${speeds.join(' | ')} | ${Math.max(all.grownMb, secrets.grownMb).toFixed(0)} MB |`;
  });
  return ['| content | all kinds | secrets alone | memory grew by |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

function pass(redactor, content, total) {
  const before = process.memoryUsage().rss;
  const started = process.cpuUsage();
  let sent = 0;
  for (let at = 0; sent < total; at = at + CHUNK < content.length ? at + CHUNK : 0) {
    const chunk = content.subarray(at, at + CHUNK);
    redactor.write(chunk);
    sent += chunk.length;
  }
  redactor.end();
  const { user, system } = process.cpuUsage(started);
  const seconds = (user + system) / 1e6;
  return { speed: sent / 1e6 / seconds, grownMb: (process.memoryUsage().rss - before) / 1e6 };
}
