import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const REPOSITORY = new URL('../..', import.meta.url);

test('the map names every room, and no other', () => {
  const map = readFileSync(new URL('docs/architecture.md', REPOSITORY), 'utf8');
  const named = [...map.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, room]) => room);
  expect(named.sort()).toEqual(readdirSync(new URL('src', REPOSITORY)).sort());
});
