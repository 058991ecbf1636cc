import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const REPOSITORY = new URL('../..', import.meta.url);

test('the map names every room, and no other', () => {
  const [map = ''] = readFileSync(new URL('docs/architecture.md', REPOSITORY), 'utf8').split('| in `shims/`');
  const named = [...map.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, room]) => room);
  expect(named.sort()).toEqual(readdirSync(new URL('src', REPOSITORY)).sort());
});

test('folders are made in one place: what Node does with `recursive` never ends in /proc', () => {
  const files = readdirSync(new URL('src', REPOSITORY), { recursive: true, encoding: 'utf8' });
  const making = files.filter((name) => {
    const text = name.endsWith('.ts') ? readFileSync(new URL(`src/${name}`, REPOSITORY), 'utf8') : '';
    return /\bmkdir(Sync)?\([^;]*recursive/.test(text);
  });
  expect(making).toEqual([]);
});
