import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linesOf } from '../../../src/transcripts/records.ts';
import { callsIn, sessionFiles, type Wanted } from '../../../src/transcripts/sessions.ts';
import { columnsOf } from '../../../src/transcripts/sqlite-row.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sessions-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const DATABASE = join(import.meta.dirname, '../../tables/transcripts/opencode');

function file(name: string, text: string | Buffer): string {
  const path = join(home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function database(): string {
  const path = file('.local/share/opencode/opencode.db', '');
  for (const end of ['', '-wal']) copyFileSync(join(DATABASE, `opencode.db${end}`), `${path}${end}`);
  return path;
}

/** Claude Code's line of a call of Bash. */
const used = (id: string, command: string, session = 's1') =>
  `${JSON.stringify({ type: 'assistant', uuid: 'u', sessionId: session, cwd: '/repo', message: { content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] } })}\n`;

/** Ids of the calls that are found, by agent, and what was told. */
function read(wanted: Partial<Wanted> = {}) {
  const told: string[] = [];
  const unread = {
    file: (path: string, why: string) => told.push(`${path.replace(`${home}/`, '')}: ${why}`),
    line: (path: string) => told.push(`${path.replace(`${home}/`, '')}: line`),
    call: (path: string) => told.push(`${path}: call`),
  };
  const files = sessionFiles({ paths: [], ...wanted }, { home, env: {} }, unread);
  const calls = files.flatMap((one) => [...callsIn(one, unread)]);
  return { calls: calls.map(({ agent, call }) => `${agent} ${call.id}`).sort(), told };
}

const PROJECT = '.claude/projects/-repo';

test('files of all agents are found where they keep them', () => {
  file(`${PROJECT}/s1.jsonl`, used('a', 'ls'));
  file(`${PROJECT}/s1/subagents/agent-x.jsonl`, used('b', 'ls'));
  file(
    '.codex/sessions/2026/11/01/rollout-1.jsonl',
    '{"type":"session_meta","payload":{"id":"s"}}\n{"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\\"cmd\\":\\"ls\\"}","call_id":"c"}}\n',
  );
  file('.codex/history.jsonl', 'not looked at');
  file(
    '.gemini/tmp/p/chats/session-1.json',
    '{"sessionId":"s","projectHash":"h","messages":[{"toolCalls":[{"id":"d","name":"glob","args":{}}]}]}',
  );
  file('.gemini/tmp/p/logs.json', 'not looked at');
  file(
    '.copilot/session-state/s/events.jsonl',
    '{"type":"session.start","data":{}}\n{"type":"tool.execution_start","data":{"toolCallId":"e","toolName":"bash","arguments":{}}}\n',
  );
  database();
  const { calls, told } = read();
  expect(calls.slice(0, 6)).toEqual(['claude a', 'claude b', 'codex c', 'copilot e', 'gemini d', 'opencode prt_0001']);
  expect(told).toEqual([]);
  expect(read({ agent: 'codex' }).calls).toEqual(['codex c']);
});

describe('what is damaged is told, and the rest is read', () => {
  test.each([
    ['a line that is torn', `${used('a', 'ls')}${used('b', 'ls').slice(0, 140)}`, ['claude a'], [': line']],
    [
      'a line that is no JSON in between',
      `${used('a', 'ls')}{"tool_use" x}\n${used('b', 'ls')}`,
      ['claude a', 'claude b'],
      [': line'],
    ],
    ['a line that is no object', `${used('a', 'ls')}["tool_use"]\n`, ['claude a'], [': line']],
    ['no line break at the end', used('a', 'ls').trimEnd(), ['claude a'], []],
    ['an empty file', '', [], []],
    ['empty lines', `\n\n${used('a', 'ls')}`, ['claude a'], []],
    ['a file that is no JSON', 'PK\0\0\n"tool_use"\n', [], [': it is no file of JSON lines']],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x0a, 0xff]), [], [': it is no file of JSON lines']],
  ])('%s', (_name, text, calls, told) => {
    file(`${PROJECT}/s1.jsonl`, text);
    expect(read()).toEqual({ calls, told: told.map((one) => `${PROJECT}/s1.jsonl${one}`) });
  });

  test('a whole file of JSON that is none, and one that is compressed', () => {
    file('.gemini/tmp/p/chats/session-1.json', '{"sessionId":');
    file('.codex/sessions/2026/11/01/rollout-1.jsonl.zst', '');
    expect(read().told.sort()).toEqual([
      '.codex/sessions/2026/11/01/rollout-1.jsonl.zst: it is compressed',
      '.gemini/tmp/p/chats/session-1.json: it is no JSON object',
    ]);
  });
});

