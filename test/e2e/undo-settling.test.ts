import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { layoutOf } from '../../src/store/layout.ts';
import { installedHome, type TempHome } from '../support/installed.ts';

let home: TempHome;
let project: string;
const AI = { SAFESHELL_CONTEXT: 'ai' };

const RULES = `
version: 1
rules:
  - name: tidy
    commands: [mytidy]
    conditions: [{ args: { any_flag: [--write] } }]
    action: allow
    keep: [operands, ./side.db, "~/tidy/*.db"]
    tests: { match: [mytidy --write notes.md], no_match: [mytidy notes.md] }
  - name: wipe
    commands: [mywipe]
    action: require_approval
    undoable: true
    keep: operands
  - name: scrub
    commands: [myscrub]
    action: require_approval
    keep: operands
`;

beforeAll(() => {
  home = installedHome(undefined, { config: 'undo: { mode: instead_of_asking }\n', agents: ['claude'] });
  home.file('.config/safeshell/rules/mine.yaml', RULES);
  mkdirSync(join(home.home, 'bin'));
  home.script(
    join(home.home, 'bin/mytidy'),
    'for f do case $f in -*) ;; *) [ -f "$f" ] && echo tidy >"$f" ;; esac; done; echo tidy >side.db',
  );
  for (const name of ['mywipe', 'myscrub']) home.script(join(home.home, 'bin', name), 'rm -rf "$@"');
  const PATH = `${join(home.home, 'bin')}:${home.tools}`;
  expect(home.safeshell(['refresh'], { env: { PATH } })).toMatchObject({ status: 0, stderr: '' });
});
afterAll(() => home.remove());

beforeEach(() => {
  project = join(home.home, 'project');
  rmSync(project, { recursive: true, force: true });
  mkdirSync(join(project, 'src'), { recursive: true });
  for (const name of ['notes.md', 'side.db', 'src/a.ts', 'other.md']) writeFileSync(join(project, name), `${name}\n`);
});

const read = (name: string) => readFileSync(join(project, name), 'utf8');
const path = () => `${home.shims}:${join(home.home, 'bin')}:${home.tools}`;
const run = (line: string) => home.run('/bin/sh', ['-c', line], { cwd: project, env: { ...AI, PATH: path() } });
const bare = (line: string) =>
  home.run('/bin/sh', ['-c', line], { cwd: project, env: { PATH: `${join(home.home, 'bin')}:${home.tools}` } });
const undo = (...args: readonly string[]) => home.safeshell(['undo', ...args], { cwd: '/', env: AI });
const records = () => JSON.parse(undo('--list', '--json').stdout) as { id: number; command: string }[];

function hook(line: string, event = 'PreToolUse'): string {
  const payload = {
    hook_event_name: event,
    tool_name: 'Bash',
    tool_input: { command: line },
    cwd: project,
    session_id: 's',
  };
  const launcher = join(home.home, '.local/share/safeshell/hooks/claude');
  const asked = home.run(launcher, [], { cwd: project, input: JSON.stringify(payload), env: AI });
  expect(asked.status).toBe(0);
  return asked.stdout;
}

describe('`keep` in a rule, for a program that no grammar knows', () => {
  test.each([
    ['by its shim', run],
    [
      'by a hook',
      (line: string) => {
        hook(line);
        return bare(line);
      },
    ],
  ] as const)('%s: what its words name, and what the rule names', (_how, destroy) => {
    expect(destroy('mytidy --write notes.md gone.md').status).toBe(0);
    expect([read('notes.md'), read('side.db')]).toEqual(['tidy\n', 'tidy\n']);
    expect(undo('--yes').status).toBe(0);
    expect([read('notes.md'), read('side.db')]).toEqual(['notes.md\n', 'side.db\n']);
  });

  test('nothing is kept for calls that the rule is not about', () => {
    const before = records().length;
    run('mytidy notes.md');
    hook('mytidy notes.md');
    expect(records()).toHaveLength(before);
  });

  test('a question of such a rule answers itself', () => {
    const wiped = run('mywipe src other.md');
    expect([wiped.status, wiped.stderr]).toEqual([0, expect.stringContaining('kept as')]);
    expect(undo('--yes').status).toBe(0);
    expect([read('src/a.ts'), read('other.md')]).toEqual(['src/a.ts\n', 'other.md\n']);
    expect(hook('mywipe "$UNKNOWN"')).toMatch(/"(ask|deny)"/);
  });
});

describe('what a person approved was kept, and the agent is told so', () => {
  const approve = (refusal: string) => {
    const [, id = ''] = /safeshell approve ([0-9a-f]+)/.exec(refusal) ?? [];
    expect(home.safeshell(['approve', id, '--yes']).status).toBe(0);
  };
  const kept = () => `kept as ${records()[0]?.id}: safeshell undo ${records()[0]?.id}`;

  test('by a shim, before its output', () => {
    const refused = run('myscrub src');
    expect(refused.status).not.toBe(0);
    approve(refused.stderr);
    const ran = run('myscrub src');
    expect([ran.status, ran.stderr]).toEqual([0, expect.stringContaining(`"kept":"${kept()}"`)]);
    expect(undo('--yes').status).toBe(0);
    expect(read('src/a.ts')).toBe('src/a.ts\n');
  });

  test('by a hook, in words to the model', () => {
    approve(hook('myscrub other.md'));
    const { hookSpecificOutput: said, ...others } = JSON.parse(hook('myscrub other.md'));
    const additionalContext = `safeshell: what it destroys was ${kept()}.`;
    expect([said, others]).toEqual([{ hookEventName: 'PreToolUse', additionalContext }, {}]);
  });
});

describe('the end of a command', () => {
  /** As if the record was made that long ago. */
  const age = (seconds: number) => {
    const [{ id } = { id: 0 }] = records();
    const then = Date.now() / 1000 - seconds;
    const { state } = layoutOf({ HOME: home.home });
    utimesSync(join(state.undo, String(id), 'record.json'), then, then);
  };
  const LINE = ': >notes.md';

  test('is told by an agent that starts its hook after the call', () => {
    hook(LINE);
    age(60);
    bare(LINE);
    expect(undo().stdout).toContain('changed since');
    expect(hook('another line', 'PostToolUse')).toBe('');
    expect(undo().stdout).toContain('changed since');
    expect(hook(LINE, 'PostToolUse')).toBe('');
    expect(undo().stdout).not.toContain('changed since');
    expect(undo('--yes').status).toBe(0);
    expect(read('notes.md')).toBe('notes.md\n');
  });
});
