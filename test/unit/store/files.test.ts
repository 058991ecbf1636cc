import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendLine, readRecords } from '../../../src/store/append.ts';
import { writeFileAtomic } from '../../../src/store/atomic-file.ts';
import { type AuditEntry, appendAudit, auditLine } from '../../../src/store/audit.ts';
import { isIntact } from '../../../src/store/audit-read.ts';
import { layoutOf, sessionFolder } from '../../../src/store/layout.ts';
import { openTrust } from '../../../src/store/trust.ts';
import { isRecord } from '../../../src/util/guards.ts';

let root = '';
const at = (path: string) => join(root, path);
const mode = (path: string) => statSync(at(path)).mode & 0o777;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'temporary-store-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('layout', () => {
  test('defaults below HOME', () => {
    const layout = layoutOf({ HOME: '/home/u' });
    expect(layout.user.exceptions).toBe('/home/u/.config/safeshell/rules/exceptions.yaml');
    expect(layout.cache.policies).toBe('/home/u/.cache/safeshell/policy');
    expect(layout.state.audit).toBe('/home/u/.local/state/safeshell/audit');
    expect(layout.data.shims).toBe('/home/u/.local/share/safeshell/shims');
    expect(layout.managed.rules).toBe('/etc/safeshell/rules');
  });

  test('XDG variables count, relative ones do not', () => {
    const layout = layoutOf({ HOME: '/home/u', XDG_CONFIG_HOME: '/cfg', XDG_STATE_HOME: 'state' });
    expect(layout.user.settings).toBe('/cfg/safeshell/config.yaml');
    expect(layout.state.root).toBe('/home/u/.local/state/safeshell');
  });

  test.each([['abc-1.2'], ['0f']])('session %s is its own folder', (id) =>
    expect(sessionFolder(layoutOf({ HOME: '/h' }), id)).toBe(`/h/.local/state/safeshell/sessions/${id}`),
  );

  test.each(['../../x', '', '.', '..', 'a/b', 'x\0', 'é', 'x'.repeat(101)])(
    'session %j cannot leave its folder',
    (id) => expect(sessionFolder(layoutOf({ HOME: '/h' }), id)).toMatch(/\/sessions\/sha256-[\da-f]{64}$/),
  );
});

describe('an atomic file', () => {
  test('is whole, private, and leaves nothing beside it', () => {
    writeFileAtomic(at('a/b/file'), 'one');
    writeFileAtomic(at('a/b/file'), 'two');
    expect(readFileSync(at('a/b/file'), 'utf8')).toBe('two');
    expect(readdirSync(at('a/b'))).toEqual(['file']);
    expect([mode('a'), mode('a/b'), mode('a/b/file')]).toEqual([0o700, 0o700, 0o600]);
  });

  test('that cannot be put in place leaves the old one and no rest', () => {
    mkdirSync(at('taken/below'), { recursive: true });
    expect(() => writeFileAtomic(at('taken'), 'x')).toThrow();
    expect(readdirSync(root)).toEqual(['taken']);
  });
});

