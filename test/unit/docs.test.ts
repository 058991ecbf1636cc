import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHECKOUT } from '../support/installed.ts';

const read = (path: string) => readFileSync(join(CHECKOUT, path), 'utf8');
const below = (folder: string) =>
  readdirSync(join(CHECKOUT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(CHECKOUT.length + 1));

/** Texts that people read; rules and their pages name commands that somebody may type, not commands to type. */
const READ = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'install.sh'],
  ...below('.github'),
  ...below('docs').filter((path) => path.endsWith('.md') && !path.startsWith('docs/packs/')),
  ...below('integrations'),
  ...below('shims'),
  ...below('src'),
];

/** `npm i -g safeshell`, `npx -y safeshell`: nothing is published there. `./safeshell-X.Y.Z.tgz` is a file. */
const UNPUBLISHED = [
  /\b(?:npm|pnpm|yarn|bun|volta)\s+(?:-\S+\s+)*(?:global\s+)?(?:i|install|add|update|upgrade|up)\s+(?:-\S+\s+)*safeshell\b(?!-)/,
  /\b(?:npx|bunx|pnpx|npm exec|npm x|pnpm dlx|yarn dlx|bun x)\s+(?:-\S+\s+)*safeshell\b(?!-)/,
];

describe('nothing is published yet', () => {
  test.each([
    ['npm i -g safeshell', true],
    ['npm install --global safeshell && safeshell setup', true],
    ['npx -y safeshell@latest replay', true],
    ['npm i -g ./safeshell-0.1.0.tgz', false],
    ['npm uninstall -g safeshell', false],
    ['npm ci && safeshell setup', false],
  ])('`%s` names a package of a registry: %s', (line, isUnpublished) => {
    expect(UNPUBLISHED.some((pattern) => pattern.test(line))).toBe(isUnpublished);
  });

  test('no text tells people to install from a registry', () => {
    const found = READ.flatMap((path) =>
      read(path)
        .split('\n')
        .flatMap((line, index) => (UNPUBLISHED.some((one) => one.test(line)) ? [`${path}:${index + 1}: ${line}`] : [])),
    );
    expect(found).toEqual([]);
  });
});

describe('README.md', () => {
  const lines = read('README.md').trimEnd().split('\n');

  test('fits two screens of 80 columns and 50 lines', () => {
    expect(lines.length).toBeLessThanOrEqual(100);
    expect(lines.filter((line) => line.length > 80 && !line.startsWith('!['))).toEqual([]);
  });

  test('links to four pages', () => {
    const links = [...lines.join('\n').matchAll(/(?<!!)\[[^\]]*\]\(([^)]+)\)/g)].map(([, to]) => to);
    expect(links).toEqual(['docs/install.md', 'docs/rules.md', 'docs/security.md', 'CONTRIBUTING.md']);
  });
});

test('docs/install.md leads to every other page', () => {
  const pages = readdirSync(join(CHECKOUT, 'docs')).filter((name) => name.endsWith('.md') && name !== 'install.md');
  const linked = new Set([...read('docs/install.md').matchAll(/\]\(([\w.-]+\.md)[)#]/g)].map(([, page]) => page));
  expect(pages.filter((page) => !linked.has(page))).toEqual([]);
});
