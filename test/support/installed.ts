import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WATCHED_FILE } from '../../src/install/shims.ts';
import { layoutOf } from '../../src/store/layout.ts';
import { pause, removePatiently } from '../../src/store/patience.ts';
import { shQuote } from '../../src/util/sh-quote.ts';
import { copyTemplate } from './home-template.ts';
import { which } from './shim-world.ts';

export const CHECKOUT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Programs that a test must never really start; see TempHome.starts. */
const STUBS = ['rm', 'shred', 'dd'];

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly input?: string;
}

export type Ran = Pick<SpawnSyncReturns<string>, 'status' | 'signal' | 'stdout' | 'stderr'>;

/** A HOME in a temp directory of its own, with a PATH on which dangerous programs are recorder stubs. */
export class TempHome {
  readonly root: string;
  readonly home: string;
  /** without the stubs: installing needs rm */
  readonly tools = `${dirname(process.execPath)}:/usr/bin:/bin`;
  readonly path: string;
  private readonly record: string;

  /** `place`: where it is made; what lies around it there is, behind a wall, no temp folder that may be written. */
  constructor(name = 'space dir', place = tmpdir()) {
    this.root = realpathSync(mkdtempSync(join(place, 'temporary-home-')));
    this.home = join(this.root, name);
    this.record = join(this.root, 'record');
    const stubs = join(this.root, 'stubs');
    for (const folder of [this.home, stubs]) mkdirSync(folder);
    for (const stub of STUBS) this.script(join(stubs, stub), `echo ${stub} "$@" >>${shQuote(this.record)}`);
    this.path = `${stubs}:${this.tools}`;
  }

  get shims(): string {
    return join(this.home, '.local/share/safeshell/shims');
  }

  get launcher(): string {
    return join(this.home, '.local/bin/safeshell');
  }

  /** PATH of a guarded shell. */
  get guardedPath(): string {
    return `${this.shims}:${this.path}`;
  }

