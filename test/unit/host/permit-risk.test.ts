import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type WhatIfWorld, whatIfFacts } from '../../../src/facts/what-if.ts';
import { permitRisk } from '../../../src/host/permit-risk.ts';
import { resolvePath } from '../../../src/util/path.ts';
import { shipped } from '../../support/shipped.ts';

interface Row {
  readonly path: string;
  readonly there?: readonly string[];
  readonly links?: Readonly<Record<string, string>>;
  readonly risk?: string;
}

const rows: readonly Row[] = parse(
  readFileSync(join(import.meta.dirname, '../../tables/confine/permit-risks.yaml'), 'utf8'),
);
const HOME = '/home/dev';
const CWD = `${HOME}/src/app`;
const AT = { hour: 12, minute: 0, day: 'mon' } as unknown as WhatIfWorld['at'];
const whole = (path: string) => resolvePath('/', path.replace(/^~/, HOME));

describe('what nobody is offered to permit', () => {
  test.each(rows.map((row) => [row.path, row] as const))('%s', (_, { path, there = [], links = {}, risk }) => {
    const facts = whatIfFacts({
      ...{ env: { HOME, PATH: `/usr/bin:${HOME}/.local/bin:${HOME}/tools/bin` }, cwd: CWD, git: null, at: AT },
      files: [`${CWD}/x`, ...there.map(whole)],
      links: Object.fromEntries(Object.entries(links).map((pair) => pair.map(whole))),
    });
    const found = permitRisk(whole(path), { policy: shipped().policy, facts }, CWD);
    expect(found?.kind === 'rule' ? found.rule : found?.kind).toBe(risk);
  });
});
