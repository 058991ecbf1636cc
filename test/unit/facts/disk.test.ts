import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { linkResolver, resolveLinks } from '../../../src/facts/disk.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'disk-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const folders = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`).join('/');

mkdirSync(join(root, folders('d', 90)), { recursive: true });
mkdirSync(join(root, 'there'));
symlinkSync(join(root, 'there'), join(root, folders('d', 80), 'late'));
symlinkSync(join(root, 'there'), join(root, 'link'));
symlinkSync(join(root, 'nowhere'), join(root, 'dangling'));

test.each([
  ['far below what is not there', folders('n', 200)],
  ['with long names', folders('n'.repeat(200), 10)],
  ['longer than the system takes', folders('n'.repeat(200), 40)],
  ['far below what is there', `${folders('d', 90)}/${folders('n', 90)}`],
  ['through a link that stands deep', `${folders('d', 80)}/late/${folders('n', 3)}`],
  ['far below a link', `link/${folders('n', 100)}`],
  ['far below a link that leads nowhere', `dangling/${folders('n', 100)}`],
  ['with steps up', `${folders('n', 70)}/../../x`],
  ['with empty names', `${folders('n', 70)}//x`],
])('folder by folder as all at once: a path %s', (_what, path) => {
  expect(linkResolver()(`${root}/${path}`)).toBe(resolveLinks(`${root}/${path}`));
});
