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
import { generateShims, type ShimPlan } from '../../src/install/shims.ts';

/** Every shell that /bin/sh may be, as it would be started for a `#!/bin/sh` file. */
export const SHELLS: readonly (readonly string[])[] = [
  ['dash'],
  ['bash', '--posix'],
  ['busybox', 'sh'],
  ['zsh', '--emulate', 'sh'],
  ['mksh'],
];

const TEMPLATE = readFileSync(new URL('../../shims/shim.sh', import.meta.url), 'utf8');
const SYSTEM_PATH = '/usr/bin:/bin';

export function which(program: string): string | undefined {
  return SYSTEM_PATH.split(':')
    .map((directory) => join(directory, program))
    .find((file) => existsSync(file));
}

export interface Ran {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A private machine: temp HOME, a PATH of recorder stubs behind generated shims, and a Node that is a script. */
export class ShimWorld {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'safeshell-shim-')));
  readonly bin = join(this.root, 'bin');
  readonly shims = join(this.root, 'shims');
  readonly stamp = join(this.root, 'cache', 'stamp');
  readonly node = join(this.root, 'node');
  readonly main = join(this.root, 'dist', 'shim.cjs');
  readonly record = join(this.root, 'record');
  readonly path = `${this.shims}:${this.bin}:${SYSTEM_PATH}`;

  constructor(names: readonly string[], plan: Partial<ShimPlan> = {}) {
    for (const directory of ['bin', 'dist', 'home']) mkdirSync(join(this.root, directory));
    for (const name of names) this.stub(name);
    this.script(this.node, this.recorder('node', 'exit "${FAKE_STATUS-222}"'));
    writeFileSync(this.main, '');
    this.generate(names, plan);
  }

  generate(names: readonly string[], plan: Partial<ShimPlan> = {}) {
    return generateShims({
      layout: { shims: this.shims, stamp: this.stamp },
      commands: names,
      sources: [],
      path: this.bin,
      template: TEMPLATE,
      node: this.node,
      main: this.main,
      agents: { variables: ['CLAUDECODE'], programs: ['claude'] },
      startedMs: Date.now(),
      ...plan,
    });
  }

  /** A program that writes down how it was started, then does `then`. */
  stub(name: string, then = 'exit "${STUB_STATUS-0}"'): string {
    return this.script(join(this.bin, name), this.recorder(name, then));
  }

  script(file: string, body: string): string {
    writeFileSync(file, `#!/bin/sh\n${body}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  /** NUL-ended words, an empty line's worth of `\x01` between starts. */
  private recorder(label: string, then: string): string {
    return `printf '%s\\0' '${label}' "$@" >>'${this.record}'; printf '\\001\\0' >>'${this.record}'\n${then}`;
  }

  env(extra: Readonly<Record<string, string | undefined>> = {}): NodeJS.ProcessEnv {
    return { PATH: this.path, HOME: join(this.root, 'home'), SAFESHELL_CONTEXT: 'human', ...extra };
  }

  /** Runs a line of sh with the shims in front of PATH. `shell`: what reads the shims instead of /bin/sh. */
  run(
    line: string | Buffer,
    options: { shell?: readonly string[]; env?: NodeJS.ProcessEnv; cwd?: string; input?: string } = {},
  ): Ran {
    const shell = options.shell ?? ['sh'];
    const file = join(this.root, 'line.sh');
    writeFileSync(file, line);
    const run = spawnSync('/bin/sh', [file], {
      cwd: options.cwd ?? this.root,
      env: { ...this.env(options.env), RUN_SHELL: shell.join(' ') },
      input: options.input ?? '',
      timeout: 20_000,
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
    rmSync(this.root, { recursive: true, force: true });
  }
}
