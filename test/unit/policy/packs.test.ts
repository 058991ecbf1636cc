import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { localTime } from '../../../src/facts/local-time.ts';
import { whatIfFacts } from '../../../src/facts/what-if.ts';
import { guard } from '../../../src/guard.ts';
import type { Rule } from '../../../src/model/policy.ts';
import { sentence } from '../../../src/text/printable.ts';
import { shipped } from '../../support/shipped.ts';

const { policy } = shipped();
const rules = policy.modules.flatMap((module) => module.rules);
const RULES = join(import.meta.dirname, '../../../rules');

function verdictFor(line: string): string {
  const env = { HOME: '/home/dev', PATH: '/usr/bin:/bin' };
  const cwd = '/home/dev/project';
  const at = localTime('2025-01-06T10:00:00');
  const facts = whatIfFacts({ env, cwd, at, git: { branch: 'feature/x', root: cwd }, files: [] });
  return guard({ action: { kind: 'line', line }, cwd, env, actor: 'ai', at }, { policy, facts }).verdict;
}

/** Everything in backticks in a rule's help is a command that may be typed as it stands, where the line has no words for it. */
function suggestions({ help = '' }: Rule): readonly string[] {
  const filled = help.replaceAll('{url}', 'https://example.com/x').replaceAll('{file}', './FILE');
  return [...filled.matchAll(/`([^`]+)`/g)].map(([, command = '']) => command);
}

describe('the shipped packs', () => {
  test.each(readdirSync(RULES).filter((name) => name.endsWith('.yaml')))(
    '%s names its schema in the first line',
    (file) => {
      const [first] = readFileSync(join(RULES, file), 'utf8').split('\n');
      expect(first).toBe('# yaml-language-server: $schema=../docs/schema/rules.schema.json');
    },
  );

  test.each(rules.map((rule) => [rule.id, rule] as const))('%s says why and what else', (_id, rule) => {
    expect(rule.message).toMatch(/\.$/);
    expect(rule.help).toMatch(/\.$/);
    expect(rule.description).not.toMatch(/\.$/);
    for (const text of [rule.message ?? '', rule.help ?? '', rule.description ?? 'None']) {
      expect(text).not.toMatch(/^[a-z]/);
      expect(sentence(text)).not.toContain('****'); // no part of it looks like a secret
    }
  });

  test('suggest only what they let through', () => {
    const stopped = rules.flatMap((rule) => suggestions(rule).map((line) => [rule.id, line, verdictFor(line)]));
    expect(stopped.filter(([, , verdict]) => verdict !== 'allow')).toEqual([]);
  });

  test('leave nothing of the guard itself to be overridden', () => {
    const self = rules.filter((rule) => rule.id.startsWith('self/') && rule.overridable);
    expect(self.map((rule) => rule.id)).toEqual(['self/renamed-program']);
  });
});
