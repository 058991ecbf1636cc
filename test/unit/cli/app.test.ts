import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { buildProgram, processContext } from '../../../src/surfaces/cli/app.ts';
import { callCli } from '../../support/call-cli.ts';

const home = mkdtempSync(join(tmpdir(), 'temporary-cli-'));
afterAll(() => rmSync(home, { recursive: true }));

const called = (...argv: readonly string[]) => callCli(argv, { cwd: '/', env: { HOME: home, PATH: '/usr/bin:/bin' } });

test('help fits 80 columns and names every command once, by groups', async () => {
  const { status, out } = await called('--help');
  expect(status).toBe(0);
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  const names = [...out.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(['check', 'rules', 'agents', 'log', 'init', 'uninstall']));
  expect(new Set(names).size).toBe(names.length);
  expect(out.match(/^\S.*:$/gm)).toHaveLength(6);
});

/** First words of summaries: verbs in the imperative. A new summary may add one. */
const VERBS = new Set(
  `Add Answer Approve Check Compile Convert Deny Diagnose Disable Enable Explain Guard Import Install Judge List Move Print
  Remove Restore Revoke Run Serve Set Show Start Suggest Trust Watch Write`.split(/\s+/),
);

const commandsBelow = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(commandsBelow)];
const COMMANDS = commandsBelow(buildProgram(processContext(), () => {})).map((command) => {
  const { options, registeredArguments } = command;
  const details = [...options, ...registeredArguments].map(({ description }) => description);
  return { name: command.name(), summary: command.summary() || command.description(), details };
});

test.each(COMMANDS.slice(1))('the summary of $name is one short imperative phrase', ({ summary }) => {
  expect(summary.length).toBeLessThanOrEqual(60);
  expect(summary).not.toMatch(/[.;]$/);
  expect([...VERBS]).toContain(summary.split(/\W/)[0]);
});

test('options and arguments begin with a capital or a word to type, without a full stop', () => {
  const details = COMMANDS.flatMap((command) => command.details);
  expect(details.filter((text) => !/^(?:[A-Z`]|bash,|list:|status,|verify:).*[^.]$/.test(text))).toEqual([]);
});

describe.each([80, 40])('in a terminal of %d columns', (columns) => {
  const helpOf = async (path: readonly string[]) =>
    (await callCli([...path, '--help'], { cwd: '/', env: { HOME: home }, columns })).out;

  test('the help of every command fits', async () => {
    const open: (readonly string[])[] = [[]];
    for (let path = open.shift(); path !== undefined; path = open.shift()) {
      const help = await helpOf(path);
      const wide = help.split('\n').filter((line) => line.length > columns && /\S\s+\S/.test(line));
      expect([path.join(' '), ...wide]).toEqual([path.join(' ')]);
      const isGroup = path.length === 0 || help.includes('\nCommands:\n');
      const named = isGroup ? [...help.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name = '']) => name) : [];
      for (const name of named) if (name !== 'help') open.push([...(path as readonly string[]), name]);
    }
  });
});

test.each([
  [['chekc'], 'safeshell: unknown command `chekc`\n(Did you mean check?)\n(see safeshell --help)\n'],
  [['check', '--frob', 'x'], 'safeshell: unknown option `--frob`\n(see safeshell check --help)\n'],
  [['rules', 'shw'], 'safeshell: unknown command `shw`\n(Did you mean show?)\n(see safeshell rules --help)\n'],
  [
    ['rules', 'show', '--jsn'],
    'safeshell: unknown option `--jsn`\n(Did you mean --json?)\n(see safeshell rules show --help)\n',
  ],
  [['check'], 'safeshell: missing required argument `command`\n(see safeshell check --help)\n'],
  [
    ['check', 'git status', 'rm -rf /'],
    'safeshell: `git status` is not a program; quote the whole line, or pass several lines to `safeshell check -`\n',
  ],
])('%j is a mistake in the call', async (argv, err) => {
  expect(await called(...argv)).toEqual({ status: 64, out: '', err });
});

test('a program may have a blank in its path', async () => {
  expect(await called('check', '/opt/my app/frob', 'x')).toMatchObject({ status: 0, err: '' });
});

test('agents list tells a missing hook from a missing agent', async () => {
  mkdirSync(join(home, '.claude'));
  const { out } = await called('agents', 'list', 'claude', 'amp');
  expect(out.split('\n').map((line) => line.replace(/ {2,}/g, ' | '))).toEqual([
    `claude | no hook | Claude Code | ${home}/.claude/settings.json | used here`,
    `amp | no hook | Amp | ${home}/.config/amp/settings.json`,
    '',
  ]);
});

test('an empty trash is no failed search', async () => {
  expect(await called('trash', 'list')).toEqual({ status: 0, out: '', err: 'safeshell: the trash is empty\n' });
});

test('refresh says in one line who keeps it from writing, and since when', async () => {
  const lock = join(home, '.cache/safeshell/stamp.lock');
  mkdirSync(join(home, '.cache/safeshell'), { recursive: true });
  const since = new Date();
  writeFileSync(lock, `${process.pid} ${since.getTime()} 0`);
  // each look at the clock is an hour later
  const now = vi.spyOn(performance, 'now');
  now.mockImplementation(() => now.mock.calls.length * 3_600_000);
  const { status, err } = await called('refresh');
  now.mockRestore();
  const holder = `process ${process.pid}, since ${since.toTimeString().slice(0, 8)}`;
  expect([status, err]).toEqual([
    75,
    `safeshell: another process (${holder}) is writing the shims; if there is none, remove ${lock}\n`,
  ]);
  rmSync(lock);
  expect(await called('refresh')).toMatchObject({ status: 0, err: '' });
});
