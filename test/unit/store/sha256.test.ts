import { createHash } from 'node:crypto';
import fc from 'fast-check';
import '../../support/seed.ts';
import { expect, test } from 'vitest';
import { sha256 } from '../../../src/store/sha256.ts';

const reference = (text: string) => createHash('sha256').update(text).digest('hex');

test('around the length of a block', () => {
  for (let length = 0; length <= 200; length++) {
    const text = 'aé\u{1F600}'.repeat(length).slice(0, length);
    expect(sha256(text)).toBe(reference(text));
  }
});

test('of any text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 5000 }), (text) => sha256(text) === reference(text)));
});
