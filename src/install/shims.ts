import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { Environment } from '../model/request.ts';
import { readIfThere, writeFileAtomic } from '../store/atomic-file.ts';
import { makeFolder } from '../store/folders.ts';
import { BASE_VARIABLES, layoutOf, MODES } from '../store/layout.ts';
import { LockHeld, withLockInTime } from '../store/lock.ts';
import { isRecord, isString, parseJson } from '../util/guards.ts';
import { areMarksWhole, changedSince, isSeen, look, marksOf, renewIfDue, type Seen, writeMarks } from './freshness.ts';
import { type NodeOptions, nodeOptionsFolder, recordedOptions } from './node-options.ts';
import { isSameFile, pathEntries, programFinder } from './programs.ts';
import { foldersFoundLater, LATER_NAME, laterFiles } from './programs-later.ts';
import { type AgentNames, isShim, PASS_THROUGH, renderShim, type Watched, withoutComments } from './shim-template.ts';

/** Programs that can start an indexed command past our PATH: they are shimmed while anything is. */
export const PATH_LEAVERS = [
  'sudo',
  'doas',
  'su',
  'pkexec',
  'runuser',
  'env',
  'chroot',
  'setpriv',
  'systemd-run',
  'busybox',
  'toybox',
] as const;

export interface ShimLayout {
  /** the shim directory, first in PATH */
  readonly shims: string;
  /** absent = no gate answers: see freshness.ts */
  readonly stamp: string;
  readonly walls: string;
}

export function shimLayout(env: Environment): ShimLayout {
  const layout = layoutOf(env);
  return { shims: layout.data.shims, stamp: join(layout.cache.root, 'stamp'), walls: layout.state.walls };
}

export interface ShimPlan {
  readonly layout: ShimLayout;
  /** variables that locate our files: see BASE_VARIABLES */
  readonly bases: Environment;
  /** programs that rules name: base names or paths */
  readonly commands: readonly string[];
  readonly gates?: (programs: readonly string[]) => ShimGates;
  /** what projects say beside these gates: see project-say.ts; absent = in a project every call goes to Node */
  readonly projects?: string;
  /** rule files and their directories; those that do not exist yet count too */
  readonly sources: readonly string[];
  /** PATH of the person; our own directory in it is skipped */
  readonly path: string;
  /** text of shims/shim.sh */
  readonly template: string;
  readonly node: string;
  readonly nodeOptions: NodeOptions;
  readonly main: string;
  readonly agents: AgentNames;
  /** /bin/sh has `exec -a`; absent = tested by running it */
  readonly execA?: boolean;
  /** when the reading of the rule files began */
  readonly startedMs: number;
  /** shims that are live stay live: other places than this one may have rules for them, or another PATH */
  readonly onlyAdd?: boolean;
}

/** What is asked before Node is started. */
export interface ShimGates {
  /** by base names: see ShimText.gate; one that is not there has none */
  readonly byProgram: Readonly<Record<string, string>>;
  /** files that gates read, by their names in the folder of the shims */
  readonly beside?: Readonly<Record<string, string>>;
}

export interface ShimReport {
  /** names with a live shim */
  readonly active: readonly string[];
  readonly written: readonly string[];
  readonly passThrough: readonly string[];
  readonly removed: readonly string[];
  /** rules name it, but no such program is installed */
  readonly missing: readonly string[];
}

const BASES_FILE = '.bases.json';
/** In a folder of shims or launchers: what its gates look at beside the command. */
export const WATCHED_FILE = '.watched.json';

/** Ours: HOME and XDG_* as they were when the directory was generated, all else as it is now. Throws as readBases does. */
export function installationEnv(env: Environment, shims: string): Environment {
  const own: Record<string, string | undefined> = { ...env };
  for (const name of BASE_VARIABLES) delete own[name];
  return { ...own, ...readBases(shims) };
}

/** The variables that a shim directory was generated with. Throws an Error where they are not recorded in it. */
function readBases(shims: string): Environment {
  const text = readIfThere(join(shims, BASES_FILE));
  const bases = parseJson(text ?? '');
  if (!isRecord(bases)) throw new Error(`${shims} is incomplete`);
  return Object.fromEntries(BASE_VARIABLES.flatMap((name) => (isString(bases[name]) ? [[name, bases[name]]] : [])));
}

const SHIM_MODE = 0o755;

/**
 * Makes the shim directory say what the policy says: one shim per indexed program that is installed. Idempotent; each
 * file appears whole or not at all; strangers' files stay. The stamp comes last: until then every call is a slow one.
 * Throws what node:fs throws where the directory cannot be written.
 */
