import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HOOKED_AGENTS } from '../../src/agents/find.ts';
import { AGENTS } from '../../src/agents/index.ts';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const TITLES = HOOKED_AGENTS.map(({ title }) => title).sort();

/** The first cells of the rows below that head. */
function firstCells(head: string): readonly string[] {
  const [, table = ''] = read('docs/agents.md').split(`\n| ${head} |`);
  const rows = table.split('\n').slice(2);
  return rows
    .slice(
      0,
      rows.findIndex((row) => !row.startsWith('|')),
    )
    .map((row) => row.split('|')[1]?.trim() ?? '');
}

test('what each agent understands has one row for each', () => {
  const names = firstCells('agent | refusal').map((cell) => /^`([\w-]+)`/.exec(cell)?.[1]);
  expect(names.sort()).toEqual(HOOKED_AGENTS.map(({ name }) => name).sort());
});

test('how each agent was seen is said once', () => {
  const titles = firstCells('agent | seen how').flatMap((cell) => cell.split(', '));
  expect(titles.sort()).toEqual(TITLES);
});

test('agents without a hook are listed with their signs', () => {
  const titles = firstCells('agent | why no hook | known as an agent by').flatMap((cell) => cell.split(', '));
  const hookless = AGENTS.filter(({ hook }) => hook === undefined).map(({ title }) => title);
  expect(hookless.filter((title) => !titles.includes(title))).toEqual([]);
});

test('the number of agents is a number, which test/unit/house counts', () => {
  for (const file of ['README.md', 'docs/agents.md', 'docs/install.md', 'docs/security.md', 'package.json']) {
    expect(read(file)).not.toMatch(/\b(twenty|thirty|dozens?)\b[^.]{0,20}\bagents\b/i);
  }
  expect(read('README.md')).toContain(`${HOOKED_AGENTS.length} agents`);
});
