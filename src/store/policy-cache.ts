import { createHash } from 'node:crypto';
import { type BigIntStats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Policy } from '../model/policy.ts';
import { readIfThere, writeFileAtomic } from './atomic-file.ts';
import { isRecord, isString, parseJson } from './guards.ts';
import { type Layout, VERSIONS } from './layout.ts';
import { isPolicy } from './policy-guard.ts';

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
  /** what is wrong with the present sources; `policy` is then the last one without errors */
  readonly problems?: string;
}

/** A file changed so shortly before may change again within the same tick of the disk's clock, unnoticed. */
const SETTLED_MS = 100;

export function identify({ scope, paths, productVersion }: SourceList): Identity {
  const stats = paths.map((path) => statOf(path));
  const facts = stats.map((one, index) => [
    paths[index],
    ...(one ? [one.size, one.mtimeNs, one.ctimeNs, one.ino].map(String) : []),
  ]);
  const key = createHash('sha256')
    .update(JSON.stringify([productVersion, facts]))
    .digest('hex');
  return { scope, key, changedMs: Math.max(0, ...stats.map((one) => Number(one?.ctimeMs ?? 0))) };
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

/** undefined = not compiled yet, or from other sources, or not as we write it. */
export function readCached(layout: Layout, identity: Identity): CachedPolicy | undefined {
  return readPolicy(join(layout.cache.policies, nameOf(identity)), identity.key);
}

/**
 * Keeps the policy of sources without errors, also as the last good one. `now`: ms.
 * Throws what node:fs throws; the policy is as good without a cache.
 */
export function keepGood(layout: Layout, identity: Identity, policy: Policy, now: number = Date.now()): void {
  writePolicy(join(layout.state.lastGood, nameOf(identity)), identity.key, { policy });
  keepCached(layout, identity, { policy }, now);
}

/**
 * The sources have errors: the last good policy stays in force, with the problems told. undefined = there is none.
 * Throws what node:fs throws.
 */
export function keepBroken(
  layout: Layout,
  identity: Identity,
  problems: string,
  now: number = Date.now(),
): CachedPolicy | undefined {
  const good = readPolicy(join(layout.state.lastGood, nameOf(identity)));
  if (good === undefined) return undefined;
  const cached = { policy: good.policy, problems };
  keepCached(layout, identity, cached, now);
  return cached;
}

function keepCached(layout: Layout, identity: Identity, cached: CachedPolicy, now: number): void {
  if (now - identity.changedMs < SETTLED_MS) return;
  writePolicy(join(layout.cache.policies, nameOf(identity)), identity.key, cached);
}

function writePolicy(path: string, key: string, cached: CachedPolicy): void {
  writeFileAtomic(path, JSON.stringify({ version: VERSIONS.policy, key, ...cached }));
}

function readPolicy(path: string, key?: string): CachedPolicy | undefined {
  const read = parseJson(readIfThere(path) ?? '');
  if (!isRecord(read) || read.version !== VERSIONS.policy) return undefined;
  if ((key !== undefined && read.key !== key) || !isPolicy(read.policy)) return undefined;
  return { policy: read.policy, ...(isString(read.problems) && { problems: read.problems }) };
}

function nameOf({ scope }: Identity): string {
  return `${scope === '' ? 'own' : createHash('sha256').update(scope).digest('hex').slice(0, 32)}.json`;
}
