import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { localTime } from '../../../src/facts/local-time.ts';
import { whatIfFacts } from '../../../src/facts/what-if.ts';
import { guard } from '../../../src/guard.ts';
import type { Policy } from '../../../src/model/policy.ts';
import { previewRule } from '../../../src/policy/add-rule.ts';
import { loadRules } from '../../../src/rules/load.ts';

interface World {
  readonly command: string;
  readonly cwd?: string;
  readonly branch?: string;
  readonly actor?: 'ai' | 'human';
  readonly at?: string;
}

interface Row {
  readonly say: string;
  readonly about: readonly (string | World)[];
  readonly not: readonly (string | World)[];
}

interface Refused {
  readonly say: string;
  /** not understood */
  readonly word?: string;
  /** part of the reason */
  readonly why?: string;
  /** in what lint says of the rule */
  readonly finding?: string;
}

function tableOf<One>(name: string): readonly One[] {
  return parse(readFileSync(`test/tables/rules/${name}.yaml`, 'utf8'));
}

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'temporary-sentences-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function preview(sentence: string) {
  return previewRule(sentence, { cwd: '/home/u', env: { HOME: home, PATH: '/usr/bin:/bin' } });
}

/** The rules alone, in a made-up world. */
function isAbout(policy: Policy, one: string | World): boolean {
  const {
    command,
    cwd = '/home/u/project',
    branch,
    actor,
    at = '2025-01-06T10:00:00',
  }: World = typeof one === 'string' ? { command: one } : one;
  const env = { HOME: '/home/u', PATH: '/usr/bin:/bin' };
  const rule = policy.modules.flatMap(({ rules }) => rules).find((each) => each.actor !== undefined);
  const git = branch === undefined ? null : { branch, root: cwd };
  const facts = whatIfFacts({ env, cwd, at: localTime(at), git, files: [] });
  const request = { action: { kind: 'line', line: command } as const, cwd, env, at: localTime(at) };
  const decision = guard({ ...request, actor: actor ?? rule?.actor ?? 'human' }, { policy, facts });
  return decision.trace.some(({ end }) => end === 'matched');
}

describe('a sentence does what it says', () => {
  test.each(tableOf<Row>('sentences'))('$say', ({ say, about, not }) => {
    const added = preview(say);
    if ('refused' in added) throw new Error(JSON.stringify(added));
    const { policy } = loadRules([{ file: 'mine.yaml', text: added.text, tier: 'user', module: 'mine' }]);
    expect({
      about: about.filter((one) => !isAbout(policy, one)),
      not: not.filter((one) => isAbout(policy, one)),
    }).toEqual({ about: [], not: [] });
    expect(added.stops.length).toBeGreaterThan(0);
  });
});

describe('what is not understood whole is refused with its words', () => {
  test.each(tableOf<Refused>('refused-sentences'))('$say', ({ say, word, why, finding }) => {
    const added = preview(say);
    if (!('refused' in added)) throw new Error(added.items.map(({ yaml }) => yaml).join('\n'));
    if (word !== undefined) expect(added.misunderstood?.map((one) => one.word)).toContain(word);
    if (why !== undefined) expect(added.misunderstood?.map((one) => one.why).join()).toContain(why);
    if (finding !== undefined) expect(added.problems?.map(({ subject }) => subject).join()).toContain(finding);
  });

  test('nothing is written to look at it', () =>
    expect(readdirSync(home, { recursive: true }).join()).not.toContain('mine.yaml'));
});