describe('appended lines', () => {
  test('a line is whole even where somebody was killed within another just before it', () => {
    const file = at('glued.jsonl');
    appendLine(file, '{"n":1}');
    const killedBefore = (descriptor: number, bytes: Uint8Array) => {
      appendFileSync(file, '{"torn":');
      return writeSync(descriptor, bytes);
    };
    let calls = 0;
    appendLine(file, '{"n":2}', ((descriptor: number, bytes: Uint8Array) =>
      calls++ === 0 ? killedBefore(descriptor, bytes) : writeSync(descriptor, bytes)) as typeof writeSync);
    appendLine(file, '{"n":3}');
    expect(readRecords(file, isRecord)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  test('come back in order, without torn and foreign ones', () => {
    const file = at('log/x.jsonl');
    appendLine(file, '{"n":1}');
    writeFileSync(file, '{"torn":', { flag: 'a' });
    appendLine(file, '{"n":2}');
    appendLine(file, '[3]');
    writeFileSync(file, '{"n":4}', { flag: 'a' });
    expect(readRecords(file, isRecord)).toEqual([{ n: 1 }, { n: 2 }]);
    expect(mode('log/x.jsonl')).toBe(0o600);
  });

  test('of a file that is missing are none', () => expect(readRecords(at('none'), isRecord)).toEqual([]));

  test('do not follow a planted link', () => {
    symlinkSync(at('elsewhere'), at('link'));
    expect(() => appendLine(at('link'), 'x')).toThrow();
    expect(readdirSync(root)).toEqual(['link']);
  });

  test('of several processes at once, one of them killed, are all whole', async () => {
    const module = fileURLToPath(new URL('../../../src/store/append.ts', import.meta.url));
    await build({ entryPoints: [module], outfile: at('append.cjs'), bundle: true, platform: 'node', format: 'cjs' });
    const code = `const { appendLine } = require(${JSON.stringify(at('append.cjs'))});
      for (let i = 0; i !== Number(process.argv[2]); i++) {
        appendLine(process.argv[1], JSON.stringify({ who: process.argv[2], pad: 'x'.repeat(500) }));
        if (i === 0) process.stdout.write('begun');
      }`;
    const writer = (count: number) =>
      spawn(process.execPath, ['-e', code, at('many'), `${count}`], { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = (child: ChildProcess) => once(child, 'exit');
    const endless = writer(-1);
    await once(endless.stdout, 'data');
    await Promise.all([201, 202, 203].map((count) => ended(writer(count))));
    endless.kill('SIGKILL');
    await ended(endless);
    const whole = readRecords(at('many'), isRecord);
    for (const count of [201, 202, 203]) expect(whole.filter(({ who }) => who === `${count}`)).toHaveLength(count);
    expect(whole.length).toBeGreaterThan(606);
  });
});

describe('trust', () => {
  test('is of one content in one place', () => {
    const trust = openTrust(at('state/trust.json'));
    writeFileSync(at('rules.yaml'), 'a');
    symlinkSync(at('rules.yaml'), at('link.yaml'));
    expect(trust.isTrusted(at('rules.yaml'), 'a')).toBe(false);
    trust.trust(at('link.yaml'), 'a');
    expect(trust.isTrusted(at('rules.yaml'), 'a')).toBe(true);
    expect(trust.isTrusted(at('rules.yaml'), 'b')).toBe(false);
    expect(trust.isTrusted(at('other.yaml'), 'a')).toBe(false);
    expect(trust.untrust(at('rules.yaml'))).toBe(true);
    expect(trust.untrust(at('rules.yaml'))).toBe(false);
    expect(trust.isTrusted(at('link.yaml'), 'a')).toBe(false);
  });

  test.each([
    '',
    'null',
    '[]',
    '{"version":2,"files":{}}',
    '{"version":1,"files":{"/x":"abc"}}',
    '{"version":1,"files":{"/x":{"toString":1}}}',
    '{"version":1,"files":["/x"]}',
  ])('of a spoilt file is none: %s', (content) => {
    writeFileSync(at('trust.json'), content);
    expect(openTrust(at('trust.json')).all().size).toBe(0);
  });

  test('a file called __proto__ is like any other', () => {
    const trust = openTrust(at('trust.json'));
    trust.trust('__proto__', 'x');
    expect(trust.isTrusted('__proto__', 'x')).toBe(true);
    expect(trust.isTrusted('toString', 'x')).toBe(false);
  });
});

describe('audit', () => {
  const entry: AuditEntry = {
    epochMs: Date.UTC(2025, 0, 6, 23, 59),
    door: 'shim',
    actor: 'ai',
    cwd: '/repo',
    action: { kind: 'argv', argv: ['git', 'push', '-f'] },
    verdict: 'deny',
    rule: 'git/push-force',
    outcome: { kind: 'refuse', cause: 'denied' },
  };

  test('one line for each outcome, in the file of its day', () => {
    const layout = layoutOf({ HOME: root });
    appendAudit(layout, entry);
    appendAudit(layout, { ...entry, verdict: 'allow' });
    const [first, second, ...more] = readRecords(join(layout.state.audit, '2025-01-06.jsonl'), isRecord);
    expect(first).toMatchObject({ schema: 1, time: '2025-01-06T23:59:00.000Z', rule: 'git/push-force' });
    expect(second).toMatchObject({ verdict: 'allow' });
    expect(more).toEqual([]);
  });

  test('a changed line is noticed', () => {
    const { text: line } = auditLine(entry);
    expect(isIntact(line)).toBe(true);
    expect(isIntact(line.replace('deny', 'allow'))).toBe(false);
    expect(isIntact(line.slice(0, -1))).toBe(false);
    expect(isIntact('{}')).toBe(false);
  });

  test('a huge request is cut', () => {
    const { text: line } = auditLine({ ...entry, action: { kind: 'line', line: 'x'.repeat(100_000) } });
    expect(line.length).toBeLessThan(5000);
    expect(isIntact(line)).toBe(true);
    expect(line).not.toContain('\n');
  });

  test('what cannot be written is said', () => {
    const layout = layoutOf({ HOME: root });
    mkdirSync(layout.state.root, { recursive: true });
    writeFileSync(layout.state.audit, 'in the way');
    expect(() => appendAudit(layout, entry)).toThrow();
  });

  test.skipIf(process.getuid?.() === 0)('also where we may not write', () => {
    chmodSync(root, 0o500);
    expect(() => appendAudit(layoutOf({ HOME: root }), entry)).toThrow();
    chmodSync(root, 0o700);
  });
});
