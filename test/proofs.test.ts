import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import type { Policy } from '../src/model/policy.ts';
import { IS_RECORDING } from './support/decision-record.ts';
import { harmfulLists, provenLines } from './support/proofs/lists.ts';
import { shipped } from './support/shipped.ts';
import { tableCases } from './support/table-cases.ts';

/** A proof stands by itself: no rule has to stop what it is about. */
const NO_RULES: Policy = { modules: [] };

/** They harm nothing by themselves: only a rule knows what hangs on the variable. */
const RULES_ALONE = [
  'unset CLAUDECODE',
  'unset SAFESHELL_CONTEXT',
  'unset HISTFILE',
  'export npm_config_strict_ssl=false',
  'while true; do sleep 999 & done',
];

describe('nothing that does harm is proven to only read', () => {
  test.each([...harmfulLists()])('%s', (_, cases) => {
    const proven = (policy: Policy) => [...provenLines(cases, policy).keys()];
    expect(proven(NO_RULES).filter((line) => !RULES_ALONE.includes(line))).toEqual([]);
    expect(proven(shipped().policy)).toEqual([]);
  });
});

const RECORD = new URL('record/proofs.txt', import.meta.url);

/** Lines of the tables that are proven, with what they start: each was looked at, `npm run record` writes them anew. */
describe('of the tables, the same is proven as before', () => {
  const sections = new Map<string, string>();
  const recorded = IS_RECORDING ? '' : readFileSync(RECORD, 'utf8');

  test.each([...tableCases()])('%s', (list, cases) => {
    const lines = [...provenLines(cases, NO_RULES)].map(
      ([line, programs]) => `${programs}\t${line.replaceAll('\n', '⏎')}\n`,
    );
    const section = `# ${list}\n${lines.sort().join('')}`;
    if (lines.length > 0) sections.set(list, section);
    if (!IS_RECORDING) expect(section).toBe(sectionOf(recorded, list) ?? `# ${list}\n`);
  });

  afterAll(() => {
    if (IS_RECORDING) writeFileSync(RECORD, [...sections.values()].join(''));
  });
});

function sectionOf(recorded: string, list: string): string | undefined {
  const [, lines] = recorded.split(`# ${list}\n`);
  return lines === undefined ? undefined : `# ${list}\n${lines.split('\n# ')[0]?.replace(/\n?$/, '\n')}`;
}