test('a line that is too long is passed by', () => {
  const path = file('long.jsonl', '');
  writeFileSync(path, Buffer.concat([Buffer.from('a\n'), Buffer.alloc((64 << 20) + 1, 'x'), Buffer.from('\nb')]));
  expect([...linesOf(path)]).toEqual([{ text: 'a' }, 'too long', { text: 'b' }]);
});

test('links to folders are not followed, those to files are, and each file counts once', () => {
  file(`${PROJECT}/s1.jsonl`, used('a', 'ls'));
  const kept = file('elsewhere.jsonl', used('b', 'ls'));
  symlinkSync('..', join(home, PROJECT, 'loop'));
  symlinkSync(kept, join(home, PROJECT, 's2.jsonl'));
  symlinkSync('nowhere', join(home, PROJECT, 's3.jsonl'));
  mkdirSync(join(home, PROJECT, 's4.jsonl'));
  expect(read()).toEqual({ calls: ['claude a', 'claude b'], told: [] });
  const folder = join(home, PROJECT);
  expect(read({ paths: [folder, join(folder, 's1.jsonl')] }).calls).toEqual(['claude a', 'claude b']);
});

test('whose sessions are in files that are named, they tell', () => {
  const claude = file('x/one.jsonl', `{"type":"last-prompt"}\n${used('a', 'ls')}`);
  file(
    'x/two.jsonl',
    '{"type":"session_meta","payload":{"id":"s"}}\n{"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\\"cmd\\":\\"ls\\"}","call_id":"c"}}\n',
  );
  const strange = file('x/three.jsonl', '{"role":"user"}\n');
  copyFileSync(database(), join(home, 'x/any.db'));
  const { calls, told } = read({ paths: [join(home, 'x')] });
  expect(calls.slice(0, 3)).toEqual(['claude a', 'codex c', 'opencode prt_0001']);
  expect(told).toEqual(['x/three.jsonl: it is of no agent that is known']);
  expect(read({ paths: [claude, strange], agent: 'claude' })).toEqual({ calls: ['claude a'], told: [] });
});

test('what was not written since is not read', () => {
  const path = file(`${PROJECT}/s1.jsonl`, used('a', 'ls'));
  utimesSync(path, 1000, 1000);
  expect(read({ sinceMs: 1_000_000 }).calls).toEqual(['claude a']);
  expect(read({ sinceMs: 1_000_001 }).calls).toEqual([]);
});

describe('a database of SQLite', () => {
  test('its rows are read with what is in its log: added, changed and deleted', () => {
    database();
    const { calls, told } = read();
    const expected = Array.from({ length: 40 }, (_, index) => `opencode prt_${String(index + 1).padStart(4, '0')}`);
    expect(calls).toEqual(expected.filter((id) => id !== 'opencode prt_0002'));
    expect(told).toEqual([]);
  });

  test('without its log it is as it was before', () => {
    rmSync(`${database()}-wal`);
    expect(read().calls).toContain('opencode prt_0002');
  });

  test.each([
    ['is none', 0, 'it ends too early'],
    ['ends in the middle', 4000, 'it is damaged'],
  ])('one that %s is told', (_name, bytes, why) => {
    const path = database();
    rmSync(`${path}-wal`);
    truncateSync(path, bytes);
    expect(read().told).toEqual([`.local/share/opencode/opencode.db: ${why}`]);
  });

  test('no bytes of it, whatever they are, end in more than a word', () => {
    const path = database();
    rmSync(`${path}-wal`);
    const whole = Buffer.from(readFileSync(path));
    for (let at = 16; at < whole.length; at += 7) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 0xff;
      writeFileSync(path, bytes);
      expect(() => read()).not.toThrow();
    }
  });

  test('names of columns', () => {
    const sql =
      'CREATE TABLE "a" (`id` text PRIMARY KEY, "b,c" int DEFAULT (1, 2), [d] x CHECK (d > \',\'), e, CONSTRAINT `k` FOREIGN KEY (`id`) REFERENCES x(`y`), "unique" z)';
    expect(columnsOf(sql)).toEqual(['id', 'b,c', 'd', 'e', 'unique']);
  });
});
