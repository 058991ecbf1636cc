import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ProofLevel } from '../../../src/model/proof.ts';
import { jailWords } from '../jail-words.ts';
import { HOME, PROJECT, type Template } from './home.ts';
import type { ProvenLine } from './judge.ts';
import { misdeeds, TRACED } from './trace.ts';
import type { ProofWorld } from './worlds.ts';

const JAIL_MS = 600_000;
/** A line that takes longer is ended: `tail -f` changes nothing either. */
const LINE_SECONDS = 4;
const OUTPUT_BYTES = 64 * 1024 * 1024;

/** A line that did what no proof allows. */
export interface Violation {
  readonly line: string;
  readonly world: string;
  readonly what: readonly string[];
}

const ENV = { HOME, PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', USER: 'u', TERM: 'xterm' };

/** A HOME of its own that only a jail sees as /home/u: without a network, and all else cannot be written. */
export class ProofJail {
  readonly #folder = mkdtempSync(join(tmpdir(), 'temporary-proofs-'));
  readonly #home = join(this.#folder, 'home');
  readonly #temp = join(this.#folder, 'tmp');
  /** lines go in, traces come out */
  readonly #desk = join(this.#folder, 'desk');
  readonly #world: ProofWorld;

  private constructor(world: ProofWorld) {
    this.#world = world;
  }

  static async furnish(template: Template, world: ProofWorld): Promise<ProofJail> {
    const jail = new ProofJail(world);
    mkdirSync(jail.#temp);
    mkdirSync(jail.#desk);
    await printed('cp', ['-a', template.home, jail.#home]);
    for (const [path, text] of Object.entries(world.files ?? {})) jail.#write(path, text);
    for (const path of world.programs ?? []) chmodSync(join(jail.#home, path), 0o755);
    return jail;
  }

  #write(path: string, text: string): void {
    const file = join(this.#home, path);
    mkdirSync(dirname(file), { recursive: true });
    if (text.startsWith('+')) writeFileSync(file, text.slice(1), { flag: 'a' });
    else writeFileSync(file, text);
  }

  /** What programs see that are started here. */
  get env(): Readonly<Record<string, string>> {
    return { ...ENV, ...this.#world.env };
  }

  /** The lines that are proven here, judged by the bundle of this program with the facts of the jail. */
  async proven(
    lines: readonly string[],
    { bundle, level }: { readonly bundle: string; readonly level: ProofLevel },
  ): Promise<readonly ProvenLine[]> {
    const asked = JSON.stringify({ lines, cwd: PROJECT, env: this.env, level });
    const program = [process.execPath, '-e', "require('/mnt/main.cjs').answerProven()"];
    const walls = this.#walls(['--ro-bind', dirname(bundle), '/mnt']);
    return JSON.parse(await printed('bwrap', [...walls, ...program], asked));
  }

  /** Runs lines one after the other, and gives back those that did more than read. Spoils the HOME. */
  async run(lines: readonly ProvenLine[]): Promise<readonly Violation[]> {
    writeFileSync(join(this.#desk, 'lines'), lines.map(({ line }) => `${line}\0`).join(''));
    const settings = Object.entries(this.env).flatMap(([name, value]) => ['-E', `${name}=${value}`]);
    const before = this.#state();
    const index = await this.#index();
    await printed('bwrap', [
      ...this.#walls(['--bind', this.#desk, '/mnt']),
      // a bash whose input is a socket reads ~/.bashrc
      ...['/bin/sh', '-c', 'exec "$@" </dev/null', 'sh'],
      ...['/bin/bash', '--norc', '-c', RUNNER, 'bash', String(LINE_SECONDS), TRACED, ...settings],
    ]);
    const traced = lines.flatMap(({ line, programs, changes }, at) => {
      const file = join(this.#desk, String(at));
      const what = existsSync(file) ? misdeeds(readFileSync(file, 'latin1'), programs, changes) : ['did not run'];
      return what.length > 0 ? [{ line, world: this.#world.name, what }] : [];
    });
    if (traced.length > 0) return traced;
    const isFree = (path: string) => lines.every(({ changes }) => changes) && OF_PROJECT.test(path);
    const changed = [
      ...difference(before, this.#state()).filter((path) => !isFree(path)),
      ...(index === (await this.#index()) ? [] : ['the index']),
    ];
    if (changed.length === 0) return [];
    return [
      {
        line: lines.map(({ line }) => line).join('\n'),
        world: this.#world.name,
        what: changed.map((path) => `changed: ${path}`),
      },
    ];
  }

  /** Every file, folder and link: what it holds, its mode, and when it was written. */
  #state(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const folder of [this.#home, this.#temp]) {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const path = join(folder, name);
        if (!/\.git\/index$/.test(path)) found.set(path.slice(this.#folder.length), stateOf(path));
      }
    }
    return found;
  }

  /** What git would commit: `git status` writes the rest of the index anew. */
  #index(): Promise<string> {
    const git = [
      'env',
      'GIT_CONFIG_GLOBAL=/dev/null',
      'git',
      '-c',
      'core.fsmonitor=false',
      '-c',
      'core.hooksPath=/dev/null',
      'ls-files',
      '--stage',
    ];
    return printed('bwrap', [...this.#walls([]), ...git]);
  }

  #walls(more: readonly string[]): readonly string[] {
    return jailWords({ temp: this.#temp, home: this.#home, at: { home: HOME, cwd: PROJECT }, env: ENV, more });
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** What a line at level `project` may change. */
const OF_PROJECT = /^\/(?:tmp|home\/app)\/(?!\.git\/)/;

/** Arguments: seconds for a line, what to trace, options of strace. */
const RUNNER = `
seconds=$1 traced=$2; shift 2; at=0
while IFS= read -r -d '' line; do
  timeout -s KILL "$seconds" strace -f -qq -y -s 300 -e signal=none -e "trace=$traced" -o "/mnt/$at" "$@" \\
    /bin/bash -c "$line" </dev/null >/dev/null 2>&1
  at=$((at + 1))
done < /mnt/lines
`;

function stateOf(path: string): string {
  const { mode, mtimeMs, size } = lstatSync(path);
  const kind = mode & 0o170000;
  if (kind === 0o120000) return `link ${readlinkSync(path)}`;
  if (kind === 0o040000) return `folder ${mode}`;
  return [kind, mode, mtimeMs, size, createHash('sha256').update(readFileSync(path)).digest('hex')].join(' ');
}

function difference(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return paths.filter((path) => before.get(path) !== after.get(path));
}

/** What a program printed, whatever its exit status. */
function printed(program: string, args: readonly string[], input = ''): Promise<string> {
  const options = { timeout: JAIL_MS, killSignal: 'SIGKILL', maxBuffer: OUTPUT_BYTES } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error !== null && stdout === '' && stderr !== '') reject(new Error(stderr));
      else resolve(stdout);
    });
    child.stdin?.on('error', () => {}).end(input); // whoever does not read it has ended
  });
}

export function canTrace(): boolean {
  const walls = ['--ro-bind', '/', '/', '--dev', '/dev', '--unshare-all'];
  return spawnSync('bwrap', [...walls, 'strace', '-o', '/dev/null', 'true']).status === 0;
}