export function generateShims(plan: ShimPlan): ShimReport {
  const { layout } = plan;
  makeFolder(layout.shims);
  const own = ownShims(layout.shims);
  const live = [...own].filter(([, text]) => !text.includes(PASS_THROUGH)).map(([name]) => name);
  const wanted = wantedNames([...plan.commands, ...(plan.onlyAdd ? live : [])]);
  const path = plan.onlyAdd ? [plan.path, ...foldersBefore(layout.shims)].join(':') : plan.path;
  const isInstalled = programFinder(path, layout.shims);
  const active = wanted.filter(isInstalled);
  const dropped = [...own.keys()].filter((name) => !active.includes(name));
  const passThrough = dropped.filter(isInstalled);
  const removed = dropped.filter((name) => !passThrough.includes(name));

  const watched = watch(plan.sources);
  const installs = watch(pathEntries(path).filter((one) => isAbsolute(one) && !isSameFile(one, layout.shims)));
  const { byProgram: gateOf = {}, beside = {} } = plan.gates?.(active) ?? {};
  const render = shimRenderer({ ...plan, watched, gateOf });
  const texts = [
    ...active.map((name) => [name, render(name, false)] as const),
    ...passThrough.map((name) => [name, render(name, true)] as const),
  ];
  const written = oneAtATime(layout.stamp, () => {
    const changed = texts.filter(([name, text]) => readIfThere(join(layout.shims, name)) !== text);
    const read = Object.entries(beside).filter(([name, text]) => readIfThere(join(layout.shims, name)) !== text);
    // while some are of another making, no gate answers
    if (changed.length + read.length > 0) rmSync(layout.stamp, { force: true });
    for (const [name, text] of read) replaceFile(join(layout.shims, name), text, MODES.file);
    for (const [name, text] of changed) replaceFile(join(layout.shims, name), text);
    replaceFile(join(layout.shims, BASES_FILE), JSON.stringify(plan.bases), MODES.file);
    const seen = (one: Watched): SeenSources => ({ missing: one.missing, seen: look(one.changing, plan.startedMs) });
    const kept = { watched: seen(watched), installs: seen(installs), projects: plan.projects };
    replaceFile(join(layout.shims, WATCHED_FILE), JSON.stringify(kept), MODES.file);
    for (const name of removed) rmSync(join(layout.shims, name), { force: true });
    const later = laterFiles({ shims: layout.shims, active, wanted, shim: render(LATER_NAME, false) });
    for (const [path, text] of later) replaceFile(path, text, MODES.file);
    writeMarks(marksOf(layout.stamp), watched.changing, plan.startedMs);
    return changed.map(([name]) => name);
  });
  return {
    active,
    written,
    passThrough,
    removed,
    missing: wanted.filter((name) => isOfRules(plan, name) && !active.includes(name)),
  };
}

/** Longest that we wait for another that writes shims. */
const LOCK_WAIT_MS = 10_000;

/** Two that write shims at once would leave some of each. Throws LockHeld where the other one does not end. */
function oneAtATime<Result>(stamp: string, work: () => Result): Result {
  makeFolder(dirname(stamp));
  const lock = `${stamp}.lock`;
  const done = withLockInTime(lock, LOCK_WAIT_MS, () => [work()] as const);
  if (done === undefined) throw new LockHeld(lock, 'is writing the shims');
  return done[0];
}

interface SeenSources {
  readonly seen: Seen;
  readonly missing: readonly string[];
}

/**
 * Is anything that the shims were made from not as it was? That is what the shims ask, and more: see freshness.ts. And
 * PATH's directories, where programs get installed: a shim that is not there yet cannot ask, and one that is need not know.
 * And Node's own file.
 */
export function isStale({ shims, stamp }: ShimLayout): boolean {
  const kept = seenBefore(shims);
  if (recordedOptions(nodeOptionsFolder(shims)) === undefined) return true;
  if (kept === undefined || !areMarksWhole(marksOf(stamp), Object.keys(kept.watched.seen).length)) return true;
  return [kept.watched, kept.installs].some(
    ({ seen, missing }) => missing.some((path) => existsSync(path)) || changedSince(seen).length > 0,
  );
}

/** Gates count for longer where all is as it was. Never throws. */
export function renewShims(layout: ShimLayout): void {
  renewIfDue(marksOf(layout.stamp), () => !isStale(layout));
}

/** The inputs that a folder of shims was generated from; undefined = not recorded. */
export function seenBefore(
  shims: string,
): { readonly watched: SeenSources; readonly installs: SeenSources } | undefined {
  const kept = parseJson(readIfThere(join(shims, WATCHED_FILE)) ?? '');
  if (!isRecord(kept) || !isSeenSources(kept.watched) || !isSeenSources(kept.installs)) return undefined;
  return { watched: kept.watched, installs: kept.installs };
}

