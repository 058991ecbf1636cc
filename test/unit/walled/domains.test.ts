import { expect, test } from 'vitest';
import { parseSettings } from '../../../src/rules/settings.ts';
import { letThrough, proxyVariables } from '../../../src/walled/domains.ts';
import { boundSockets } from '../../../src/walled/sockets.ts';

const said = (domain: string) =>
  parseSettings(`version: 1\nwall: { domains: [${JSON.stringify(domain)}] }\n`, 'config.yaml');

test.each([
  'example.com',
  'api.example.com:443',
  '*.example.com',
  '*.example.com:8443',
  'xn--bcher-kva.example',
  '10.0.0.7:5432',
  'localhost:11434',
])('%s is a domain', (domain) => {
  expect(said(domain)).toMatchObject({ problems: [], settings: { wall: { domains: [domain] } } });
});

test.each([
  '*',
  '*.com',
  '*.*.com',
  'https://example.com',
  'example.com/x',
  'localhost',
  'a b.com',
  'x.com:0',
  '',
  '.com',
  'a.com\n',
])('%j is none: the settings have an error, and let nothing through', (domain) => {
  const { problems, settings } = said(domain);
  expect(problems).toHaveLength(1);
  expect(settings.wall.domains).toEqual([]);
});

test('of this machine’s own ports only those that are named', () => {
  expect(letThrough(['a.example', 'localhost:11434', '127.0.0.1:11434', 'a.example', '10.0.0.1'])).toEqual({
    domains: ['a.example', '10.0.0.1', '127.0.0.1:11434'],
    ports: [11434],
  });
});

test('programs hear of the proxy by either spelling, and not for what is in the box itself', () => {
  const { HTTPS_PROXY, https_proxy, NO_PROXY } = proxyVariables('srt:token');
  expect([HTTPS_PROXY, https_proxy]).toEqual(['http://srt:token@127.0.0.1:3128', HTTPS_PROXY]);
  expect(NO_PROXY).toContain('localhost');
});

test('sockets with a path, of programs that listen', () => {
  const table = `Num       RefCount Protocol Flags    Type St Inode Path
0000000000000000: 00000002 00000000 00010000 0001 01 20483 /run/docker.sock
0000000000000000: 00000003 00000000 00000000 0001 03 20484
0000000000000000: 00000002 00000000 00010000 0001 01 20485 @/tmp/.X11-unix/X0
0000000000000000: 00000002 00000000 00010000 0001 01 20486 /tmp/with blank/s
0000000000000000: 00000002 00000000 00010000 0001 01 20487 broker
0000000000000000: 00000003 00000000 00000000 0001 03 20488 /run/docker.sock
`;
  expect(boundSockets(table)).toEqual(['/run/docker.sock', '/tmp/with blank/s']);
});
