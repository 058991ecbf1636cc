import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isSaid, type ProjectSay, writeSay } from '../../src/install/project-say.ts';
import { askGate, type LauncherGate, launcherGate } from '../support/hook-gates.ts';
import { hookPolicy } from '../support/hook-world.ts';
import { sampled } from '../support/runs.ts';
import { presentShells, ShimWorld } from '../support/shim-world.ts';

const DOORS = ['shim', 'hook'] as const;
/** shim-protocol.test.ts asks all of them for each change, and the weekly run here. */
const SOME_SHELLS = sampled(presentShells(), 'SHELLS_EVERY', 3);
const PLACES = SOME_SHELLS.flatMap((shell) => DOORS.map((door) => ({ shell, door, name: shell.join(' ') })));
const LATER_MS = 60_000;
const KEY = 'as it is';
const soonS = () => Date.now() / 1000 + 60;

let root: string;
let projects: string;
let launcher: LauncherGate;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-say-')));
  projects = join(root, 'said');
  launcher = launcherGate(hookPolicy('version: 1\nrules: []\n'), root, { projects });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

let worlds: ShimWorld[] = [];
afterEach(() => {
  for (const world of worlds) world.remove();
  worlds = [];
});

interface Place {
  readonly shell: readonly string[];
  readonly door: (typeof DOORS)[number];
}

/** A machine on which gates let frob and knob pass, with a project whose rules are about knob. */
class Machine {
  readonly world: ShimWorld;
  readonly project: string;
  readonly rules: string;

  constructor() {
    const byProgram = { frob: '__ss_way=run', knob: '__ss_way=run' };
    this.world = new ShimWorld(['frob', 'knob']);
    worlds.push(this.world);
    this.world.generate(['frob', 'knob'], {
      gates: () => ({ byProgram }),
      projects,
      startedMs: Date.now() + LATER_MS,
    });
    this.project = join(this.world.root, 'project');
    this.rules = join(this.project, '.safeshell/rules.yaml');
    mkdirSync(join(this.project, 'a/b'), { recursive: true });
    mkdirSync(join(this.world.root, 'beside'));
    this.put(this.rules);
  }

  /** what is kept about it */
  get said(): string {
    return join(projects, this.project, '.safeshell');
  }

  put(file: string): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'version: 1\nrules: []\n');
  }

  say(say: ProjectSay = { about: ['knob'] }, folder = this.project): boolean {
    return writeSay(projects, { folder, key: KEY }, say, Date.now() + LATER_MS);
  }

  /** Does Node have to be asked about the program, or at the hook about a line? */
  asks(line: string, { shell, door }: Place, folder = 'project'): boolean {
    const cwd = join(this.world.root, folder);
    if (door === 'hook') {
      const payload = { cwd, hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: line } };
      return askGate(launcher, [JSON.stringify(payload)], { shell, env: { HOME: this.world.root } }) === '0';
    }
    this.world.run(`cd '${cwd}' && ${this.world.shim(line, shell)}`);
    return this.world.starts()[0]?.[0] === 'node';
  }
}

