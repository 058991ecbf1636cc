import { describe, expect, test } from 'vitest';
import { mayHoldPrivate } from '../../../src/redact/hint.ts';
import { PRIVATE_KINDS } from '../../../src/redact/kinds.ts';
import { redactText } from '../../../src/redact/redact.ts';
import { PERSONAL, SECRETS } from './samples.ts';

describe('the hint', () => {
  const samples = [...SECRETS, ...PRIVATE_KINDS.flatMap((kind) => PERSONAL[kind]?.hits ?? [])];
  test.each(samples)('sees %s', (_label, text) => {
    const alone = text.replace('token: is it? ', '');
    expect(redactText(alone, { kinds: PRIVATE_KINDS })).not.toBe(alone);
    expect(mayHoldPrivate(alone)).toBe(true);
  });

  test.each(['git status', 'ls -la src', 'npm run build', 'rm -rf node_modules', 'git commit -m "mend it"'])(
    'spares %s',
    (text) => {
      expect(mayHoldPrivate(text)).toBe(false);
    },
  );
});
