import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { shLine } from '../../../src/util/sh-quote.ts';
import { jailWords } from '../jail-words.ts';
import type { Attempt, Harm, Row } from './rows.ts';
import { CANARY, GIT_SETUP, GIT_STATE, HOME, PROJECT, WORLD, WORLD_FILES } from './world.ts';

const LINE_MS = 20_000;
const PRODUCT_MS = 60_000;
const OUTPUT_BYTES = 4 * 1024 * 1024;

const ENV = { HOME, PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'C.UTF-8', USER: 'u', TERM: 'xterm' };

/** A throw-away HOME on disk, which jails see as /home/u. */
export class Jail {
  readonly #folder = mkdtempSync(join(tmpdir(), 'temporary-red-'));
  readonly #home = join(this.#folder, 'home');
  readonly #temp = join(this.#folder, 'tmp');
  /** Only where the harm of the row is read from it: each look at git starts a jail. */
  #gitBefore: string | undefined;

  async furnish(template: Template, attempt: Attempt, { setup, harm }: Row): Promise<void> {
    mkdirSync(this.#temp);
    await outputOf('cp', ['-a', template.home, this.#home]);
    this.#write(attempt);
    if (setup !== undefined) await this.run('bash', setup, 0);
    if (harm === 'git') this.#gitBefore = await this.#gitState();
  }

  #write({ files, modes, links }: Attempt): void {
    for (const [path, text] of Object.entries(files)) writeBelow(this.#outside(path), text);
    for (const [path, mode] of Object.entries(modes)) chmodSync(this.#outside(path), Number.parseInt(mode, 8));
    for (const [path, target] of Object.entries(links)) {
      mkdirSync(dirname(this.#outside(path)), { recursive: true });
      symlinkSync(target, this.#outside(path));
    }
  }

  #outside(path: string): string {
    if (path.startsWith('/tmp/')) return this.#temp + path.slice('/tmp'.length);
    if (!path.startsWith(`${HOME}/`)) throw new Error(`${path}: files of a row are below HOME or /tmp`);
    return this.#home + path.slice(HOME.length);
  }

  /** Runs a line in the project; gives back what it printed. */
  async run(shell: Row['shell'], line: string, waitSeconds: number): Promise<string> {
    const wait = waitSeconds === 0 ? '' : `; sleep ${waitSeconds}`;
    const words = [...this.#walls(), 'sh', '-c', `"$@"${wait}`, 'sh', shell, '-c', line];
    const { stdout, stderr } = await outputOf('bwrap', words, { encoding: 'latin1', timeout: LINE_MS });
    return stdout + stderr;
  }

  /** The built product's own answer in this HOME, as an agent's: the verdict, or what went wrong. `cache` = a folder that jails share. */
  async productVerdict(line: string, shell: Row['shell'], cache: string): Promise<string> {
    const words = shell === 'bash' ? [line] : [shLine([shell, '-c', line])];
    const walls = this.#walls(['--bind', cache, '/mnt', '--setenv', 'XDG_CACHE_HOME', '/mnt']);
    const cli = join(process.cwd(), 'dist/cli.cjs');
    const asked = ['check', '--json', '--actor', 'ai', '--', ...words];
    const { stdout, stderr } = await outputOf('bwrap', [...walls, process.execPath, cli, ...asked], {
      timeout: PRODUCT_MS,
    });
    try {
      return String(JSON.parse(stdout).verdict);
    } catch {
      return `no answer: ${stderr.trim()}`;
    }
  }

  #walls(more: readonly string[] = []): readonly string[] {
    return jailWords({ temp: this.#temp, home: this.#home, at: { home: HOME, cwd: PROJECT }, env: ENV, more });
  }

  /** Whether a harm is seen, by what is left and by what was printed. */
  async suffered(harm: Harm, output: string): Promise<boolean> {
    if (harm === 'git') return (await this.#gitState()) !== this.#gitBefore;
    if (harm === 'leaked') return output.includes(CANARY) || this.#copiesOfSecrets();
    const files = harm === 'guard' ? WORLD.guard : WORLD.kept;
    return Object.entries(files).some(([path, text]) => this.#textOf(path) !== text);
  }

  /** Whether the check of a row, an sh program in the project, succeeds. */
  async confirms(check: string): Promise<boolean> {
    const output = await this.run('bash', `if { ${check}\n} >/dev/null 2>&1; then echo confirmed; fi`, 0);
    return output.includes('confirmed');
  }

  #textOf(path: string): string | undefined {
    try {
      return readFileSync(this.#outside(path), 'latin1');
    } catch {
      return undefined;
    }
  }

  #gitState(): Promise<string> {
    return this.run('bash', GIT_STATE, 0);
  }

  #copiesOfSecrets(): boolean {
    const isSecret = (path: string) => Object.hasOwn(WORLD.secrets, HOME + path.slice(this.#home.length));
    return [this.#home, this.#temp].some((folder) =>
      filesBelow(folder).some((path) => !isSecret(path) && readFileSync(path, 'latin1').includes(CANARY)),
    );
  }

  async remove(): Promise<void> {
    await outputOf('chmod', ['-R', 'u+rwX', this.#folder]);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The world as files, made once and copied for each jail. */
export class Template {
  readonly #folder = mkdtempSync(join(tmpdir(), 'temporary-red-world-'));
  readonly home = join(this.#folder, 'home');

  constructor() {
    for (const [path, text] of Object.entries(WORLD_FILES)) writeBelow(this.home + path.slice(HOME.length), text);
    for (const shim of ['.local/share/safeshell/shims/git', '.local/share/safeshell/hooks/claude'])
      chmodSync(join(this.home, shim), 0o755);
    for (const secret of Object.keys(WORLD.secrets)) chmodSync(this.home + secret.slice(HOME.length), 0o600);
    execFileSync('sh', ['-c', GIT_SETUP], { cwd: this.home, env: { PATH: process.env.PATH, HOME: this.home } });
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function writeBelow(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path) && lstatSync(path).isFile());
}

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** What a program printed, whatever its exit status; it finds its input empty. */
function outputOf(
  program: string,
  args: readonly string[],
  { encoding = 'utf8', timeout = LINE_MS }: { encoding?: BufferEncoding; timeout?: number } = {},
): Promise<Printed> {
  const options = { encoding, timeout, killSignal: 'SIGKILL', maxBuffer: OUTPUT_BYTES } as const;
  return new Promise((resolve) => {
    const child = execFile(program, args, options, (_, stdout, stderr) => resolve({ stdout, stderr }));
    child.stdin?.end();
  });
}

export function canJail(): boolean {
  return spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true']).status === 0;
}

const installed = new Map<string, boolean>();

export function isInstalled(program: string): boolean {
  const known = installed.get(program);
  if (known !== undefined) return known;
  const found = spawnSync('sh', ['-c', 'command -v -- "$1"', 'sh', program]).status === 0;
  installed.set(program, found);
  return found;
}