function isSeenSources(value: unknown): value is SeenSources {
  return isRecord(value) && isSeen(value.seen) && Array.isArray(value.missing) && value.missing.every(isString);
}

/** Where programs were looked for until now: a cron job, or an agent of a desktop, has a shorter PATH than a person. */
/** Folders in the PATH of any shell that shims were made for, and that are still there: shells of one person have several PATHs. */
export function foldersBefore(shims: string): readonly string[] {
  const folders = [...Object.keys(seenBefore(shims)?.installs.seen ?? {}), ...foldersFoundLater(shims)];
  return folders.filter((folder) => existsSync(folder));
}

function isOfRules(plan: ShimPlan, name: string): boolean {
  return plan.commands.some((command) => baseName(command) === name);
}

function wantedNames(commands: readonly string[]): readonly string[] {
  const names = commands.map(baseName).filter((name) => name !== '' && !name.startsWith('.') && !/[\0\n]/.test(name));
  return names.length === 0 ? [] : [...new Set([...names, ...PATH_LEAVERS])].sort();
}

function baseName(command: string): string {
  return command.slice(command.lastIndexOf('/') + 1);
}

interface Renderer extends ShimPlan {
  readonly watched: Watched;
  readonly gateOf: Readonly<Record<string, string>>;
}

function shimRenderer(plan: Renderer): (name: string, passThrough: boolean) => string {
  const execA = plan.execA ?? hasExecA();
  const bash = keepsFunctions() ? undefined : BASHES.find((path) => existsSync(path));
  const { node, nodeOptions, main, agents, layout, watched, gateOf } = plan;
  const template = withoutComments(plan.template);
  return (name, passThrough) => {
    const gate = Object.hasOwn(gateOf, name) ? gateOf[name] : undefined;
    return renderShim(template, {
      name,
      shimDir: layout.shims,
      node,
      nodeOptions,
      main,
      stamp: layout.stamp,
      walls: layout.walls,
      watched,
      projects: plan.projects ?? '',
      ...(gate !== undefined && { gate }),
      passThrough,
      execA,
      bash,
      agents,
    });
  };
}

/**
 * What must have the time that it had: sources, with their directories, as another file may be moved into place under the
 * same time. And what must not be there: the first missing folder on
 * the way to a source that does not exist yet. Its parent, often the home directory, changes all the time.
 */
function watch(sources: readonly string[]): Watched {
  const changing = new Set<string>();
  const missing = new Set<string>();
  const add = (one: string) => (existsSync(one) ? changing.add(one) : missing.add(firstMissing(one)));
  for (const source of sources) {
    add(source);
    const folder = dirname(source);
    if (existsSync(folder) && (isOurs(folder) || !isFolder(source))) changing.add(folder);
  }
  return { changing: [...changing], missing: [...missing] };
}

/** Nobody but us has business in it: a folder of rules may be put in the place of another there. */
function isOurs(folder: string): boolean {
  return basename(folder) === 'safeshell';
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() !== false;
}

function firstMissing(path: string): string {
  let at = path;
  while (at !== dirname(at) && !existsSync(dirname(at))) at = dirname(at);
  return at;
}

/** Files in the directory that are shims of ours, live or pass-through, by their names. */
function ownShims(directory: string): ReadonlyMap<string, string> {
  const names = readdirSync(directory).filter((name) => !name.startsWith('.'));
  const texts = names.map((name) => [name, readIfThere(join(directory, name)) ?? ''] as const);
  return new Map(texts.filter(([, text]) => isShim(text)));
}

/** Writes only what differs, so that a shim's mtime is the time of its last change. */
function replaceFile(path: string, text: string, mode = SHIM_MODE): boolean {
  if (readIfThere(path) === text) return false;
  writeFileAtomic(path, text, { mode });
  chmodSync(path, mode); // the umask had a say
  return true;
}

function hasExecA(): boolean {
  return spawnSync('/bin/sh', ['-c', 'exec -a x /bin/sh -c :'], { stdio: 'ignore' }).status === 0;
}

const BASHES = ['/bin/bash', '/usr/bin/bash'];

/** dash takes variables out of the environment that it has no names for: those of functions that bash has exported. */
function keepsFunctions(): boolean {
  const env = { 'BASH_FUNC_f%%': '() { :; }' };
  return (
    spawnSync('/bin/sh', ['-c', '/usr/bin/env || env'], { env, encoding: 'utf8' }).stdout?.includes('BASH_FUNC_f') ??
    false
  );
}

/** Is there a shim that will judge the program by its final words? A pass-through shim does not. */
export function isShimmed(shims: string, program: string): boolean {
  if (program === '' || program.includes('/')) return false;
  const text = readIfThere(join(shims, program));
  return text !== undefined && isShim(text) && !text.includes(PASS_THROUGH);
}
