import { describe, expect, test } from 'vitest';
import {
  type Address,
  anyHosts,
  canonicalHost,
  copyHosts,
  type Destination,
  hostAlone,
  hostOf,
  isLoopback,
  webHosts,
} from '../../../src/grammar/address.ts';

/** `host:port`, `unknown` or '' for none. */
function written(found: readonly Destination[]): string {
  const one = ({ host, port }: Address) => (port === undefined ? host : `${host} ${port}`);
  return found.map((each) => (each === 'unknown' ? each : one(each))).join(', ');
}

describe('one host has one spelling', () => {
  test.each([
    ['GitHub.COM', 'github.com'],
    ['github.com.', 'github.com'],
    ['ｇithub.com', 'github.com'],
    ['git%68ub.com', 'github.com'],
    ['gıthub.com', 'xn--gthub-n4a.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['my_host', 'my_host'],
    ['2130706433', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['[::1]', '::1'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['[::ffff:127.0.0.1]', '127.0.0.1'],
    ['[fe80::1%25eth0]', 'fe80::1'],
    ['1.2.3.4.5', undefined],
    ['a b', undefined],
    ['a\\b', undefined],
    ['{a,b}.example', undefined],
    ['', undefined],
  ])('%s', (text, host) => expect(canonicalHost(text)).toBe(host));
});

describe('what is fetched', () => {
  test.each([
    ['https://u:p@h.example:1/x?y', 'h.example 1'],
    ['github.com/a', 'github.com'],
    ['https:/github.com', 'github.com 443'],
    ['https:\\\\evil.example', 'evil.example 443'],
    ['https://github.com@evil.example/', 'evil.example 443'],
    ['github.com@evil.example', 'evil.example'],
    ['https://evil.example\\@github.com/', 'unknown'],
    ['https://evil.example?@github.com/', 'unknown'],
    ['https://evil.example#@github.com', 'unknown'],
    ['https://a@evil.example@github.com', 'unknown'],
    ['https://github.com/x?next=a@evil.example', 'github.com 443'],
    ['https://{github.com,evil.example}/', 'unknown'],
    ['https://github.com\0', 'unknown'],
    ['https://github.com/\0', 'github.com 443'],
    ['\0', 'unknown'],
    ['file:///etc/passwd', ''],
    ['-', ''],
    ['http://[::1]:80/', '::1 80'],
  ])('%s', (text, hosts) => expect(written(webHosts(text))).toBe(hosts));
});

describe('what is copied', () => {
  test.each([
    ['git@h:a/b', 'h 22'],
    ['host:a', 'host 22'],
    ['host::module', 'host 22'],
    ['./host:a', ''],
    ['dir/x:y', ''],
    ['[::1]:a', '::1 22'],
    ['rsync://h/x', 'h 873'],
    [':a', ''],
    ['\0', 'unknown'],
    ['./\0', ''],
    ['host:\0', 'host 22'],
  ])('%s', (text, hosts) => expect(written(copyHosts(text))).toBe(hosts));
});

test.each([
  ['me@h', 'h'],
  ['h:22', 'h 22'],
  ['ssh://h', 'h 22'],
  ['::1', '::1'],
])('host alone: %s', (text, hosts) => expect(written(hostAlone(text))).toBe(hosts));

describe('the host that the words of any program show', () => {
  test.each([
    ['https://u:p@h.example:1/x?y', 'h.example'],
    ['ssh://git@h/x', 'h'],
    ['git@h:a/b', 'h'],
    ['http://[::1]:80/', '::1'],
    ['s3://bucket/key', 'bucket'],
    ['HEAD:main', undefined],
    ['a@b.example', undefined],
    ['./a:b', undefined],
    ['', undefined],
  ])('%s', (word, host) => expect(hostOf(word)).toBe(host));

  test('a word of which nothing is known shows none', () => expect(written(anyHosts('\0'))).toBe(''));
});

test.each(['localhost', '127.0.0.1', '::1', 'app.localhost', '0.0.0.0'])('%s is this machine', (host) =>
  expect(isLoopback(host)).toBe(true),
);
test.each(['localhost.example', '1270.0.0.1', 'example'])('%s is another', (host) =>
  expect(isLoopback(host)).toBe(false),
);
