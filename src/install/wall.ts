import { chmodSync, copyFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Wall } from '../confine/wall.ts';
import type { Environment } from '../model/request.ts';
import type { WallLack, WallStrength } from '../model/wall.ts';
import { runProgramSync } from '../programs/start-program.ts';
import { makeFolder } from '../store/folders.ts';
import { productRoot } from '../store/product.ts';
import { packageFolder } from './package-folder.ts';
import { isExecutable } from './programs.ts';

/** An optional dependency: the source, and for each platform that it is built for a package of its own. */
const PACKAGE = '@deepseek-ai/node-addon-landlock-run';
const BUILT = `${PACKAGE}-${process.platform}-${process.arch}`;
const LAUNCHER = 'bin/landlock-run';
const SEATBELT = '/usr/bin/sandbox-exec';
const PROBE_MS = 5000;
const COMPILE_MS = 60_000;

/** What confines on this machine; undefined = nothing. Whether it works is for probeWall: this is asked by each confined call. */
export function findWall(product: string = productRoot()): Wall | undefined {
  if (process.platform === 'darwin')
    return isExecutable(SEATBELT) ? { kind: 'seatbelt', launcher: SEATBELT } : undefined;
  const own = join(product, LAUNCHER);
  const launcher = isExecutable(own) ? own : fileOf(BUILT, LAUNCHER, product);
  return launcher === undefined || !isExecutable(launcher) ? undefined : { kind: 'landlock', launcher };
}

function fileOf(name: string, file: string, product: string): string | undefined {
  const folder = packageFolder(name, product);
  return folder && join(folder, file);
}

/** Has the wall stand for a moment. */
export function probeWall({ kind, launcher }: Wall): WallStrength {
  if (kind === 'seatbelt') {
    const args = ['-p', '(version 1) (allow default)', '/usr/bin/true'];
    return runProgramSync(launcher, { args, env: {}, timeoutMs: PROBE_MS }).status === 0 ? 'full' : 'none';
  }
  const { status, stdout } = runProgramSync(launcher, { args: ['--probe'], env: {}, timeoutMs: PROBE_MS });
  if (status !== 0) return 'none';
  return /partially/.test(stdout) ? 'partial' : 'full';
}

/** What confines on this machine, tried; or what is missing. */
export type WallHere =
  | { readonly wall: Wall; readonly strength: Exclude<WallStrength, 'none'> }
  | { readonly wall: undefined; readonly strength: 'none'; readonly lack: WallLack };

export function wallHere(product?: string): WallHere {
  const wall = findWall(product);
  if (wall === undefined) return { wall, strength: 'none', lack: 'launcher' };
  const strength = probeWall(wall);
  return strength === 'none' ? { wall: undefined, strength, lack: 'kernel' } : { wall, strength };
}

/** Has exactly this wall stand for a moment: the words in front of a command. What the launcher says where it does not; undefined = it does. */
export function whyNotStanding([launcher = '', ...words]: readonly string[]): string | undefined {
  const call = { args: [...words, '/bin/sh', '-c', ':'], env: {}, timeoutMs: PROBE_MS };
  const { status, stderr, problem } = runProgramSync(launcher, call);
  return status === 0 ? undefined : stderr.trim() || problem || `it ended with ${status}`;
}

/**
 * Puts the launcher into a copy of the product: from the package that npm has chosen for this platform, else compiled from the source in
 * the package. Without either there is none.
 */
export function installWall(from: string, to: string, env: Environment): void {
  if (process.platform !== 'linux') return;
  const target = join(to, LAUNCHER);
  const built = fileOf(BUILT, LAUNCHER, from);
  const source = fileOf(PACKAGE, 'src/main.c', from);
  makeFolder(dirname(target), 0o755);
  if (built !== undefined && existsSync(built)) copyFileSync(built, target);
  else if (source !== undefined && existsSync(source))
    runProgramSync('cc', { args: ['-O2', '-o', target, source], env, timeoutMs: COMPILE_MS });
  if (existsSync(target)) chmodSync(target, 0o755);
}
