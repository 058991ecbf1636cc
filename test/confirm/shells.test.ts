import { afterAll, describe, expect, test } from 'vitest';
import { analyzedIn, executedBy, STUBS } from '../support/ask-shell.ts';
import { type ConfirmRow, confirmTables } from '../support/confirm-rows.ts';
import { differences } from '../support/executed.ts';
import { installed, RealShell, type RealShellName } from '../support/real-shell.ts';
import { everyOf } from '../support/runs.ts';

const TABLES = confirmTables();
const WANTED = [...new Set([...TABLES.values()].flat().flatMap(({ shells }) => shells))];
const SHELLS = WANTED.filter((shell) => installed(shell) !== undefined);
if (SHELLS.length < WANTED.length)
  console.warn(`not asked, not installed: ${WANTED.filter((one) => !SHELLS.includes(one)).join(', ')}`);

/** Rows for programs that this machine lacks are left out, and named. */
const missing = new Set([...TABLES.values()].flat().flatMap(({ real }) => real.filter((name) => !installed(name))));
if (missing.size > 0) console.warn(`rows left out, not installed: ${[...missing].join(', ')}`);

/** Each row starts every shell: for each change one row in so many of each table, in `.ci/weekly` all of them. */
const EVERY = everyOf('CONFIRM_EVERY', 5);

/** As many shells at a time; each in a place of its own. */
const POOL = [new RealShell(STUBS), new RealShell(STUBS)];
afterAll(() => {
  for (const shell of POOL) shell.close();
});

async function askAll(rows: readonly ConfirmRow[], shell: RealShellName): Promise<readonly string[]> {
  const waiting = rows.entries();
  const wrong: string[] = [];
  const work = async (real: RealShell) => {
    for (const [, row] of waiting) {
      const said = await ask(real, row, shell);
      if (said.length > 0) wrong.push(`${shell}: ${row.run}\n    ${said.join('\n    ')}`);
    }
  };
  await Promise.all(POOL.map(work));
  return wrong;
}

async function ask(real: RealShell, row: ConfirmRow, shell: RealShellName): Promise<readonly string[]> {
  const executed = await executedBy(real, row, shell);
  const analysis = analyzedIn(real.place, row, shell);
  const codes = [...new Set(analysis.unsure.map(({ code }) => code))];
  const said = [...differences(analysis, executed, row)];
  if (codes.join() !== row.unsure.join()) said.push(`unsure: ${codes.join(', ') || 'nothing'}`);
  const reason = typeof row.differs === 'string' ? row.differs : row.differs?.[shell];
  if (reason === undefined) return said;
  return said.length > 0 ? [] : ['the difference is gone: remove `differs`'];
}

describe('what real shells executed', () => {
  describe.each(SHELLS)('%s', (shell) => {
    const asked = [...TABLES].map(
      ([name, rows]) =>
        [
          name,
          rows.filter(
            ({ shells, real }, at) =>
              at % EVERY === 0 && shells.includes(shell) && !real.some((one) => missing.has(one)),
          ),
        ] as const,
    );
    test.each(asked.filter(([, rows]) => rows.length > 0))(
      '%s',
      async (_, rows) => {
        expect(await askAll(rows, shell)).toEqual([]);
      },
      60_000,
    );
  });
});
