import { describe, expect, test } from 'vitest';
import { judgeCall } from '../../../src/calls/judge-call.ts';
import type { Decision } from '../../../src/model/decision.ts';
import type { Action, JsonObject } from '../../../src/model/request.ts';
import { claude } from '../../../src/rules/import/claude.ts';
import { importedPolicy } from '../../support/import/ours.ts';
import { requestOf, worldOf } from '../../support/judged.ts';

/** The decision of the imported rules alone, on a call of an agent in /repo. */
function decided(list: string, rule: string, action: Action, project?: string): Decision {
  const path = project === undefined ? '/home/u/.claude/settings.json' : `${project}/.claude/settings.json`;
  const text = JSON.stringify({ permissions: { [list]: [rule] } });
  const { policy } = importedPolicy(claude, [{ path, text, project }]);
  const { action: _, ...request } = requestOf([], { actor: 'ai', cwd: '/repo' });
  return judgeCall(action, request, worldOf(policy, { ...request, action })).decision;
}

const tool = (name: string, input: JsonObject): Action => ({ kind: 'tool', tool: name, input });
const line = (text: string): Action => ({ kind: 'line', line: text });
const read = (file_path: string) => tool('Read', { file_path });
const write = (file_path: string) => tool('Write', { file_path, content: 'x' });
const fetch = (url: string) => tool('WebFetch', { url, prompt: 'x' });

describe('paths: what denies is never narrower', () => {
  test.each([
    ['Read(./.env)', [read('/repo/.env'), read('.env'), line('cat .env'), line('cp .env /tmp/x'), write('/repo/.env')]],
    ['Read(.env)', [read('/repo/a/b/.env'), line('head -1 sub/.env')]],
    ['Read(secrets/**)', [read('/repo/secrets/a'), read('/repo/x/secrets/b/c')]],
    ['Read(/secrets/**)', [read('/home/u/.claude/secrets/a')]],
    ['Read(//etc/**)', [read('/etc/passwd'), line('cat /etc/a/b')]],
    ['Read(~/.ssh/**)', [read('/home/u/.ssh/id_rsa'), line('cat ~/.ssh/x')]],
    [
      'Edit(src/*.ts)',
      [
        write('/repo/src/a.ts'),
        tool('Edit', { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' }),
        line('echo x >src/a.ts'),
      ],
    ],
    ['Read(src/{a}.ts)', [read('/repo/src/{a}.ts')]],
  ])('%s', (rule, actions) => {
    expect(actions.map((one) => decided('deny', rule, one).verdict)).toEqual(actions.map(() => 'deny'));
  });

  test('nor does it stop others', () => {
    expect(decided('deny', 'Read(./.env)', read('/repo/.envrc')).verdict).toBe('allow');
    expect(decided('deny', 'Edit(//etc/**)', read('/etc/passwd')).verdict).toBe('allow');
    expect(decided('deny', 'Read(src/{a}.ts)', read('/repo/src/a.ts')).verdict).toBe('allow');
  });
});

describe('WebFetch', () => {
  const verdict = (rule: string, url: string) => decided('deny', rule, fetch(url)).verdict;
  test.each([
    ['WebFetch(domain:example.com)', 'https://example.com/x'],
    ['WebFetch(domain:example.com)', 'HTTP://EXAMPLE.com.:8443?x'],
    ['WebFetch(domain:example.com)', 'https://me@example.com'],
    ['WebFetch(domain:*.example.com)', 'https://a.b.example.com/'],
    ['WebFetch(domain:example.*)', 'https://example.org'],
    ['WebFetch(domain:*)', 'https://x.y'],
    ['WebFetch', 'https://x.y'],
  ])('%s denies %s', (rule, url) => expect(verdict(rule, url)).toBe('deny'));

  test.each([
    ['WebFetch(domain:example.com)', 'https://example.com.evil'],
    ['WebFetch(domain:example.com)', 'https://notexample.com'],
    ['WebFetch(domain:example.*)', 'https://example.evil.com'],
  ])('%s leaves %s alone', (rule, url) => expect(verdict(rule, url)).toBe('allow'));

  const isAllowed = (rule: string, url: string) => decided('allow', rule, fetch(url)).decider !== undefined;
  test.each([
    ['WebFetch(domain:example.com)', 'https://example.com', true],
    ['WebFetch(domain:example.com)', 'https://example.com:443/x?y', true],
    ['WebFetch(domain:example.com)', 'https://example.com@evil.example/', false],
    ['WebFetch(domain:example.com)', 'https://evil.example/?https://example.com', false],
    ['WebFetch(domain:example.com)', 'https://example.com.evil.example', false],
    ['WebFetch(domain:example.com)', 'https://evil.example\\@example.com', false],
    ['WebFetch(domain:example.com)', 'file://example.com/x', false],
    ['WebFetch(domain:*.example.com)', 'https://a.b.example.com', true],
    ['WebFetch(domain:*.example.com)', 'https://example.com', false],
    ['WebFetch(domain:example.*)', 'https://example.org', true],
    ['WebFetch(domain:example.*)', 'https://example.evil.com', false],
  ])('%s allows %s: %s', (rule, url, expected) => expect(isAllowed(rule, url)).toBe(expected));
});

describe('tools by name', () => {
  const isAllowed = (rule: string, name: string) => decided('allow', rule, tool(name, {})).decider !== undefined;
  test.each([
    ['mcp__github__get_*', 'mcp__github__get_issue', true],
    ['mcp__github__get_*', 'mcp__github__delete_issue', false],
    ['mcp__github__get_*', 'mcp__evil__github__get_issue', false],
    ['mcp__puppeteer', 'mcp__puppeteer__navigate', true],
    ['mcp__puppeteer', 'mcp__puppeteer2__navigate', false],
    ['mcp__*', 'mcp__github__get_issue', false],
    ['mcp__claude_ai_mail__send', 'mcp__claude_ai_mail__send', false],
    ['*', 'WebSearch', false],
    ['WebSearch', 'WebSearch', true],
    ['WebSearch', 'WebSearch2', false],
    ['Edit', 'Edit', false],
  ])('%s allows %s: %s', (rule, name, expected) => expect(isAllowed(rule, name)).toBe(expected));

  test.each([
    ['mcp__*', 'mcp__github__get_issue'],
    ['mcp__github', 'mcp__github__get_issue'],
    ['*', 'WebSearch'],
    ['Edit', 'Write'],
    ['Read', 'Grep'],
    ['Bash', 'Bash'],
  ])('%s denies %s', (rule, name) => expect(decided('deny', rule, tool(name, {})).verdict).toBe('deny'));
});

test('rules of a project hold there alone', () => {
  const inProject = (project: string) => decided('deny', 'Bash(make *)', line('make x'), project).verdict;
  expect([inProject('/repo'), inProject('/rep'), inProject('/re*')]).toEqual(['deny', 'allow', 'allow']);
  expect(decided('deny', 'Read(/secrets/**)', read('/repo/secrets/a'), '/repo').verdict).toBe('deny');
});
