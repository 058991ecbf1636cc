import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { shQuote } from '../../src/util/sh-quote.ts';
import { presentShells, ShimWorld, which } from '../support/shim-world.ts';
import '../support/seed.ts';

const SHELLS = presentShells();
const OPEN_GATE = { gates: () => ({ byProgram: { frob: '__ss_way=run' } }) };
const LONG_AGO_S = 1_000_000_000;

let worlds: ShimWorld[] = [];
afterEach(() => {
  for (const world of worlds) world.remove();
  worlds = [];
});

function makeWorld(...args: ConstructorParameters<typeof ShimWorld>): ShimWorld {
  const world = new ShimWorld(...args);
  worlds.push(world);
  return world;
}

function programs(world: ShimWorld): readonly (string | undefined)[] {
  return world.starts().map((words) => words[0]);
}

describe.each(SHELLS.map((shell) => [shell.join(' '), shell] as const))('a shim in %s', (_name, shell) => {
  test('passes any words to Node and to the program, byte for byte', () => {
    const world = makeWorld(['frob']);
    const odd = [
      '',
      '\n',
      ' ',
      '-rf',
      '--',
      '-',
      '*',
      '?',
      '~',
      '$x',
      '$(x)',
      '`x`',
      "'",
      '"',
      '\\',
      '\\n',
      '#',
      '=',
      '\t',
      '\x7f',
    ];
    const bytes = fc.uint8Array({ maxLength: 12, min: 1 }).map((raw) => Buffer.from(raw).toString('latin1'));
    const utf8 = fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => Buffer.from(text).toString('latin1'));
    const word = fc.oneof(bytes, utf8, fc.constantFrom(...odd)).map((text) => text.replaceAll('\0', ''));
    const samples = fc.sample(fc.array(word, { maxLength: 6 }), { numRuns: 60, seed: 6 });
    const lines = samples.map((argv) => [world.shim('frob', shell), ...argv.map(quoteBytes)].join(' '));
    const ran = world.run(Buffer.from(`${lines.join('\n')}\n`, 'latin1'));
    expect(ran).toEqual({ status: 0, signal: null, stdout: '', stderr: '' });
    const expected = samples.flatMap((argv) => [
      ['node', world.main, 'frob', ...argv],
      ['frob', ...argv],
    ]);
    expect(world.starts()).toEqual(expected);
  });

  test.each([
    ['222: the program runs and keeps its status', 222, 7, 7],
    ['222, and the program says 222 itself', 222, 222, 222],
    ['126: refused', 126, 0, 126],
    ['127: not found', 127, 0, 127],
    ['0: no answer at all', 0, 0, 126],
    ['1: Node could not load', 1, 0, 126],
    ['221: unknown', 221, 0, 126],
    ['137: Node was killed', 137, 0, 126],
  ])('Node says %s', (_what, answer, own, status) => {
    const world = makeWorld(['frob']);
    const ran = world.start([...shell, join(world.shims, 'frob')], {
      env: { FAKE_STATUS: String(answer), STUB_STATUS: String(own) },
    });
    expect(ran).toMatchObject({ status, signal: null });
    expect(programs(world)).toEqual(answer === 222 ? ['node', 'frob'] : ['node']);
  });

  test.each(['TERM', 'HUP', 'INT'])('Node dies of SIG%s, so does the shim', (signal) => {
    const world = makeWorld(['frob']);
    world.script(world.node, `kill -${signal} $$`);
    const ran = world.start([...shell, join(world.shims, 'frob')]);
    // mksh turns every signal that ends it into a status, zsh does so with HUP
    if (shell[0] === 'mksh' || (shell[0] === 'zsh' && signal === 'HUP')) expect(ran.status).not.toBe(0);
    else expect(ran).toMatchObject({ status: null, signal: `SIG${signal}` });
    expect(world.starts()).toEqual([]);
  });

  test('Node is killed midway: 126, not run, and an agent is told not to retry', () => {
    const world = makeWorld(['frob']);
    world.script(world.node, 'kill -9 $$');
    const ran = world.start([...shell, join(world.shims, 'frob')], { env: { CLAUDECODE: '1' } });
    expect(ran).toMatchObject({ status: 126, signal: null });
    expect(JSON.parse(ran.stderr.replace(/^[\s\S]*safeshell: /, ''))).toMatchObject({ decision: 'deny', retry: false });
    expect(world.starts()).toEqual([]);
  });

  test('223: Node starts again as the very process that the caller waits for', () => {
    const world = makeWorld(['frob']);
    world.script(
      world.node,
      `printf '%s %s\\n' "$SAFESHELL_STEP" "$$" >>pids; [ "$SAFESHELL_STEP" = ask ] && exit 223; shift "$(($# - 2))"; echo "$1" "$2"; exit 137`,
    );
    const ran = world.run(`${world.shim('frob', shell)} 'a b' & echo "pid $!" >>pids; wait $!; echo "status $?"`);
    expect(ran.stdout).toBe('frob a b\nstatus 137\n');
    const lines = readFileSync(join(world.root, 'pids'), 'utf8').split('\n');
    const find = (word: string) => lines.find((line) => line.startsWith(word))?.split(' ')[1];
    expect(find('replace')).toBe(find('pid'));
    expect(find('ask')).not.toBe(find('pid'));
    expect(world.starts()).toEqual([]);
  });

  test('takes nothing from stdin and leaves pipes as they are', () => {
    const world = makeWorld(['frob', 'endless']);
    world.stub('frob', 'exec cat');
    world.stub('endless', 'exec yes');
    const frob = world.shim('frob', shell);
    expect(world.run(`printf 'one\\ntwo' | ${frob} | tr a-z A-Z`).stdout).toBe('ONE\nTWO');
    expect(world.run(`${world.shim('endless', shell)} | head -n 2`).stdout).toBe('y\ny\n');
    expect(world.run(`yes | ${frob} | head -n 2`).stdout).toBe('y\ny\n');
    expect(world.run(`${frob} <&-; echo "$?"`).stdout).toBe('1\n');
  });

  test.skipIf(!existsSync('/proc/self/fd') || which('bash') === undefined)('keeps inherited descriptors', () => {
    const world = makeWorld(['frob']);
    world.stub('frob', 'for fd in 3 7 9 10 11 12 15; do readlink /proc/$$/fd/$fd || echo gone; done');
    const names = [3, 7, 9, 10, 11, 12, 15].map((fd) => `exec ${fd}<${join(world.root, `fd${fd}`)}`);
    for (const fd of [3, 7, 9, 10, 11, 12, 15]) writeFileSync(join(world.root, `fd${fd}`), '');
    writeFileSync(join(world.root, 'caller.sh'), [...names, world.shim('frob', shell)].join('\n'));
    const ran = world.start(['/bin/bash', join(world.root, 'caller.sh')]);
    expect(
      ran.stdout
        .trim()
        .split('\n')
        .map((file) => file.slice(world.root.length)),
    ).toEqual(['/fd3', '/fd7', '/fd9', '/fd10', '/fd11', '/fd12', '/fd15']);
  });

  test('finds the real program however our directory is spelled in PATH', () => {
    const world = makeWorld(['frob']);
    const link = join(world.root, 'link');
    symlinkSync(world.shims, link);
    symlinkSync(join(world.shims, 'frob'), join(world.root, 'frob'));
    const [s, r, rest] = [world.shims, world.root, `${world.bin}:/usr/bin:/bin`];
    const paths = [
      `${s}:${s}`,
      `${s}/`,
      `${s}//.`,
      `${r}/./bin/../shims`,
      'shims',
      './shims/',
      link,
      `${link}/`,
      r,
      '',
      '::',
      'bin',
    ];
    for (const path of paths) {
      const ran = world.run(`${world.shim('frob', shell)} x; echo "$?"`, { env: { PATH: `${path}:${rest}` } });
      expect([path, ran.stdout, programs(world)]).toEqual([path, '0\n', ['node', 'frob']]);
    }
  });

  test('127, like a shell, where PATH has no such program', () => {
    const world = makeWorld(['frob']);
    mkdirSync(join(world.root, 'empty', 'frob'), { recursive: true });
    for (const path of [world.shims, `${world.shims}:${world.root}/empty`, '/nonexistent']) {
      const ran = world.start(
        [...shell.slice(0, 1).map((one) => which(one) ?? one), ...shell.slice(1), join(world.shims, 'frob')],
        {
          env: { PATH: path },
        },
      );
      expect(ran).toMatchObject({ status: 127, stderr: 'safeshell: frob: command not found\n' });
      expect(programs(world)).toEqual([]);
    }
  });

  test('functions, options and variables of the environment decide nothing', () => {
    const world = makeWorld(['frob']);
    const functionsOf = (names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [`BASH_FUNC_${name}%%`, '() { command echo SUBVERTED; }']));
    const functions = functionsOf(['[', 'test', 'echo', 'kill', 'read', 'command', 'builtin', 'ps']);
    const ran = world.start([...shell, join(world.shims, 'frob')], { env: functions });
    expect(ran).toMatchObject({ status: 0, stdout: '' });
    expect(programs(world)).toEqual(['node', 'frob']);
    // bash in POSIX mode gives up at the sight of these; what counts is that it does not run the program unasked
    const special = functionsOf(['unset', 'set', 'exec', 'export', 'exit', 'trap', 'return', 'continue', 'break']);
    expect(world.start([...shell, join(world.shims, 'frob')], { env: { ...special, FAKE_STATUS: '126' } }).stdout).toBe(
      '',
    );
    expect(programs(world)).not.toContain('frob');
    const env = {
      ...functions,
      ...Object.fromEntries(
        ['way', 'gate', 'place', 'real', 'status', 'signal', 'name', 'node', 'hops'].map((name) => [
          `__ss_${name}`,
          'run',
        ]),
      ),
      SAFESHELL_STEP: 'replace',
      SAFESHELL_BYPASS: '1',
      SAFESHELL_HOPS: '1:1:frob:0:/bin/true',
      SHELLOPTS: 'allexport:noglob',
      IFS: 'r',
      ENV: '/dev/null',
      BASH_ENV: '/dev/null',
      FAKE_STATUS: '126',
    };
    const refused = world.start([...shell, join(world.shims, 'frob')], { env });
    expect(refused).toMatchObject({ status: 126, stdout: '' });
    expect(programs(world)).toEqual(['node']);
  });

  test("Node starts without the caller's NODE_*, and hands over which of them were set", () => {
    const world = makeWorld(['frob']);
    const show =
      'echo "${NODE_OPTIONS-unset}|${NODE_EXTRA_CA_CERTS-unset}|$SAFESHELL_NODE_OPTIONS|$SAFESHELL_NODE_CERTS"';
    world.script(world.node, `${show}; exit 222`);
    world.stub('frob', 'echo "${NODE_OPTIONS-unset}|${NODE_EXTRA_CA_CERTS-unset}|${SAFESHELL_STEP-unset}"');
    const line = world.shim('frob', shell);
    expect(world.run(line).stdout).toBe('||||\nunset|unset|unset\n'.replace('||||', '|||'));
    expect(world.run(line, { env: { NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: '/a b' } }).stdout).toBe(
      '||=|=/a b\n|/a b|unset\n',
    );
  });
});

