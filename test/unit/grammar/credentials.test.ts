import { expect, test } from 'vitest';
import { SHOWN_BY } from '../../../src/conditions/path/credential-signs.ts';
import { credentialPlaces } from '../../../src/grammar/credential-places.ts';
import {
  holdsCredentials,
  isCredential,
  isCredentialName,
  mayBeCredentialName,
} from '../../../src/grammar/credentials.ts';

const HOME = '/home/dev';
const PLACES = credentialPlaces();

/** One path that a glob means. */
function example(glob: string): string {
  const plain = glob
    .replace(/\{([^,}]*)[^}]*\}/g, '$1')
    .replaceAll('**', 'a')
    .replaceAll('*', 'a');
  return plain.replace(/^~/, HOME);
}

test('150 places and more, each with a source', () => {
  expect(PLACES.length).toBeGreaterThan(150);
  expect(PLACES.filter(({ source }) => !/^https:\/\/\S+$|[a-z0-9.-]\(\d\)/i.test(source))).toEqual([]);
  expect(new Set(PLACES.map(({ tool }) => tool)).size).toBe(PLACES.length);
});

test.each(PLACES)('$tool: each file is one', ({ globs }) => {
  for (const glob of globs) {
    const path = example(glob.replace(/^!/, ''));
    const isOne = path.includes('/') ? isCredential(path, HOME) : isCredentialName(path);
    expect([glob, isOne]).toEqual([glob, !glob.startsWith('!')]);
  }
});

test('gates see a sign of every place', () => {
  const { roots, stretches, names } = SHOWN_BY;
  const isSeen = (path: string) =>
    path.includes('/')
      ? /\/\.[a-zA-Z]/.test(path) ||
        roots.some((root) => path.startsWith(root)) ||
        stretches.some((one) => path.includes(one))
      : names.some((one) => path.includes(one));
  const all = PLACES.flatMap(({ globs }) => globs.filter((glob) => !glob.startsWith('!')));
  expect(all.filter((glob) => !isSeen(example(glob)))).toEqual([]);
});

test.each([
  ['~/.ssh/config', false],
  ['~/.ssh/id_rsa.pub', false],
  ['~/.ssh/work', true],
  ['~/.aws/config', false],
  ['~/.gitconfig', false],
  ['~/.docker/daemon.json', false],
  ['~/.config/gh/config.yml', false],
  ['~/.cargo/config.toml', false],
  ['~/.kube/config', true],
  ['/home/ann/.netrc', true],
  ['/root/.netrc', true],
  ['/srv/app/.npmrc', false],
  ['/etc/hosts', false],
])('%s: %s', (path, expected) => {
  expect(isCredential(path.replace(/^~/, HOME), HOME)).toBe(expected);
});

test.each([
  ['~', true],
  ['/home', true],
  ['/', true],
  ['~/.config', true],
  ['~/.ssh', true],
  ['~/code', false],
  ['~/.vscode', false],
  ['~/.aws/models', false],
  ['/etc', false],
  ['/etc/ssl/private', true],
])('below %s: %s', (path, expected) => {
  expect(holdsCredentials(path.replace(/^~/, HOME), HOME)).toBe(expected);
});

test.each(['*.pem', '*.key', 'id_*', '*vault_pass*', '.vault_pass.*'])('%s may find a key', (pattern) => {
  expect(mayBeCredentialName(pattern)).toBe(true);
});

test.each(['*.txt', '*.json', '*.log', '*.md', '*'])('%s says nothing of keys', (pattern) => {
  expect(mayBeCredentialName(pattern)).toBe(false);
});
