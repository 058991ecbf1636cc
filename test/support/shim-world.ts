import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shimText } from '../../src/install/shim-text.ts';
import { generateShims, type ShimPlan } from '../../src/install/shims.ts';
import type { Environment } from '../../src/model/request.ts';
import { shQuote } from '../../src/util/sh-quote.ts';

/** Every shell that /bin/sh may be, as it would be started for a `#!/bin/sh` file. */
const SHELLS: readonly (readonly string[])[] = [
  ['dash'],
  ['bash', '--posix'],
  ['busybox', 'sh'],
  ['zsh', '--emulate', 'sh'],
  ['mksh'],
];

const TEMPLATE = shimText('.', 'shim.sh');
const SYSTEM_PATH = '/usr/bin:/bin';

export function which(program: string): string | undefined {
  return SYSTEM_PATH.split(':')
    .map((directory) => join(directory, program))
    .find((file) => existsSync(file));
}

/** The shells of this machine; those that are missing are named, not silently left out. */
export function presentShells(): readonly (readonly string[])[] {
  const present = SHELLS.filter(([program = '']) => which(program) !== undefined);
  const missing = SHELLS.filter((shell) => !present.includes(shell)).map(([program]) => program);
  if (missing.length > 0) console.warn(`not tested, not installed: ${missing.join(', ')}`);
  return present;
}

export interface Ran {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A private machine: temp HOME, a PATH of recorder stubs behind generated shims, and a Node that is a script. */
export class ShimWorld {
  private readonly home: string;
  readonly root: string;
  readonly bin: string;
  readonly shims: string;
  readonly stamp: string;
  readonly node: string;
  readonly main: string;
  readonly record: string;
  readonly path: string;

  constructor(names: readonly string[], { folder = '', ...plan }: Partial<ShimPlan> & { folder?: string } = {}) {
    this.home = realpathSync(mkdtempSync(join(tmpdir(), 'temporary-shim-')));
    this.root = join(this.home, folder);
    this.bin = join(this.root, 'bin');
    this.shims = join(this.root, 'shims');
    this.stamp = join(this.root, 'cache', 'stamp');
    this.node = join(this.root, 'node');
    this.main = join(this.root, 'dist', 'shim.cjs');
    this.record = join(this.root, 'record');
    this.path = `${this.shims}:${this.bin}:${SYSTEM_PATH}`;
    mkdirSync(this.root, { recursive: true });
    for (const directory of ['bin', 'dist', 'home']) mkdirSync(join(this.root, directory));
    for (const name of names) this.stub(name);
    this.fakeNode();
    writeFileSync(this.main, '// none of it is run');
    this.generate(names, plan);
  }

  generate(names: readonly string[], plan: Partial<ShimPlan> = {}) {
    return generateShims({
      layout: { shims: this.shims, stamp: this.stamp, walls: join(this.root, 'walls') },
      commands: names,
      sources: [],
      path: this.bin,
      template: TEMPLATE,
      node: this.node,
      nodeOptions: { options: [], marks: '/none' },
      main: this.main,
      bases: { HOME: '/home/u' },
      agents: { variables: ['CLAUDECODE'], programs: ['claude'] },
      startedMs: Date.now(),
      ...plan,
    });
  }

  /** A program that writes down how it was started, then does `then`. */
  stub(name: string, then = 'exit "${STUB_STATUS-0}"'): string {
    return this.script(join(this.bin, name), this.recorder(name, then));
  }

  /** Writes down how it was started, and answers FAKE_STATUS. `takes`: sh, run for each option before that. */
  fakeNode(takes = ':'): void {
    const options = `for word; do case $word in --*) ${takes} ;; -e) exit 0 ;; *) break ;; esac; done`;
    this.script(this.node, `${options}\n${this.recorder('node', 'exit "${FAKE_STATUS-222}"')}`);
  }

  script(file: string, body: string): string {
    writeFileSync(file, `#!/bin/sh\n${body}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  /** NUL-ended words, an empty line's worth of `\x01` between starts. */
  private recorder(label: string, then: string): string {
    return `printf '%s\\0' '${label}' "$@" >>${shQuote(this.record)}; printf '\\001\\0' >>${shQuote(this.record)}\n${then}`;
  }

  env(extra: Environment = {}): NodeJS.ProcessEnv {
    return { PATH: this.path, HOME: join(this.root, 'home'), SAFESHELL_CONTEXT: 'human', ...extra };
  }

  /** A shim as `shell` would run it, as words of sh. */
  shim(name: string, shell: readonly string[] = []): string {
    return [...shell, shQuote(join(this.shims, name))].join(' ');
  }

  /** Runs a line of sh with the shims in front of PATH. */
  run(line: string | Buffer, options: { env?: Environment; cwd?: string; input?: string } = {}): Ran {
    const file = join(this.root, 'line.sh');
    writeFileSync(file, line);
    return this.start(['/bin/sh', file], options);
  }

  /** Starts one program, so that the signal it dies of is seen. */
  start(argv: readonly string[], options: { env?: Environment; cwd?: string; input?: string } = {}): Ran {
    const [program = '', ...rest] = argv;
    const run = spawnSync(program, rest, {
      cwd: options.cwd ?? this.root,
      env: this.env(options.env),
      input: options.input ?? '',
      timeout: 100_000,
    });
    return { status: run.status, signal: run.signal, stdout: String(run.stdout), stderr: String(run.stderr) };
  }

  /** What was started since the last look: one list of words each, bytes as latin1. */
  starts(): readonly (readonly string[])[] {
    if (!existsSync(this.record)) return [];
    const words = readFileSync(this.record, 'latin1').split('\0').slice(0, -1);
    rmSync(this.record);
    const starts: string[][] = [[]];
    for (const word of words) {
      if (word === '\x01') starts.push([]);
      else starts.at(-1)?.push(word);
    }
    return starts.slice(0, -1);
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}
