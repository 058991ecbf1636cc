import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/model/request.ts';
import { redactJson, redactText } from '../../../src/redact/redact.ts';

describe('redactJson', () => {
  test('texts at any depth, nothing else, and a copy', () => {
    const input = {
      to: 'john@corp.example',
      list: [{ ssn: 'is 123-45-6789' }, 7, null, true, ['4111 1111 1111 1111']],
      'john@corp.example': 'a name stays',
    };
    const before = JSON.stringify(input);
    const redacted = redactJson(input);
    expect(redacted).toEqual({
      to: 'jo*************le',
      list: [{ ssn: 'is 12*******89' }, 7, null, true, ['41***************11']],
      'john@corp.example': 'a name stays',
    });
    expect(JSON.stringify(input)).toBe(before);
  });

  test('a field that is called a secret is one, a reference to one is not', () => {
    expect(redactJson({ password: 'abc', apiKey: 'hunter2horse', token: '$TOKEN', tokenType: 'bearer-like' })).toEqual({
      password: '***',
      apiKey: 'hu********se',
      token: '$TOKEN',
      tokenType: 'bearer-like',
    });
  });

  test('the word after an option', () => {
    const argv = ['mysql', '--password', 'hunter2horse', '--host', 'hunter2horse', '-p', 'x'];
    expect(redactJson(argv, { kinds: ['SECRET'] })).toEqual(argv.with(2, 'hu********se'));
    expect(redactJson(argv, { kinds: ['SSN'] })).toEqual(argv);
    expect(redactJson(['curl', '-u', 'admin:hunter2horse'])).toEqual(['curl', '-u', 'admin:hu********se']);
    expect(redactJson(['x', '--passphrase', 'correct horse battery'])).toEqual([
      'x',
      '--passphrase',
      'co*****************ry',
    ]);
  });

  test('what is nested too deep is left out, and does not exhaust the stack', () => {
    let value: Json = 'john@corp.example';
    for (let depth = 0; depth < 100_000; depth++) value = [value];
    expect(JSON.stringify(redactJson(value))).toBe(`${'['.repeat(20)}"****"${']'.repeat(20)}`);
  });

  test('hostile field names', () => {
    const redacted = redactJson(JSON.parse('{"__proto__":{"password":"hunter2horse"},"constructor":"x"}'));
    expect(JSON.stringify(redacted)).toBe('{"__proto__":{"password":"hu********se"},"constructor":"x"}');
    expect(redactText('')).toBe('');
  });
});
