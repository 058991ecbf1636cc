import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nodeOptions, nodeOptionsFolder } from '../../../src/install/node-options.ts';
import { findProgram, pathWithout } from '../../../src/install/programs.ts';
import { shimText } from '../../../src/install/shim-text.ts';
import { generateShims, installationEnv, isStale, type ShimPlan } from '../../../src/install/shims.ts';

const TEMPLATE = shimText('.', 'shim.sh');
const STARTED_MS = Date.UTC(2025, 0, 6);

let root: string;
let bin: string;
let shims: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'temporary-shims-'));
  bin = join(root, 'bin');
  shims = join(root, 'shims');
  mkdirSync(bin);
  for (const name of ['frob', 'knob', 'sudo', 'env']) install(name);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function install(name: string): void {
  writeFileSync(join(bin, name), '');
  chmodSync(join(bin, name), 0o755);
}

function generate(commands: readonly string[], plan: Partial<ShimPlan> = {}) {
  return generateShims({
    layout: { shims, stamp: join(root, 'cache', 'stamp'), walls: join(root, 'walls') },
    commands,
    sources: [],
    path: `${shims}:${bin}`,
    template: TEMPLATE,
    node: '/node',
    nodeOptions: { options: [], marks: '/none' },
    main: '/main',
    bases: { HOME: '/home/u', XDG_DATA_HOME: undefined },
    agents: { variables: ['CLAUDECODE', 'no good'], programs: ['claude'] },
    execA: false,
    startedMs: STARTED_MS,
    ...plan,
  });
}

