import { existsSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, isString, parseJson } from '../util/guards.ts';
import { once } from '../util/once.ts';
import { readIfThere } from './atomic-file.ts';
import type { Layout } from './layout.ts';

/**
 * What `safeshell run` puts around an agent: a mount namespace in which shims lie over the programs that they stand for. All that is in it
 * counts as that agent's, whatever its environment says.
 */
export interface Box {
  /** id of the session that all in it belongs to */
  readonly session: string;
  /** it has a wall, which keeps off what its mounts and its network do not let through */
  readonly hasWall?: true;
}

/** The box's own files, absolute. */
export interface BoxPlaces {
  /** a file system in memory; what is in it was bound there from outside, and nobody inside can write, rename or remove it */
  readonly folder: string;
  /** the box, for Node */
  readonly session: string;
  /** the same for sh: see shims/box.sh */
  readonly marker: string;
  /** the whole file system once more, without shims over it */
  readonly root: string;
  /** the agent's process id; empty until it is known */
  readonly agent: string;
  /** the guard's folders once more: see guardedNames */
  readonly own: string;
  /** of a wall: the socket of its proxy, and what takes connections there */
  readonly proxy: string;
  readonly relay: string;
}

/**
 * Folders in which the kernel has others mount something, in the order of how little they are missed: no variable leads elsewhere, nobody
 * can rename what is in /sys, and outside of a box nobody can make a file there. Source: sysfs_create_mount_point in Linux 6.12
 */
const FOLDERS = ['/sys/fs/pstore', '/sys/kernel/tracing', '/sys/kernel/debug', '/sys/power'];

/** undefined = this machine has no place for one: it is not Linux, or has no /sys. */
export const boxPlaces = once((): BoxPlaces | undefined => {
  const folder = process.platform === 'linux' ? FOLDERS.find((path) => existsSync(path)) : undefined;
  return folder === undefined ? undefined : placesIn(folder);
});

/** For what sh tests. */
export function boxMarker(): string {
  return boxPlaces()?.marker ?? '/nowhere'; // `-s` of it fails
}

export function placesIn(folder: string): BoxPlaces {
  const at = (name: string) => join(folder, name);
  return {
    folder,
    session: at('session.json'),
    marker: at('shim.sh'),
    agent: at('agent'),
    root: at('root'),
    own: at('own'),
    proxy: at('proxy'),
    relay: at('relay.sh'),
  };
}

/** The guard's folders under short names: settings, record, compiled rules, shims and hooks. */
export function guardedNames({ user, state, cache, data }: Layout): Readonly<Record<string, string>> {
  return { config: user.root, state: state.root, cache: cache.root, data: data.root };
}

/** The box that this process is in; undefined = in none. */
export const boxOf = once((): Box | undefined => {
  const places = boxPlaces();
  return places && parseBox(readIfThere(places.session) ?? '');
});

export function parseBox(text: string): Box | undefined {
  const said = parseJson(text);
  if (!isRecord(said) || !isString(said.session)) return undefined;
  return { session: said.session, ...(said.hasWall === true && { hasWall: true }) };
}

/** Throws where somebody in the box has put other folders in the place of the guard's: they are not to be believed. */
export function checkOwnFolders(layout: Layout): void {
  const places = boxOf() && boxPlaces();
  if (places === undefined) return;
  for (const [name, path] of Object.entries(guardedNames(layout))) {
    if (!isSame(path, join(places.own, name))) throw new Error(`${path} is not what it was when the box was made`);
  }
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [a, b].map((path) => statSync(path, { throwIfNoEntry: false }));
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino;
}

/** Where a program really is: in a box a shim lies over its path, and would judge what the guard starts itself. */
export function realProgram(path: string): string {
  const root = boxOf() && boxPlaces()?.root;
  if (root === undefined || !path.startsWith('/') || path.startsWith(`${root}/`)) return path;
  try {
    return join(root, realpathSync(path)); // a link would lead back
  } catch {
    return path;
  }
}
