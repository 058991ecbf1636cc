import { readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Policy } from '../model/policy.ts';
import { hashName } from '../util/fnv.ts';
import { writeFileAtomic } from './atomic-file.ts';
import { type Layout, VERSIONS } from './layout.ts';
import type { CompileNotes } from './policy-pack/format.ts';
import { openPack, type PolicyPack } from './policy-pack/read-pack.ts';
import { type PackLabel, packFile, packRules } from './policy-pack/write-pack.ts';

/** The sources of a policy as they are on disk at one moment. Taken before they are read. */
export interface Identity {
  /** the project whose rules are among them, or '' */
  readonly scope: string;
  readonly key: string;
  /** when the youngest of them was changed, ms */
  readonly changedMs: number;
}

export interface SourceList {
  readonly scope: string;
  /** rule files, settings, trust: everything that the compiled policy depends on */
  readonly paths: readonly string[];
  /** of the product that compiles */
  readonly productVersion: string;
}

export interface CachedPolicy {
  readonly policy: Policy;
  /** what is wrong with the present sources, for people: in the first line which files, and what counts instead */
  readonly problems?: string;
}

/** A file changed so shortly before may change again within the same tick of the disk's clock, unnoticed. */
const SETTLED_MS = 100;

export function identify({ scope, paths, productVersion }: SourceList): Identity {
  const stats = paths.map((path) => statOf(path));
  const facts = stats.map((one, index) => [...(one ? factsOf(one) : []), paths[index]].join(' '));
  const key = JSON.stringify([productVersion, ...facts]);
  const changes = stats.map((one) => (one && saysWhatItHolds(one) ? one.ctimeMs : 0));
  return { scope, key, changedMs: Math.max(0, ...changes) };
}

function factsOf(stats: Stats): readonly (number | string)[] {
  if (saysWhatItHolds(stats)) return [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino];
  return [stats.isFile() ? 'empty' : 'special'];
}

/** What is empty holds nothing, and devices and pipes are not read: their times, new at each look at some, say nothing. */
function saysWhatItHolds(stats: Stats): boolean {
  return stats.isDirectory() || (stats.isFile() && stats.size > 0);
}

/** Times to half a microsecond; whole nanoseconds are big integers, which take twice as long. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** As it lies on disk, to be closed. undefined = not compiled yet, or from other sources, or not as we write it. */
export function openCached(layout: Layout, { scope, key }: Identity): PolicyPack | undefined {
  const pack = openOf(layout.cache.policies, scope);
  if (pack === undefined || pack.header.key === key) return pack;
  pack.close();
  return undefined;
}

/** The same, in memory. */
export function readCached(layout: Layout, identity: Identity): CachedPolicy | undefined {
  return inMemory(openCached(layout, identity));
}

export interface Good {
  readonly policy: Policy;
  readonly notes?: CompileNotes;
  /** what is wrong with the sources, where versions without errors stand in for some of them */
  readonly problems?: string | undefined;
  /** ms */
  readonly now?: number;
}

/** Keeps a policy without errors, also as the last good one. Throws what node:fs throws; it is as good without a cache. */
export function keepGood(layout: Layout, identity: Identity, good: Good): void {
  const { policy, notes, problems, now = Date.now() } = good;
  const rules = packRules(policy);
  const label = { ...labelOf(identity), ...(notes && { notes }) };
  const file = packFile(label, rules);
  writeFileAtomic(join(layout.state.lastGood, nameOf(identity.scope)), file);
  keepCached(layout, identity, problems === undefined ? file : packFile({ ...label, problems }, rules), now);
}

export interface Broken {
  readonly problems: string;
  /** ms */
  readonly now?: number;
}

/**
 * The sources have errors, and nothing stands in for some of them: the last good policy stays in force as a whole, with the
 * problems told; where a project has none, the one of everywhere else. undefined = there is none. Never throws.
 */
export function keepBroken(
  layout: Layout,
  identity: Identity,
  { problems, now = Date.now() }: Broken,
): CachedPolicy | undefined {
  const policy = lastGoodPolicy(layout, identity.scope) ?? lastGoodPolicy(layout, '');
  if (policy === undefined) return undefined;
  try {
    keepCached(layout, identity, packFile({ ...labelOf(identity), problems }, packRules(policy)), now);
  } catch {
    // found again next time: slower, not weaker
  }
  return { policy, problems };
}

/** The last policy of a scope that had no errors, from wherever it can be read. */
export function lastGoodPolicy({ state, cache }: Layout, scope: string): Policy | undefined {
  const kept = inMemory(openOf(state.lastGood, scope));
  if (kept !== undefined) return kept.policy;
  const compiled = inMemory(openOf(cache.policies, scope));
  // of a project with errors that may be what held without it, once
  const isGood = compiled?.problems === undefined || scope === '';
  return isGood ? compiled?.policy : undefined;
}

/** The rule files that it was made from; undefined = there is none. */
export function lastGoodFiles({ state }: Layout, scope: string): readonly string[] | undefined {
  const pack = openOf(state.lastGood, scope);
  pack?.close();
  return pack?.modules.map(({ file }) => file);
}

/** Base names and paths that rules of projects name: of every project that ever had rules without errors. */
export function commandsOfProjects({ state }: Layout): readonly string[] {
  const packs = packsIn(state.lastGood).flatMap((name) => openPack(join(state.lastGood, name)) ?? []);
  const commands = packs.flatMap(({ header }) => header.notes?.projectCommands ?? []);
  for (const pack of packs) pack.close();
  return [...new Set(commands)];
}

function packsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.pack') && !name.startsWith('.'));
  } catch {
    return [];
  }
}

function openOf(folder: string, scope: string): PolicyPack | undefined {
  const pack = openPack(join(folder, nameOf(scope)));
  if (pack === undefined || pack.header.scope === scope) return pack;
  pack.close();
  return undefined;
}

function inMemory(pack: PolicyPack | undefined): CachedPolicy | undefined {
  if (pack === undefined) return undefined;
  const { problems } = pack.header;
  try {
    return { policy: pack.whole(), ...(problems !== undefined && { problems }) };
  } catch {
    return undefined; // damaged
  } finally {
    pack.close();
  }
}

function keepCached(layout: Layout, identity: Identity, file: Uint8Array, now: number): void {
  // what is to come was written by another clock: an edit by this one has another time
  if (Math.abs(now - identity.changedMs) < SETTLED_MS) return;
  writeFileAtomic(join(layout.cache.policies, nameOf(identity.scope)), file);
}

function labelOf({ scope, key }: Identity): PackLabel {
  return { version: VERSIONS.policy, scope, key };
}

/** Two scopes of one name take turns: the file says whose it is. */
function nameOf(scope: string): string {
  return `${scope === '' ? 'own' : hashName(scope)}.pack`;
}
