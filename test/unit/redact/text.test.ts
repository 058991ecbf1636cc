import { describe, expect, test } from 'vitest';
import { KINDS, type Kind } from '../../../src/redact/kinds.ts';
import { redactText } from '../../../src/redact/redact.ts';
import { HARMLESS, PERSONAL, SECRETS } from './samples.ts';

function expectHidden([, text = '', ...hidden]: readonly string[], kinds: readonly Kind[]): void {
  const redacted = redactText(text, { kinds });
  for (const part of hidden) {
    expect(text).toContain(part);
    expect(redacted).not.toContain(part);
  }
  expect(redacted).toHaveLength(text.length);
}

describe('secrets', () => {
  test.each(SECRETS)('%s', (...sample) => {
    expectHidden(sample, ['SECRET']);
    expectHidden(sample, KINDS);
  });

  test.each(HARMLESS)('stays: %s', (text) => {
    expect(redactText(text, { kinds: ['SECRET'] })).toBe(text);
  });

  test('what stands around a secret stays', () => {
    expect(redactText('mysql --password hunter2horse db')).toBe('mysql --password hu********se db');
    expect(redactText('{"password":"hunter2horse","n":1}')).toBe('{"password":"hu********se","n":1}');
    expect(redactText('GET /cb?access_token=hunter2horse&user=bob')).toBe('GET /cb?access_token=hu********se&user=bob');
    expect(redactText('https://bob:hunter2horse@git.test', { kinds: ['SECRET'] })).toBe(
      'https://bob:hu********se@git.test',
    );
    expect(redactText('Authorization: Bearer abcdefgh')).toBe('Authorization: Bearer ab****gh');
  });

  test('what follows a key that is cut off stays but for one line', () => {
    const [, text = ''] = SECRETS.find(([label]) => label === 'private key, cut off') ?? [];
    expect(redactText(`${text}\nshort\nnext line\nshort`)).toMatch(/\n\*{5}\nnext line\nshort$/);
    expect(redactText(`${text}\n(not a key)\nafter`)).toMatch(/\n\(not a key\)\nafter$/);
  });
});

describe.each(Object.entries(PERSONAL))('%s', (name, { hits, misses }) => {
  const kinds = [name as Kind];
  test.each(hits)('%s', (...sample) => {
    expectHidden(sample, kinds);
    expectHidden(sample, KINDS);
  });

  test.each(misses)('stays: %s', (text) => {
    expect(redactText(text, { kinds })).toBe(text);
  });

  test('only what was asked for', () => {
    for (const [, text] of hits)
      expect(redactText(text, { kinds: ['PASSPORT'].includes(name) ? ['SSN'] : ['PASSPORT'] })).toBe(text);
  });
});

describe('the mask', () => {
  const custom = [{ name: 'x', pattern: { source: 'x+', flags: '', linear: true, written: 'x+' } }];
  test.each([
    ['x', '*'],
    ['xxxx', '****'],
    ['xxxxx', 'xx*xx'],
    ['a xxxxxx b', 'a xx**xx b'],
  ])('%s', (text, expected) => {
    expect(redactText(text, { kinds: ['CUSTOM'], custom })).toBe(expected);
  });

  test('finds that overlap are one', () => {
    const both = [...custom, { name: 'y', pattern: { source: 'xy+', flags: '', linear: true, written: 'xy+' } }];
    expect(redactText('xxxyyy', { kinds: ['CUSTOM'], custom: both })).toBe('xx**yy');
  });

  test('wide characters are not cut', () => {
    const wide = { name: 'w', pattern: { source: '<[^>]+>', flags: 'u', linear: true, written: '' } };
    expect(redactText('<😀😀😀>', { custom: [wide] })).toBe('********');
  });

  test('a custom pattern needs its kind', () => {
    expect(redactText('xxxxx', { kinds: ['SECRET'], custom })).toBe('xxxxx');
  });
});

test('many finds, long texts: all of it', () => {
  const text = 'john@corp.example '.repeat(10_000);
  expect(redactText(text)).not.toContain('john@corp');
});

test.each([
  'ghp_',
  'sk-',
  'eyJ-',
  'token=',
  'password="',
  '://a:',
  'a@a.',
  '-----BEGIN PRIVATE KEY-----',
  '1 ',
  '1.',
  '+1 ',
  'DE89 ',
  '"key":',
  '-u a:',
])('time is linear in a text full of %j', (piece) => {
  const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
  expect(redactText(text)).toHaveLength(text.length);
});