describe.each(PLACES)('in $name at the $door', (at) => {
  test('a project whose rules are known leaves to gates what they are not about', () => {
    const machine = new Machine();
    expect(machine.asks('frob', at)).toBe(true);
    expect(machine.say()).toBe(true);
    const asked = (folder: string) => ['frob', 'knob'].map((program) => machine.asks(program, at, folder));
    expect(asked('project')).toEqual([false, true]);
    expect(asked('project/a/b')).toEqual([false, true]);
    expect(asked('beside')).toEqual([false, false]);
  });

  test.each<[string, (machine: Machine) => void]>([
    ['is about any program', (machine) => machine.say({ about: undefined })],
    ['is edited', ({ rules }) => utimesSync(rules, Date.now() / 1000 + 5, Date.now() / 1000 + 5)],
    ['is put in the place of another', ({ rules }) => utimesSync(rules, 1e9, 1e9)],
    ['was looked at too long ago', ({ said }) => utimesSync(join(said, 'until'), 1e9, 1e9)],
    ['was looked at in time to come', ({ said }) => utimesSync(join(said, 'seen'), soonS(), soonS())],
    ['lost a mark', ({ said }) => rmSync(join(said, 'from-1'))],
    [
      'is put there with the time of the old one',
      (machine) => {
        const { atime, mtime } = statSync(machine.rules);
        const other = join(machine.world.root, 'other.yaml');
        machine.put(other);
        utimesSync(other, atime, mtime);
        renameSync(other, machine.rules);
        const later = Date.now() / 1000 + 2 * LATER_MS; // than when it was looked at, which is to come
        utimesSync(dirname(machine.rules), later, later);
      },
    ],
    [
      'is a link',
      ({ world, rules }) => {
        renameSync(rules, join(world.root, 'other.yaml'));
        symlinkSync(join(world.root, 'other.yaml'), rules);
      },
    ],
    [
      'lies in a folder that is a link',
      ({ world, project }) => {
        renameSync(join(project, '.safeshell'), join(world.root, 'linked'));
        symlinkSync(join(world.root, 'linked'), join(project, '.safeshell'));
      },
    ],
    ['belongs to another policy', ({ world }) => renameSync(projects, join(world.root, 'said-before'))],
  ])('Node is asked where the file %s', (_what, change) => {
    const machine = new Machine();
    machine.say();
    expect(machine.asks('frob', at)).toBe(false);
    change(machine);
    expect(machine.asks('frob', at)).toBe(true);
  });

  test('the nearest project counts', () => {
    const machine = new Machine();
    machine.say();
    const inner = join(machine.project, 'a');
    machine.put(join(inner, '.safeshell/rules.yaml'));
    expect(machine.asks('frob', at, 'project/a/b')).toBe(true);
    machine.say({ about: ['frob'] }, inner);
    const asked = (folder: string) => ['frob', 'knob'].map((program) => machine.asks(program, at, folder));
    expect(asked('project/a/b')).toEqual([true, false]);
    expect(asked('project')).toEqual([false, true]);
    rmSync(join(inner, '.safeshell'), { recursive: true });
    expect(asked('project/a/b')).toEqual([false, true]);
  });

  test('a folder of that name without rules is no project, and hides none', () => {
    const machine = new Machine();
    mkdirSync(join(machine.world.root, 'plain/.safeshell'), { recursive: true });
    mkdirSync(join(machine.project, 'a/.safeshell'));
    expect(machine.asks('knob', at, 'plain')).toBe(false);
    expect(machine.asks('frob', at, 'project/a')).toBe(true);
    machine.say();
    const asked = ['frob', 'knob'].map((program) => machine.asks(program, at, 'project/a'));
    expect(asked).toEqual([false, true]);
  });

  test('nothing is known of a place that is entered through a link', () => {
    const machine = new Machine();
    machine.say();
    symlinkSync(machine.project, join(machine.world.root, 'way-in'));
    expect(machine.asks('frob', at, 'way-in/a')).toBe(true);
  });

  test('a file that is gone has no say', () => {
    const machine = new Machine();
    machine.say();
    rmSync(machine.rules);
    expect(machine.asks('knob', at)).toBe(false);
  });

  test('an edit under the exact old time of the file is for Node to see, when it is next asked', () => {
    const machine = new Machine();
    utimesSync(machine.rules, 1e9, 1e9);
    machine.say();
    machine.put(machine.rules);
    utimesSync(machine.rules, 1e9, 1e9);
    expect(machine.asks('frob', at)).toBe(false);
    utimesSync(join(machine.said, 'until'), 1e9, 1e9);
    expect(machine.asks('frob', at)).toBe(true);
    expect(isSaid(projects, { folder: machine.project, key: KEY })).toBe(false);
  });
});

describe.each(SOME_SHELLS.map((shell) => ({ shell, name: shell.join(' ') })))('a line in $name', ({ shell }) => {
  const at = { shell, door: 'hook' } as const;

  test.each<[string, boolean]>([
    ['frob a | other --b && echo x; true', false],
    ['frob a | knob', true],
    ['frob; knob', true],
    ['true || knob a', true],
    ['echo knob', false],
    ['"knob" a', true],
    ['k\\nob', true],
    ['cd a && frob', false],
    ['cd a && knob', true],
    ['cd .. && knob', true],
    ['cd .. && frob', false],
    ['cd inner && frob', true],
    ['cd inner/deep && frob', true],
    ['cd plain && frob', false],
  ])('%s: is Node asked? %s', (line, isAsked) => {
    const machine = new Machine();
    machine.say();
    machine.put(join(machine.project, 'inner/.safeshell/rules.yaml'));
    machine.say({ about: [] }, join(machine.project, 'inner'));
    mkdirSync(join(machine.project, 'inner/deep'));
    mkdirSync(join(machine.project, 'plain/.safeshell'), { recursive: true });
    // zsh has a CDPATH whatever its environment says
    expect(machine.asks(line, at)).toBe(isAsked || (shell[0] === 'zsh' && line.startsWith('cd ')));
  });

  test.each([
    ['cd', 'cd a && frob'],
    ['echo', 'frob && echo x'],
    ['git', 'git status'],
  ])('a rule about %s is one about `%s`', (name, line) => {
    const machine = new Machine();
    machine.say({ about: [] });
    if (shell[0] !== 'zsh') expect(machine.asks(line, at)).toBe(false);
    machine.say({ about: [name] });
    expect(machine.asks(line, at)).toBe(true);
    expect(machine.asks('frob', at)).toBe(false);
  });

  test('that leads from no project into one is for Node', () => {
    const machine = new Machine();
    machine.say();
    const asked = ['cd project && frob', 'cd project/a/b && frob'].map((line) => machine.asks(line, at, '.'));
    expect(asked).toEqual([true, true]);
    rmSync(dirname(machine.rules), { recursive: true });
    if (shell[0] !== 'zsh') expect(machine.asks('cd project && knob', at, '.')).toBe(false);
  });
});

test('Node knows as well whether something changed, also under an old time', () => {
  const { project, rules } = new Machine();
  const one = { folder: project, key: KEY };
  expect(isSaid(projects, one)).toBe(false);
  expect(writeSay(projects, one, { about: [] }, Date.now())).toBe(false); // it may be changed again within the second
  writeSay(projects, one, { about: [] }, Date.now() + LATER_MS);
  expect(isSaid(projects, one)).toBe(true);
  expect(isSaid(projects, { ...one, key: 'with another inode' })).toBe(false);
  const later = Date.now() / 1000 + 2 * LATER_MS;
  utimesSync(dirname(rules), later, later);
  expect(isSaid(projects, one)).toBe(false);
});