  file(name: string, text: string): string {
    const path = join(this.home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  read(name: string): string {
    return readFileSync(join(this.home, name), 'utf8');
  }

  script(path: string, body: string): string {
    writeFileSync(path, `#!/bin/sh\n${body}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  run(program: string, args: readonly string[], { env = {}, cwd = this.home, input = '' }: RunOptions = {}): Ran {
    const whole = { HOME: this.home, PATH: this.path, TERM: 'dumb', LANG: 'C.UTF-8', ...env };
    // `undo --json` of 20,000 files takes 3 MB
    const limits = { timeout: 170_000, maxBuffer: 64_000_000 };
    return spawnSync(program, args, { cwd, env: whole, input, encoding: 'utf8', ...limits });
  }

  /** `install.sh --no-build`: dist/ is what `npm run build` made. The agents of this machine have no part in it. */
  install(args: readonly string[] = [], options: RunOptions = {}): Ran {
    if (!existsSync(join(CHECKOUT, 'dist/cli.cjs'))) throw new Error('dist/ is missing: npm run build');
    const env = { PATH: this.tools, ...options.env };
    return this.run('/bin/sh', [join(CHECKOUT, 'install.sh'), '--no-build', '--no-agents', ...args], {
      ...options,
      env,
    });
  }

  safeshell(args: readonly string[], options: RunOptions = {}): Ran {
    return this.run(this.launcher, args, options);
  }

  /** Command lines of the stubs that were started. */
  starts(): readonly string[] {
    return existsSync(this.record) ? readFileSync(this.record, 'utf8').trimEnd().split('\n') : [];
  }

  /** Everything in HOME that can be seen but times. */
  snapshot(): readonly string[] {
    return entriesOf(this.home).map(lineOf).sort();
  }

  /** Makes everything in HOME what it is now. What has not changed is not touched, so that what was compiled from it counts. */
  keep(): () => void {
    const kept = entriesOf(this.home);
    const paths = new Set(kept.map(({ path }) => path));
    return () => {
      const now = entriesOf(this.home);
      for (const { path } of now) if (!paths.has(path)) removePatiently(path);
      const same = new Set(now.map(lineOf));
      for (const entry of kept) if (!same.has(lineOf(entry))) put(entry);
    };
  }

  remove(): void {
    removePatiently(this.root);
  }
}

interface InstalledOptions {
  /** The only packs that are on, by config.yaml; absent = all. For tests that change rules about every program. */
  readonly packs?: readonly string[];
  /** config.yaml; absent = by `packs` */
  readonly config?: string;
  /** with hooks */
  readonly agents?: readonly string[];
  /** see TempHome */
  readonly place?: string;
}

/**
 * A HOME with the guard in it and in its start-up files, by `install.sh --yes`. It is a copy of an installation of this test
 * run: nothing is stale or young, gates answer, and nothing is on record.
 */
export function installedHome(name?: string, options: InstalledOptions = {}): TempHome {
  const { packs, config = packs && onlyPacks(packs), agents = [], place } = options;
  const empty = () => new TempHome(name, place);
  const home = empty();
  const install = (template: TempHome) => installTemplate(template, config, agents);
  copyTemplate(JSON.stringify([config ?? '', ...agents]), home, { empty, install });
  return home;
}

function installTemplate(home: TempHome, config: string | undefined, agents: readonly string[]): void {
  if (config !== undefined) home.file('.config/safeshell/config.yaml', config);
  const ran = [home.install(['--yes'])];
  if (agents.length > 0) ran.push(home.safeshell(['agents', 'install', ...agents]));
  for (const { status, stdout, stderr } of ran)
    if (status !== 0) throw new Error(`the installation failed: ${stdout}${stderr}`);
  settle(home);
  warmUp(home);
}

const HOUR_S = 3600;
/** Longer than the ticks of a disk's clock: see src/install/freshness.ts. */
const TICK_MS = 200;

/** Makes the sources of the policy old, so that a refresh marks them and gates answer. */
function settle(home: TempHome): void {
  const env = { PATH: `${home.tools}:${dirname(home.launcher)}` }; // as of `safeshell setup`
  const { cache, data } = layoutOf({ HOME: home.home });
  const watched = [data.shims, data.hooks].flatMap((folder) =>
    keysOf(JSON.parse(readFileSync(join(folder, WATCHED_FILE), 'utf8'))).filter((path) => path.startsWith(home.home)),
  );
  const longAgo = Date.now() / 1000 - HOUR_S;
  for (const path of watched) utimesSync(path, longAgo, longAgo);
  pause(TICK_MS);
  home.safeshell(['refresh'], { env });
  for (const stamp of [join(cache.root, 'stamp'), join(data.hooks, '.stamp')])
    if (!existsSync(stamp)) throw new Error(`no gate answers in ${home.home}: ${stamp} is missing`);
}

/** The keys of an object and of all objects in it. */
function keysOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [key, ...keysOf(one)]);
}

/** Has V8 code kept of what tests start most, and forgets what was put on record meanwhile. */
function warmUp(home: TempHome): void {
  const { state, cache } = layoutOf({ HOME: home.home });
  const namesIn = (folder: string) => readdirSync(folder);
  const before = new Set([state.root, cache.root].flatMap(namesIn));
  home.safeshell(['check', 'git push --force']);
  home.run(join(home.shims, 'git'), ['push', '--force'], { env: { PATH: home.guardedPath } });
  for (const folder of [state.root, cache.root])
    for (const name of namesIn(folder))
      if (!before.has(name) && join(folder, name) !== cache.settings) removePatiently(join(folder, name));
}

/** Settings by which all packs but these are off. */
export function onlyPacks(packs: readonly string[]): string {
  const names = readdirSync(join(CHECKOUT, 'rules')).flatMap((name) => /^(.*)\.yaml$/.exec(name)?.[1] ?? []);
  return `version: 1\npacks: { disable: [${names.filter((name) => !packs.includes(name)).join(', ')}] }\n`;
}

/** Where CI is set every shell must be there; elsewhere a missing one is left out, and named. */
export function mayTestWith(shell: string): boolean {
  const isThere = which(shell) !== undefined;
  if (!isThere) console.warn(`not tested, not installed: ${shell}`);
  return isThere || Boolean(process.env.CI);
}

interface Entry {
  readonly path: string;
  readonly mode: number;
  /** absent = a directory */
  readonly content?: Buffer | { readonly target: string };
}

/** Folders stand before what is in them; what a process in the background takes away meanwhile is not there. */
function entriesOf(folder: string): readonly Entry[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    try {
      return entriesAt(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
}

function entriesAt(path: string): readonly Entry[] {
  const stats = lstatSync(path);
  const mode = stats.mode & 0o7777;
  if (stats.isDirectory()) return [{ path, mode }, ...entriesOf(path)];
  if (stats.isSocket()) return []; // belongs to who listens
  return [{ path, mode, content: stats.isSymbolicLink() ? { target: readlinkSync(path) } : readFileSync(path) }];
}

function lineOf({ path, mode, content }: Entry): string {
  const line = `${path} ${mode.toString(8)}`;
  if (content === undefined) return `${line} directory`;
  return 'target' in content ? `${line} -> ${content.target}` : `${line} ${content.toString('latin1')}`;
}

function put({ path, mode, content }: Entry): void {
  if (content !== undefined || !lstatSync(path, { throwIfNoEntry: false })?.isDirectory())
    rmSync(path, { recursive: true, force: true });
  if (content !== undefined && 'target' in content) {
    symlinkSync(content.target, path);
    return;
  }
  if (content === undefined) mkdirSync(path, { recursive: true });
  else writeFileSync(path, content);
  chmodSync(path, mode);
}
