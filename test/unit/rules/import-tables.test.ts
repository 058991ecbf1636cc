import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { claude } from '../../../src/rules/import/claude.ts';
import { codex } from '../../../src/rules/import/codex.ts';
import { gemini } from '../../../src/rules/import/gemini.ts';
import type { AgentFile, RuleImporter } from '../../../src/rules/import/importer.ts';
import { claudeMatches } from '../../support/import/claude.ts';
import { type CodexPattern, codexMatches } from '../../support/import/codex.ts';
import { geminiMatches } from '../../support/import/gemini.ts';
import { allowsLine, importedPolicy, restrictsLine } from '../../support/import/ours.ts';

/** One original rule, and lines by who matches them: the agent as it documents it, and the imported rule. */
interface Row {
  readonly rule: string;
  readonly both?: readonly string[];
  readonly agent?: readonly string[];
  readonly ours?: readonly string[];
  readonly neither?: readonly string[];
}

interface Agent {
  readonly importer: RuleImporter;
  /** the first word of a row's rule, and the rest */
  readonly file: (list: string, rule: string) => Pick<AgentFile, 'path' | 'text'>;
  readonly matches: (list: string, rule: string, line: string) => boolean;
}

const AGENTS: Readonly<Record<string, Agent>> = {
  claude: {
    importer: claude,
    file: (list, rule) => ({
      path: '/home/u/.claude/settings.json',
      text: JSON.stringify({ permissions: { [list]: [rule] } }),
    }),
    matches: (list, rule, line) => claudeMatches(rule, line, list as 'allow'),
  },
  codex: {
    importer: codex,
    file: (list, rule) => ({
      path: '/home/u/.codex/rules/a.rules',
      text: `prefix_rule(pattern=${rule}, decision="${list}")\n`,
    }),
    matches: (list, rule, line) => codexMatches(JSON.parse(rule) as CodexPattern, line, { byPath: list !== 'allow' }),
  },
  gemini: {
    importer: gemini,
    file: (list, rule) => {
      const [, key, value] = /^(\w+) ([\s\S]*)$/.exec(rule) ?? [];
      const keys = `toolName = "run_shell_command"\ndecision = "${list}"\npriority = 100\n${key} = ${JSON.stringify(value)}`;
      return { path: '/home/u/.gemini/policies/a.toml', text: `[[rule]]\n${keys}\n` };
    },
    matches: (list, rule, line) => {
      const [, key = '', value = ''] = /^(\w+) ([\s\S]*)$/.exec(rule) ?? [];
      return geminiMatches({ [key]: value }, line, list as 'allow');
    },
  },
};

const ACTIONS: Readonly<Record<string, 'deny' | 'require_approval'>> = {
  deny: 'deny',
  forbidden: 'deny',
  ask: 'require_approval',
  prompt: 'require_approval',
  ask_user: 'require_approval',
};

function rowsOf(agent: string): readonly Row[] {
  return parse(readFileSync(`test/tables/import/${agent}.yaml`, 'utf8')) as Row[];
}

const ALL = Object.keys(AGENTS).map((agent) => ({ agent, rows: rowsOf(agent) }));

describe.each(ALL)('rules of $agent', ({ agent, rows }) => {
  const { importer, file, matches } = AGENTS[agent] as Agent;

  test.each(rows)('$rule', ({ rule, both = [], agent: theirs = [], ours = [], neither = [] }) => {
    const [, list = '', written = ''] = /^(\w+) ([\s\S]*)$/.exec(rule) ?? [];
    const { policy } = importedPolicy(importer, [file(list, written)]);
    const action = ACTIONS[list];
    const isOurs = (line: string) =>
      action === undefined ? allowsLine(policy, line) : restrictsLine(policy, line, action);
    const all = [...both, ...theirs, ...ours, ...neither];
    expect(all.filter((line) => matches(list, written, line))).toEqual([...both, ...theirs]);
    expect(all.filter(isOurs)).toEqual([...both, ...ours]);
    // what allows is never wider, and what restricts never narrower
    expect(action === undefined ? ours : theirs).toEqual([]);
  });
});

test('there are hundreds of them', () => {
  const count = ALL.flatMap(({ rows }) => rows).reduce(
    (sum, { both = [], agent = [], ours = [], neither = [] }) =>
      sum + both.length + agent.length + ours.length + neither.length,
    0,
  );
  expect(count).toBeGreaterThanOrEqual(300);
});
