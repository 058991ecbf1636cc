import { expect, test } from 'vitest';
import { lastingNode } from '../../../src/install/lasting-node.ts';

const CELLAR = '/opt/homebrew/Cellar/node@22/22.4.1/bin/node';
const LINKS: Readonly<Record<string, string>> = {
  '/opt/homebrew/opt/node@22/bin/node': CELLAR,
  '/usr/local/opt/node/bin/node': '/usr/local/Cellar/node/23.0.0/bin/node',
  '/home/me/.local/share/safeshell/app/node/bin/node': '/home/me/.local/share/safeshell/app-2026-1/node/bin/node',
};
const realPathOf = (path: string) => {
  if (path.includes('/gone/')) throw new Error('ENOENT');
  return LINKS[path] ?? path;
};

test.each([
  ['/usr/bin/node', '/usr/bin/node'],
  ['/home/me/.nvm/versions/node/v20.11.0/bin/node', '/home/me/.nvm/versions/node/v20.11.0/bin/node'],
  [CELLAR, '/opt/homebrew/opt/node@22/bin/node'],
  // the link already leads to another version
  ['/usr/local/Cellar/node/22.0.0/bin/node', '/usr/local/Cellar/node/22.0.0/bin/node'],
  // the one of an archive, which upgrades replace
  ['/home/me/.local/share/safeshell/app-2026-1/node/bin/node', '/home/me/.local/share/safeshell/app/node/bin/node'],
  // the one of a version that was replaced meanwhile
  [
    '/home/me/.local/share/safeshell/app-2025-1/node/bin/node',
    '/home/me/.local/share/safeshell/app-2025-1/node/bin/node',
  ],
  ['/gone/Cellar/node/22.0.0/bin/node', '/gone/Cellar/node/22.0.0/bin/node'],
])('%s is written down as %s', (path, expected) => {
  expect(lastingNode(path, realPathOf, '/home/me/.local/share/safeshell/app')).toBe(expected);
});
