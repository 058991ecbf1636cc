import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { isSaid, type ProjectSay, writeSay } from '../../src/install/project-say.ts';
import { presentShells, ShimWorld } from '../support/shim-world.ts';

const SHELLS = presentShells();
const LATER_MS = 60_000;
const KEY = 'as it is';

let worlds: ShimWorld[] = [];
afterEach(() => {
  for (const world of worlds) world.remove();
  worlds = [];
});

/** A machine on which gates let frob and knob pass, with a project whose rules are about knob. */
class Machine {
  readonly world: ShimWorld;
  readonly projects: string;
  readonly project: string;
  readonly rules: string;

  constructor() {
    const byProgram = { frob: '__ss_way=run', knob: '__ss_way=run' };
    this.world = new ShimWorld(['frob', 'knob']);
    worlds.push(this.world);
    this.projects = join(this.world.root, 'said');
    this.world.generate(['frob', 'knob'], {
      gates: () => ({ byProgram }),
      projects: this.projects,
      startedMs: Date.now() + LATER_MS,
    });
    this.project = join(this.world.root, 'project');
    this.rules = join(this.project, '.safeshell/rules.yaml');
    mkdirSync(join(this.project, 'a/b'), { recursive: true });
    this.put(this.rules);
  }

  put(file: string): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'version: 1\nrules: []\n');
  }

  say(say: ProjectSay = { about: ['knob'] }, folder = this.project): boolean {
    return writeSay(this.projects, { folder, key: KEY }, say, Date.now() + LATER_MS);
  }

  /** Does Node have to be asked? */
  asks(program: string, shell: readonly string[], folder = 'project'): boolean {
    this.world.run(`cd '${join(this.world.root, folder)}' && ${this.world.shim(program, shell)}`);
    return this.world.starts()[0]?.[0] === 'node';
  }
}

describe.each(SHELLS.map((shell) => [shell.join(' '), shell] as const))('in %s', (_name, shell) => {
  test('a project whose rules are known leaves to gates what they are not about', () => {
    const machine = new Machine();
    expect(machine.asks('frob', shell)).toBe(true);
    expect(machine.say()).toBe(true);
    const asked = (folder: string) => ['frob', 'knob'].map((program) => machine.asks(program, shell, folder));
    expect(asked('project')).toEqual([false, true]);
    expect(asked('project/a/b')).toEqual([false, true]);
    expect(asked('bin')).toEqual([false, false]);
  });

  test.each<[string, (machine: Machine) => void]>([
    ['is about any program', (machine) => machine.say({ about: undefined })],
    ['is edited', ({ rules }) => utimesSync(rules, Date.now() / 1000 + 5, Date.now() / 1000 + 5)],
    ['is put in the place of another', ({ rules }) => utimesSync(rules, 1e9, 1e9)],
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
    ['belongs to another policy', ({ world, projects }) => renameSync(projects, join(world.root, 'said-before'))],
  ])('Node is asked where the file %s', (_what, change) => {
    const machine = new Machine();
    machine.say();
    expect(machine.asks('frob', shell)).toBe(false);
    change(machine);
    expect(machine.asks('frob', shell)).toBe(true);
  });

  test('the nearest project counts', () => {
    const machine = new Machine();
    machine.say();
    const inner = join(machine.project, 'a');
    machine.put(join(inner, '.safeshell/rules.yaml'));
    expect(machine.asks('frob', shell, 'project/a/b')).toBe(true);
    machine.say({ about: ['frob'] }, inner);
    const asked = (folder: string) => ['frob', 'knob'].map((program) => machine.asks(program, shell, folder));
    expect(asked('project/a/b')).toEqual([true, false]);
    expect(asked('project')).toEqual([false, true]);
    rmSync(join(inner, '.safeshell'), { recursive: true });
    expect(asked('project/a/b')).toEqual([false, true]);
  });

  test('a folder of that name without rules is no project, and hides none', () => {
    const machine = new Machine();
    mkdirSync(join(machine.world.root, 'plain/.safeshell'), { recursive: true });
    mkdirSync(join(machine.project, 'a/.safeshell'));
    expect(machine.asks('knob', shell, 'plain')).toBe(false);
    expect(machine.asks('frob', shell, 'project/a')).toBe(true);
    machine.say();
    const asked = ['frob', 'knob'].map((program) => machine.asks(program, shell, 'project/a'));
    expect(asked).toEqual([false, true]);
  });

  test('nothing is known of a place that is entered through a link', () => {
    const machine = new Machine();
    machine.say();
    symlinkSync(machine.project, join(machine.world.root, 'way-in'));
    expect(machine.asks('frob', shell, 'way-in/a')).toBe(true);
  });

  test('a file that is gone has no say', () => {
    const machine = new Machine();
    machine.say();
    rmSync(machine.rules);
    expect(machine.asks('knob', shell)).toBe(false);
  });
});

test('Node knows as well whether something changed, also under an old time', () => {
  const { projects, project, rules } = new Machine();
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