describe.each(SHELLS.map((shell) => [shell.join(' '), shell] as const))('rings of shims in %s', (_name, shell) => {
  /** pyenv and its like: looks past its own directory, leaves PATH alone, and may find us. */
  const SELF_BLIND = `me=\${0%/*}; IFS=:; for d in $PATH; do [ "$d" = "$me" ] && continue; [ -x "$d/frob" ] && exec "$d/frob" "$@"; done; exit 99`;
  /** asdf and its like: takes its own directory out of PATH first. */
  const SELF_REMOVING = `me=\${0%/*}; p=; IFS=:; for d in $PATH; do [ "$d" = "$me" ] || p=$p:$d; done; PATH=\${p#:}; export PATH; exec frob "$@"`;

  test.each([
    ['one that looks past itself', SELF_BLIND],
    ['one that leaves PATH', SELF_REMOVING],
  ])('another shim manager works: %s', (_what, body) => {
    const world = makeWorld(['frob']);
    const manager = join(world.root, 'manager');
    mkdirSync(manager);
    world.script(join(manager, 'frob'), body);
    const path = `${world.shims}:${manager}:${world.bin}:/usr/bin:/bin`;
    // the first start is the shell's at hand, those that the manager makes are /bin/sh's
    const ran = world.run(`${world.shim('frob', shell)} a 'b c'; echo "$?"`, { env: { PATH: path } });
    expect(ran).toMatchObject({ stdout: '0\n', stderr: '' });
    expect(world.starts().at(-1)).toEqual(['frob', 'a', 'b c']);
  });

  test('another shim manager works that another shim starts', () => {
    const world = makeWorld(['frob', 'mid']);
    const manager = join(world.root, 'manager');
    mkdirSync(manager);
    // as `#!/usr/bin/env bash` starts bash, and so its shim
    const viaMid = '[ "$VIA" ] || { VIA=1; export VIA; exec mid "$0" "$@"; }';
    world.script(join(manager, 'frob'), `${viaMid}; ${SELF_BLIND}`);
    world.script(join(world.bin, 'mid'), 'exec "$@"');
    const path = `${world.shims}:${manager}:${world.bin}:/usr/bin:/bin`;
    const ran = world.run(`${world.shim('frob', shell)} a 'b c'; echo "$?"`, { env: { PATH: path } });
    expect(ran).toMatchObject({ stdout: '0\n', stderr: '' });
    expect(world.starts().at(-1)).toEqual(['frob', 'a', 'b c']);
  });

  test('a ring without an end is ended', () => {
    const world = makeWorld(['frob']);
    const manager = join(world.root, 'manager');
    mkdirSync(manager);
    world.script(join(manager, 'frob'), SELF_BLIND);
    const env = { PATH: `${world.shims}:${manager}:/usr/bin:/bin` };
    const ran = world.start([...shell, join(world.shims, 'frob')], { env });
    expect(ran).toMatchObject({ status: 126, signal: null });
    expect(ran.stderr).toContain('in a ring');
    expect(new Set(programs(world))).toEqual(new Set(['node']));
  });

  test('a program that starts itself again by name is the same program', () => {
    const world = makeWorld(['frob']);
    const other = join(world.root, 'other');
    mkdirSync(other);
    copyFileSync(which('env') as string, join(world.bin, 'frob'));
    world.script(join(other, 'frob'), 'echo wrong');
    const env = { PATH: `${world.shims}:${world.bin}:${other}:/usr/bin:/bin` };
    const ran = world.start([...shell, join(world.shims, 'frob'), 'A=1', 'frob', 'frob', 'echo', 'right'], { env });
    expect(ran).toMatchObject({ status: 0, stdout: 'right\n' });
  });
});

