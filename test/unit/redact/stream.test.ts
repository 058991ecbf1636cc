import { describe, expect, test } from 'vitest';
import { redactText } from '../../../src/redact/redact.ts';
import { createRedactor } from '../../../src/redact/redactor.ts';
import { PERSONAL, type Sample, SECRETS } from './samples.ts';

const SAMPLES: readonly Sample[] = [...SECRETS, ...Object.values(PERSONAL).flatMap(({ hits }) => hits)];
const AFTER = '\nthe end of it\n';

/** Bytes as a string of one character each. */
const bytesOf = (text: string) => Buffer.from(text).toString('latin1');

function throughPieces(pieces: readonly (Uint8Array | string)[], options = {}): string {
  const redactor = createRedactor(options);
  const out = pieces.map((piece) => redactor.write(piece));
  return Buffer.concat([...out, redactor.end()]).toString('latin1');
}

describe('wherever it is cut, the result is the same', () => {
  test.each(SAMPLES)('in two: %s', (_label, text) => {
    for (const whole of [text, `before\nand ${text}`, `${text}${AFTER}`]) {
      const bytes = Buffer.from(whole);
      const expected = redactText(bytesOf(whole));
      for (let at = 0; at <= bytes.length; at++) {
        expect(throughPieces([bytes.subarray(0, at), bytes.subarray(at)])).toBe(expected);
      }
    }
  });

  test.each(SAMPLES)('byte by byte: %s', (_label, text) => {
    const bytes = Buffer.from(`${text}${AFTER}`);
    expect(throughPieces(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toBe(redactText(bytes.toString('latin1')));
  });

  test('in a long line', () => {
    for (const [, text, ...hidden] of SAMPLES.filter(([, sample]) => !sample.includes('\n'))) {
      const line = `${'word '.repeat(2000)}${text}${' word'.repeat(2000)}`;
      const redacted = throughPieces(line.match(/.{1,777}/gsu) ?? []);
      for (const part of hidden) expect(redacted).not.toContain(bytesOf(part));
    }
  });

  test('in a line without blanks', () => {
    const token = `ghp_${'a1B2c3D4'.repeat(5)}`;
    const line = `${'x;'.repeat(6000)}${token}${';x'.repeat(6000)}`;
    expect(throughPieces(line.match(/.{1,777}/gs) ?? [])).not.toContain(token);
    expect(throughPieces([line])).toBe(redactText(line));
  });
});

describe('a secret longer than what waits', () => {
  test.each([
    ['a token', `TOKEN=${'aB3'.repeat(20_000)}`, 'aB3aB3'],
    [
      'a key on one line',
      `-----BEGIN PRIVATE KEY-----\\n${'aB3'.repeat(20_000)}\\n-----END PRIVATE KEY-----`,
      'aB3aB3',
    ],
    [
      'a key of many lines',
      `-----BEGIN PRIVATE KEY-----\n${`${'aB3'.repeat(21)}\n`.repeat(1000)}-----END PRIVATE KEY-----`,
      'aB3aB3',
    ],
  ])('%s', (_label, secret, part) => {
    for (const size of [100, 4096, 5000, 65_536]) {
      const pieces = `${secret}\nafter\n`.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      const redacted = throughPieces(pieces);
      expect(redacted).not.toContain(part);
      expect(redacted.endsWith('\nafter\n')).toBe(true);
    }
  });
});

describe('bytes', () => {
  test('any bytes pass, but for what is masked', () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_none, at) => (at * at * 31 + (at >> 7) * 7) & 255));
    const redacted = Buffer.from(throughPieces([bytes.subarray(0, 70_001), bytes.subarray(70_001)]), 'latin1');
    expect(redacted).toHaveLength(bytes.length);
    for (const [at, byte] of redacted.entries()) if (byte !== bytes[at]) expect(byte).toBe(42);
    const changed = redacted.filter((byte, at) => byte !== bytes[at]).length;
    expect(changed).toBeLessThan(bytes.length / 1000);
  });

  test('text of other languages, NUL and broken UTF-8 pass', () => {
    const bytes = Buffer.concat([Buffer.from('пример 例 😀\0\r\n'), Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x80, 0x0a])]);
    for (let at = 0; at <= bytes.length; at++) {
      expect(throughPieces([bytes.subarray(0, at), bytes.subarray(at)])).toBe(bytes.toString('latin1'));
    }
  });

  test('a secret among bytes that are no text', () => {
    const token = `ghp_${'a1B2c3D4'.repeat(5)}`;
    const bytes = Buffer.concat([Buffer.alloc(9000, 0xfe), Buffer.from(`\0${token}\0`), Buffer.alloc(9000, 0x80)]);
    const redacted = throughPieces([bytes.subarray(0, 9020), bytes.subarray(9020)]);
    expect(redacted).not.toContain(token);
    expect(redacted).toHaveLength(bytes.length);
  });

  test('what the caller hands in stays', () => {
    const chunk = Buffer.from('PASSWORD=hunter2horse\n');
    const copy = Buffer.from(chunk);
    createRedactor().write(chunk);
    expect(chunk).toEqual(copy);
  });
});

describe('what waits', () => {
  const written = (...pieces: readonly string[]) => {
    const redactor = createRedactor();
    return pieces.map((piece) => Buffer.from(redactor.write(piece)).toString()).at(-1);
  };

  test.each([
    ['whole lines do not', 'one\ntwo\n', 'one\ntwo\n'],
    ['words that are over do not', 'Is it so? Go', 'Is it so? '],
    ['a progress bar does not', 'done 45%\r', 'done 45%\r'],
    ['a number in groups does', 'card 4111 1111 ', 'card '],
    ['an option does', 'run --password ', 'run '],
    ['a name does', 'set DB_PASSWORD = ', 'set '],
    ['a header does', 'x Authorization: Bearer ', 'x '],
  ])('%s', (_label, text, out) => {
    expect(written(text)).toBe(out);
  });

  test('idle sends it; what proves to be the rest of a secret is masked all the same', () => {
    // what makes a password of a URL's user comes after it
    for (const [, text, ...hidden] of SAMPLES.filter(([label]) => !label.startsWith('URL'))) {
      const bytes = Buffer.from(`${text}${AFTER}`);
      for (let at = 1; at < bytes.length; at += 3) {
        const redactor = createRedactor();
        const parts = [redactor.write(bytes.subarray(0, at)), redactor.idle()];
        expect(Buffer.concat(parts)).toHaveLength(at);
        parts.push(redactor.write(bytes.subarray(at)), redactor.end());
        const redacted = Buffer.concat(parts).toString('latin1');
        expect(redacted).toHaveLength(bytes.length);
        for (const part of hidden) expect(redacted).not.toContain(bytesOf(part));
      }
    }
  });

  test('custom patterns see whole lines', () => {
    const pattern = { source: 'one two three', flags: '', linear: true, written: '' };
    const redacted = throughPieces(['a one tw', 'o three b\n'], { custom: [{ name: 'x', pattern }] });
    expect(redacted).toBe('a on*********ee b\n');
  });
});