describe('generateShims', () => {
  test('one shim per installed program, and the ways around PATH while there is any', () => {
    expect(generate(['frob', '/usr/bin/knob', 'absent', '', '..', 'a\nb'])).toEqual({
      active: ['env', 'frob', 'knob', 'sudo'],
      written: ['env', 'frob', 'knob', 'sudo'],
      passThrough: [],
      removed: [],
      missing: ['absent'],
    });
    expect(readdirSync(shims).sort()).toEqual([
      '.bases.json',
      '.later',
      '.programs',
      '.watched.json',
      'env',
      'frob',
      'knob',
      'sudo',
    ]);
    expect(statSync(join(shims, 'frob')).mode & 0o777).toBe(0o755);
    expect(statSync(shims).mode & 0o777).toBe(0o700);
    expect(generate([]).active).toEqual([]);
  });

  test('is idempotent, and moves only the stamp', () => {
    generate(['frob']);
    const identity = () => (({ ino, mtimeMs, ctimeMs }) => [ino, mtimeMs, ctimeMs])(statSync(join(shims, 'frob')));
    const before = identity();
    expect(generate(['frob'], { startedMs: STARTED_MS + 60_000 }).written).toEqual([]);
    expect(identity()).toEqual(before);
  });

  test('shims of another making are never seen with a stamp', () => {
    generate(['frob'], { gates: () => ({ byProgram: { frob: '__ss_way=run' } }) });
    writeFileSync(join(root, 'cache', 'stamp.lock'), `${process.pid} ${Date.now()} other`);
    const waits = vi.spyOn(Atomics, 'wait').mockImplementation(() => {
      rmSync(join(root, 'cache', 'stamp.lock'), { force: true });
      return 'timed-out';
    });
    expect(generate(['frob']).written).toEqual(['frob']);
    expect(waits).toHaveBeenCalledOnce();
    waits.mockRestore();
    mkdirSync(join(shims, 'knob'));
    expect(() => generate(['frob', 'knob'], { gates: () => ({ byProgram: { frob: ':' } }) })).toThrow();
    expect(existsSync(join(root, 'cache', 'stamp'))).toBe(false);
  });

  test('a dropped program keeps a pass-through; one that is gone keeps nothing; strangers stay', () => {
    generate(['frob', 'knob']);
    writeFileSync(join(shims, 'stranger'), '#!/bin/sh\n');
    rmSync(join(bin, 'knob'));
    expect(generate(['knob'])).toMatchObject({
      active: ['env', 'sudo'],
      passThrough: ['frob'],
      removed: ['knob'],
      missing: ['knob'],
    });
    expect(readFileSync(join(shims, 'frob'), 'utf8')).toContain('\n__ss_gate=open __ss_way=run\n');
    expect(existsSync(join(shims, 'knob'))).toBe(false);
    expect(readFileSync(join(shims, 'stranger'), 'utf8')).toBe('#!/bin/sh\n');
    expect(generate(['frob'])).toMatchObject({ active: ['env', 'frob', 'sudo'], passThrough: [] });
    expect(readFileSync(join(shims, 'frob'), 'utf8')).not.toContain('\n__ss_gate=open __ss_way=run\n');
  });

  test("a shorter PATH takes no shim away behind a person's back, a refresh of theirs does", () => {
    const sbin = join(root, 'sbin');
    mkdirSync(sbin);
    const tool = join(sbin, 'mkfrob');
    writeFileSync(tool, '', { mode: 0o755 });
    expect(generate(['frob', 'mkfrob'], { path: `${bin}:${sbin}` }).active).toContain('mkfrob');
    for (const _ of ['once', 'again']) {
      expect(generate(['frob', 'mkfrob'], { onlyAdd: true })).toMatchObject({ removed: [], written: [] });
    }
    rmSync(tool);
    expect(generate(['frob', 'mkfrob'], { onlyAdd: true }).removed).toEqual(['mkfrob']);
    writeFileSync(tool, '', { mode: 0o755 });
    expect(generate(['frob', 'mkfrob'], { onlyAdd: true }).written).toEqual(['mkfrob']);
    expect(generate(['frob', 'mkfrob']).removed).toEqual(['mkfrob']);
  });

  test('a shim that a shell has made stays while others bring all in line, whose PATH has no such program', () => {
    const own = join(root, 'own');
    const program = join(own, 'mkfrob');
    const makeShim = () => {
      const script = readFileSync('shims/later.sh', 'utf8')
        .replace('@SHIMS@', `'${shims}'`)
        .replace('@SEEN@', `'${join(root, 'seen')}'`);
      const { status } = spawnSync('/bin/sh', ['-c', script, 'later.sh', own], { env: { PATH: '/usr/bin:/bin' } });
      expect([status, existsSync(join(shims, 'mkfrob'))]).toEqual([0, true]);
    };
    mkdirSync(own);
    generate(['frob', 'mkfrob']);
    writeFileSync(program, '', { mode: 0o755 });
    makeShim();
    for (const _ of ['once', 'again'])
      expect(generate(['frob', 'mkfrob'], { onlyAdd: true })).toMatchObject({
        active: ['env', 'frob', 'mkfrob', 'sudo'],
      });
    expect(generate(['frob', 'mkfrob']).removed).toEqual(['mkfrob']);
    makeShim();
    rmSync(program);
    expect(generate(['frob', 'mkfrob'], { onlyAdd: true }).removed).toEqual(['mkfrob']);
  });

  test('a generation of programs stays while nothing changes, and never comes back', () => {
    const generation = () => readFileSync(join(shims, '.programs'), 'utf8').split('\n')[0];
    const clock = vi.spyOn(Date, 'now');
    const seen = new Set<string | undefined>();
    for (const [at, commands] of [['frob'], ['frob', 'knob'], ['frob'], ['frob', 'knob']].entries()) {
      clock.mockReturnValue(STARTED_MS + at);
      generate(commands);
      const first = generation();
      clock.mockReturnValue(STARTED_MS + 1000 + at);
      generate(commands);
      expect(generation()).toBe(first);
      seen.add(first);
    }
    clock.mockRestore();
    expect(seen.size).toBe(4);
  });

  test('leaves no placeholder and no half-written file behind', () => {
    generate(['frob'], { gates: () => ({ byProgram: { frob: ': "@NAME@"' } }) });
    const text = readFileSync(join(shims, 'frob'), 'utf8');
    expect(text.match(/@[A-Z_]+@/g)).toEqual(['@NAME@']);
    expect(text).toContain('${CLAUDECODE+x}"');
    expect(readdirSync(shims).sort()).toEqual([
      '.bases.json',
      '.later',
      '.programs',
      '.watched.json',
      'env',
      'frob',
      'sudo',
    ]);
  });

  test('remembers whose files it goes by', () => {
    generate(['frob']);
    const env = { HOME: '/other', XDG_CACHE_HOME: '/other/cache', PATH: '/bin' };
    expect(installationEnv(env, shims)).toEqual({ HOME: '/home/u', PATH: '/bin' });
    expect(() => installationEnv({}, bin)).toThrow('incomplete');
  });

  test('watches sources, their directories, and those not there yet', () => {
    const file = join(root, 'rules', 'a.yaml');
    mkdirSync(join(root, 'rules'));
    writeFileSync(file, '');
    generate(['frob'], { sources: [file, join(root, 'none', 'deep', 'b.yaml')], path: `${shims}:relative:${bin}` });
    const text = readFileSync(join(shims, 'frob'), 'utf8');
    const watched = [...text.matchAll(/\[ ! '([^']*)' -nt/g)].map(([, path]) => path);
    expect(watched).toEqual([file, join(root, 'rules')]);
    const missing = [...text.matchAll(/\[ ! -e '([^']*)' \]/g)].map(([, path]) => path);
    expect(missing).toEqual([join(root, 'none')]);
  });

  test('is stale when a source changes or comes, under whatever time, and when a program is installed', () => {
    const layout = { shims, stamp: join(root, 'cache', 'stamp'), walls: join(root, 'walls') };
    const folder = join(root, 'rules');
    const file = join(folder, 'a.yaml');
    mkdirSync(folder);
    writeFileSync(file, '');
    const startedMs = Date.now() + 10_000;
    const tried = nodeOptionsFolder(shims);
    const settle = () => {
      nodeOptions(process.execPath, tried);
      generate(['frob'], { sources: [file, join(root, 'none', 'b.yaml')], startedMs });
      expect(isStale(layout)).toBe(false);
    };
    const inFuture = (path: string) => utimesSync(path, startedMs / 1000 + 9, startedMs / 1000 + 9);
    const underOldTime = () => {
      const { mtimeMs } = statSync(file);
      writeFileSync(file, 'other');
      utimesSync(file, mtimeMs / 1000, mtimeMs / 1000);
    };
    expect(isStale(layout)).toBe(true);
    for (const change of [
      () => inFuture(file),
      () => inFuture(folder),
      underOldTime,
      () => utimesSync(file, -60, -60),
      () => inFuture(bin),
      () => mkdirSync(join(root, 'none')),
      () => rmSync(layout.stamp),
      () => rmSync(`${layout.stamp}.marks/to-0`),
      () => writeFileSync(join(shims, '.watched.json'), '{}'),
      () => rmSync(tried, { recursive: true }),
    ]) {
      for (const path of [file, folder, bin]) utimesSync(path, 0, 0);
      rmSync(join(root, 'none'), { recursive: true, force: true });
      settle();
      change();
      expect(isStale(layout)).toBe(true);
    }
    rmSync(join(root, 'none'), { recursive: true, force: true });
    generate(['frob'], { sources: [file], startedMs: Date.now() - 60_000 });
    utimesSync(file, 0, 0);
    expect(isStale(layout)).toBe(true);
  });

  test('carries no explanations', () => {
    generate(['frob']);
    const [first, second, ...lines] = readFileSync(join(shims, 'frob'), 'utf8').split('\n');
    expect([first, second]).toEqual(['#!/bin/sh', expect.stringMatching(/^# safeshell shim\./)]);
    const body = lines.slice(lines.findIndex((line) => !line.startsWith('#')));
    expect(body.filter((line) => /^ *#(?! ----)/.test(line))).toEqual([]);
  });
});

describe('programs in PATH', () => {
  test('our own directory is left out however it is spelled', () => {
    mkdirSync(shims);
    symlinkSync(shims, join(root, 'link'));
    const spelled = [shims, `${shims}/`, `${root}//shims/.`, join(root, 'link')];
    expect(pathWithout([...spelled, bin, '/none', ...spelled].join(':'), shims)).toBe(`${bin}:/none`);
    expect(pathWithout(shims, shims)).toBe('/usr/bin:/bin');
  });

  test('only an executable file is a program', () => {
    mkdirSync(join(bin, 'folder'));
    writeFileSync(join(bin, 'text'), '', { mode: 0o644 });
    const find = (name: string) => findProgram(name, `${shims}:/none:${bin}/frob:${bin}`, shims);
    expect([find('frob'), find('folder'), find('text'), find('none')]).toEqual([
      join(bin, 'frob'),
      undefined,
      undefined,
      undefined,
    ]);
  });
});