test.skipIf(which('bash') === undefined)('functions that bash exports reach a bash behind a shim', () => {
  const world = makeWorld(['env'], {
    gates: () => ({ byProgram: { env: '__ss_way=run' } }),
    startedMs: Date.now() + 60_000,
  });
  copyFileSync(which('env') as string, join(world.bin, 'env'));
  const ran = world.start([
    'bash',
    '-c',
    `f() { echo "f $1"; }; export -f f; ${shQuote(join(world.shims, 'env'))} bash -c 'f x'`,
  ]);
  expect(ran).toMatchObject({ status: 0, stdout: 'f x\n' });
});

describe('the gate', () => {
  function gated(): ShimWorld {
    const world = makeWorld(['frob'], { ...OPEN_GATE, startedMs: Date.now() + 60_000 });
    return world;
  }

  test.each(SHELLS.map((shell) => [shell.join(' '), shell] as const))('answers alone in %s', (_name, shell) => {
    const world = gated();
    expect(world.run(`${world.shim('frob', shell)} '' 'a b'`)).toMatchObject({ status: 0, stderr: '' });
    expect(world.starts()).toEqual([['frob', '', 'a b']]);
  });

  test.each(SHELLS.map((shell) => [shell.join(' '), shell] as const))(
    'is not asked when stale, in %s',
    (_name, shell) => {
      const world = makeWorld(['frob'], OPEN_GATE);
      const rules = join(world.root, 'rules');
      mkdirSync(rules);
      writeFileSync(join(rules, 'a.yaml'), '');
      const started = Date.now() + 60_000;
      const regenerate = () => {
        world.generate(['frob'], {
          ...OPEN_GATE,
          sources: [join(rules, 'a.yaml'), join(world.root, 'later', 'b.yaml')],
          startedMs: started,
        });
      };
      const asked = () => {
        world.run(world.shim('frob', shell));
        return programs(world)[0] === 'node';
      };
      const file = join(rules, 'a.yaml');
      const setTime = (path: string, s: number) => utimesSync(path, s, s);
      const edit = (s: number) => {
        writeFileSync(file, 'other');
        setTime(file, s);
      };
      const marks = `${world.stamp}.marks`;
      regenerate();
      expect(asked()).toBe(false);
      const changes: readonly (readonly [string, () => void])[] = [
        ['edited', () => edit(started / 1000 + 60)],
        ['edited while the clock is back', () => edit(LONG_AGO_S + 60)],
        ['put back with an older time', () => edit(LONG_AGO_S - 60)],
        ['comes or goes', () => setTime(rules, started / 1000 + 60)],
        ['comes or goes while the clock is back', () => setTime(rules, LONG_AGO_S + 60)],
        ['its folder is put back', () => setTime(rules, LONG_AGO_S - 60)],
        ['a folder comes', () => mkdirSync(join(world.root, 'later'))],
        ['no stamp', () => rmSync(world.stamp)],
        ['a stamp from the future', () => setTime(world.stamp, Date.now() / 1000 + 60)],
        ['nobody looked for long', () => setTime(join(marks, 'until'), Date.now() / 1000 - 60)],
        ['no end of that', () => rmSync(join(marks, 'until'))],
        ['no lower mark', () => rmSync(join(marks, 'from-0'))],
        ['no upper mark', () => rmSync(join(marks, 'to-1'))],
      ];
      for (const [what, change] of changes) {
        rmSync(join(world.root, 'later'), { recursive: true, force: true });
        for (const one of [file, rules, world.bin]) setTime(one, LONG_AGO_S);
        regenerate();
        expect([what, asked()]).toEqual([what, false]);
        change();
        expect([what, asked()]).toEqual([what, true]);
      }
    },
  );

  test.each(SHELLS.map((shell) => [shell.join(' '), shell] as const))(
    'is not asked below a project with rules, however the directory was entered, in %s',
    (_name, shell) => {
      const world = gated();
      const deep = join(world.root, 'project', 'a', 'b');
      mkdirSync(deep, { recursive: true });
      mkdirSync(join(world.root, 'project', '.safeshell'));
      writeFileSync(join(world.root, 'project', '.safeshell', 'rules.yaml'), '');
      symlinkSync(deep, join(world.root, 'way-in'));
      const asked = (line: string) => {
        world.run(`${line}; ${world.shim('frob', shell)}`);
        return programs(world)[0] === 'node';
      };
      expect(asked(`cd '${deep}'`)).toBe(true);
      expect(asked(`cd '${world.root}/way-in'`)).toBe(true);
      expect(asked(`cd '${world.root}/project'`)).toBe(true);
      expect(asked(`cd '${world.root}/bin'`)).toBe(false);
    },
  );
});

