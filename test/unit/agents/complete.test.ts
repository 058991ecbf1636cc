import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AGENTS } from '../../../src/agents/index.ts';
import { AGENT_TABLES, agentTable } from '../../support/agent-tables.ts';

/** What an agent consists of: src/agents/NAME.ts, its line in index.ts, test/tables/agents/NAME.yaml. */
const NAMES = AGENTS.map(({ name }) => name).sort();

test('every file of an agent is in the list, under its name', () => {
  const folder = new URL('../../../src/agents/', import.meta.url);
  const files = readdirSync(folder).filter((file) =>
    /^export const \w+: (Hooked)?Agent =/m.test(readFileSync(new URL(file, folder), 'utf8')),
  );
  expect(files.map((file) => file.replace(/\.ts$/, '')).sort()).toEqual(NAMES);
});

test('every agent has a table, and every table an agent', () => {
  expect(Object.keys(AGENT_TABLES).sort()).toEqual(NAMES);
});

test.each(AGENTS.filter(({ hook }) => hook !== undefined))('the hook of $name has a recorded call', ({ name }) => {
  const { calls = [], refused_by: refusals = [] } = agentTable(name);
  expect([name, calls.length > 0, refusals.length > 0]).toEqual([name, true, true]);
});

test.each(['markers', 'programs', 'packages'] as const)('no two agents share %s', (kind) => {
  const signs = AGENTS.flatMap(({ process }): readonly unknown[] =>
    process === 'editor' ? [] : (process[kind] ?? []),
  );
  const texts = signs.map((sign) => JSON.stringify(sign));
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
});
