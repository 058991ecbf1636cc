import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COSTS_MS } from '../../../src/text/costs.ts';
import { createPaint } from '../../../src/text/paint.ts';
import { type ScreenSize, type SetupScreen, setupEnd, setupText } from '../../../src/text/setup-screen.ts';

const home = '/home/me';
const target = (name: string, ...files: string[]) => ({ name, files: files.map((file) => `${home}/${file}`) });
const screen: SetupScreen = {
  version: '1.2.3',
  home,
  product: [`${home}/.local/share/safeshell`, `${home}/.local/bin/safeshell`],
  shells: [
    target('bash', '.bashrc', '.profile'),
    target('zsh', '.zshenv', '.zprofile', '.zshrc', '.zlogin'),
    target('fish', '.config/fish/conf.d/safeshell.fish'),
  ],
  areLinesJudged: true,
  agents: [target('Claude Code', '.claude/settings.json'), target('Codex CLI', '.codex/hooks.json')],
  without: { shells: false, agents: false },
};
const many = Array.from({ length: 20 }, (_, index) => target(`Agent number ${index}`, `.agent-${index}/settings.json`));
const plain = createPaint(false);
const linesOf = (text: string) => text.split('\n');

/** The question and the blank line above it. */
const QUESTION_ROWS = 2;

describe.each([
  ['80x24', { columns: 80, rows: 24 }],
  ['40x12', { columns: 40, rows: 12 }],
])('on %s', (_name, size: ScreenSize) => {
  test.each([
    ['shells and agents', screen],
    ['an upgrade', { ...screen, before: '1.2.2' }],
    ['twenty agents', { ...screen, agents: many }],
    ['lines unasked', { ...screen, areLinesJudged: false, agents: many }],
    ['nothing found', { ...screen, shells: [], agents: [] }],
  ])('%s: one screen', (_case, shown) => {
    const lines = linesOf(setupText(shown, plain, size));
    expect(lines.length + QUESTION_ROWS).toBeLessThanOrEqual(size.rows);
    expect(lines.filter((line) => line.length > size.columns)).toEqual([]);
    expect(lines.join('\n')).toContain('safeshell setup --undo');
  });
});

test('what does not fit is counted, and there is a way to all of it', () => {
  const short = setupText({ ...screen, agents: many }, plain, { columns: 80, rows: 24 });
  expect(short).toContain('Agent number 2 and 17 more (20 files)');
  expect(short).toContain('safeshell setup --dry-run');
  expect(setupText({ ...screen, agents: many }, plain)).toContain('~/.agent-19/settings.json');
});

test('says what was left out, and what is right already', () => {
  const left = setupText({ ...screen, agents: [], without: { shells: false, agents: true } }, plain);
  expect(left).toContain('left out (--no-agents)');
  expect(setupText({ ...screen, shells: [{ name: 'bash', files: [] }] }, plain)).toContain('bash  set up already');
  expect(setupText(screen, plain)).not.toContain('--no-lines');
  expect(setupText({ ...screen, areLinesJudged: false }, plain)).toContain('run unasked (--no-lines)');
});

test('the end fits a narrow terminal', () => {
  const text = setupEnd(
    { areShellsDone: true, line: '. ~/.local/share/safeshell/env.sh', next: [], program: 'safeshell' },
    plain,
  );
  expect(linesOf(text).filter((line) => line.length > 40)).toEqual([]);
});

test('the costs are those that were measured, rounded', () => {
  const file = join(import.meta.dirname, '../../../docs/bench/results.json');
  const { results } = JSON.parse(readFileSync(file, 'utf8'));
  const judged = results['slow-path'].rows.map(({ overhead }: { overhead: number }) => overhead);
  const hooks = results.hook.rows.map((row: Record<string, number>) => row.hook ?? row.safeshell);
  const isNear = (said: number, measured: number) => Math.abs(said - measured) < 0.35 * measured;
  expect(isNear(COSTS_MS.command, results['fast-path'].numbers.overDirectMs)).toBe(true);
  expect(isNear(COSTS_MS.judged, Math.max(...judged))).toBe(true);
  expect(isNear(COSTS_MS.agentLine.least, Math.min(...hooks))).toBe(true);
  expect(isNear(COSTS_MS.agentLine.most, Math.max(...hooks))).toBe(true);
});