describe.each(['space dir', '$x', '-rf', 'utf-8-é', 'new\nline', "a'b\\c", '*'])(
  'installed in a folder named %j',
  (folder) => {
    test.each(SHELLS.map((shell) => [shell.join(' '), shell] as const))('works in %s', (_name, shell) => {
      const world = makeWorld(['frob'], { folder });
      expect(world.run(`${world.shim('frob', shell)} x; echo "$?"`)).toEqual({
        status: 0,
        signal: null,
        stdout: '0\n',
        stderr: '',
      });
      expect(world.starts()).toEqual([
        ['node', Buffer.from(world.main).toString('latin1'), 'frob', 'x'],
        ['frob', 'x'],
      ]);
      expect(world.run(`cd bin && PATH=../shims:. && frob y`).stderr).toBe('');
      expect(programs(world)).toEqual(['node', 'frob']);
    });
  },
);

describe('without Node', () => {
  /** Started by nobody: a test runner is a Node among the ancestors, which is no sure sign of a person. */
  function detached(world: ShimWorld, extra: Record<string, string> = {}): { out: string; status: string } {
    const out = join(world.root, 'out');
    const shim = world.shim('frob').replaceAll("'", "'\\''");
    world.run(
      // it is nobody's child once setsid has ended
      `setsid -f sh -c 'while [ ! -e go ]; do :; done; ${shim} x >out 2>&1; echo "$?" >status.new; mv status.new status'
      : >go
      while [ ! -e status ]; do :; done`,
      { env: extra },
    );
    return { out: readFileSync(out, 'utf8'), status: readFileSync(join(world.root, 'status'), 'utf8').trim() };
  }
  const isTestable = which('setsid') !== undefined && existsSync('/proc/self/stat');

  test.skipIf(!isTestable)('a person is warned and served', () => {
    const world = makeWorld(['frob'], { node: '/nonexistent/node' });
    expect(detached(world)).toEqual({
      out: 'safeshell: frob runs unguarded: no Node at /nonexistent/node (safeshell doctor)\n',
      status: '0',
    });
    expect(programs(world)).toEqual(['frob']);
  });

  test.skipIf(!isTestable).each([{ SAFESHELL_CONTEXT: 'ai' }, { CLAUDECODE: '1' }])(
    'an agent is refused: %j',
    (extra) => {
      const world = makeWorld(['frob'], { node: '/nonexistent/node' });
      const { out, status } = detached(world, extra);
      expect(status).toBe('126');
      expect(JSON.parse(out.slice('safeshell: '.length))).toMatchObject({ decision: 'deny', retry: false });
      expect(world.starts()).toEqual([]);
    },
  );

  test('an interpreter among the ancestors may be an agent: refused', () => {
    const world = makeWorld(['frob'], { node: '/nonexistent/node' });
    expect(world.start([join(world.shims, 'frob')])).toMatchObject({ status: 126 });
    expect(world.starts()).toEqual([]);
  });
});

test.skipIf(which('bash') === undefined || !existsSync('/proc/self/cmdline')).each([
  [true, 'frob'],
  [false, undefined],
])('argv[0] where /bin/sh has exec -a: %s', (execA, name) => {
  const world = makeWorld(['frob', 'python3'], { execA });
  copyFileSync(which('cat') as string, join(world.bin, 'frob'));
  copyFileSync(which('cat') as string, join(world.bin, 'python3'));
  const first = (program: string, shell: readonly string[]) =>
    world.start([...shell, join(world.shims, program), '/proc/self/cmdline']).stdout.split('\0')[0];
  expect(first('frob', ['bash', '--posix'])).toBe(name ?? join(world.bin, 'frob'));
  expect(first('python3', ['bash', '--posix'])).toBe(join(world.bin, 'python3'));
  expect(first('frob', ['dash'])).toBe(join(world.bin, 'frob'));
});

/** Latin-1 text, one character a byte, as one single-quoted word. */
function quoteBytes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
