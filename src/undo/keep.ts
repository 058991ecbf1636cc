import type { Actor, Environment } from '../model/request.ts';
import { VERSIONS } from '../store/layout.ts';
import { sha256 } from '../store/sha256.ts';
import { printable } from '../text/printable.ts';
import { isRecord } from '../util/guards.ts';
import { type Claim, claim } from './claim.ts';
import { type Contents, contentsIn, hashOf, isStoreFull } from './contents.ts';
import { codeOf } from './disk.ts';
import { forgetState, keepState, type StateSurvey } from './git/state.ts';
import { contentsByHash, hasAll, type Known, knownContent, newestKnown } from './known.ts';
import { said } from './look.ts';
import { gitObjects } from './objects.ts';
import type { Content, KeptPath, KeptRecord, KeptRepository, Stat } from './record.ts';
import type { UndoStore } from './store.ts';
import type { Survey } from './survey.ts';
import type { Entry, RepositorySurvey } from './surveying.ts';

/** What is about to run. */
export interface Call {
  readonly command: string;
  readonly cwd: string;
  readonly actor: Actor;
  readonly session: string;
  /** the record that it undoes */
  readonly undoes?: number;
}

/** It could not be kept, and nothing half is left; `message` is why, a phrase for people. */
export class NotKept extends Error {}

/**
 * Keeps what was surveyed; where the latest record has all of it as it is now (the hook above this shim has just kept it),
 * that one is returned. An earlier one would not be what `undo` without a number is about. Throws NotKept.
 */
export function keep(survey: Survey, call: Call, store: UndoStore, env: Environment): KeptRecord {
  const at = Date.now();
  const known = newestKnown(store, survey.entries);
  const latest = known.find(({ record }) => record.undoes === undefined);
  if (call.undoes === undefined && latest && isSame(latest, survey)) {
    store.touch(latest.record.id, at);
    return latest.record;
  }
  return asNotKept(() => {
    const claimed = claim(store.root);
    const contents = contentsIn(store.root, claimed.id, contentsByHash(known));
    try {
      return publish({ survey, call, at, known, claimed, contents, env });
    } catch (error) {
      contents.drop();
      claimed.drop();
      throw error;
    }
  });
}

interface Keeping {
  readonly survey: Survey;
  readonly call: Call;
  readonly at: number;
  readonly known: readonly Known[];
  readonly claimed: Claim;
  readonly contents: Contents;
  readonly env: Environment;
}

function publish(keeping: Keeping): KeptRecord {
  const { survey, call, at, claimed, contents } = keeping;
  const missing = [...survey.missing, ...survey.remade];
  const paths = survey.entries.flatMap((entry) => keptPath(entry, keeping, missing) ?? []);
  const repositories = keepRepositories(keeping);
  try {
    contents.close();
    const record: KeptRecord = {
      version: VERSIONS.undo,
      id: claimed.id,
      at,
      ...call,
      promises: missing.length === 0 ? 'all' : 'partly',
      missing,
      counts: survey.counts,
      paths: paths.length,
      repositories,
      files: contents.files(),
    };
    claimed.publish(record, paths);
    return record;
  } catch (error) {
    letGo(repositories, keeping.env);
    throw error;
  }
}

/** undefined = it is gone, or cannot be kept, which `missing` then says. */
function keptPath(entry: Entry, { known, contents }: Keeping, missing: string[]): KeptPath | undefined {
  const { path, blob } = entry;
  if (entry.type === 'absent') return { path, type: 'absent' };
  if (entry.type === 'dir') return { path, type: 'dir', stat: entry.stat, ...(entry.isWhole && { isWhole: true }) };
  if (entry.type === 'link') return { path, type: 'link', stat: entry.stat, target: entry.target };
  const file = (stat: Stat, content: Content): KeptPath => ({ path, type: 'file', stat, content });
  if (blob) return file(entry.stat, { in: 'git', repository: blob.repository, blob: blob.oid });
  const old = knownContent(path, entry.stat, known);
  if (old !== undefined && contents.has(old)) return file(entry.stat, old);
  try {
    const { result, stat, isTorn } = contents.copy(path, entry.stat);
    if (isTorn) missing.push(`${said(path)} is being written to: what was kept may be half old, half new`);
    return file(stat, result);
  } catch (error) {
    if (isStoreFull(error)) throw error;
    // whoever removed it, it was not this command
    if (codeOf(error) === 'ENOENT') return undefined;
    missing.push(`${said(path)} cannot be read: ${printable((error as Error).message)}`);
    return undefined;
  }
}

/** All of them, or none. */
function keepRepositories({ survey, call, claimed, contents, env }: Keeping): readonly KeptRepository[] {
  const kept: KeptRepository[] = [];
  const refPrefix = `refs/safeshell/undo/${refPart(call.session)}/${claimed.id}`;
  if (survey.repositories.length > 0)
    claimed.willHold(survey.repositories.map(({ repository }) => ({ repository, refPrefix })));
  for (const { repository, held, state } of survey.repositories) {
    const request = { repository, refPrefix, ...(state && { state }), ...(held.length > 0 && { held }) };
    try {
      const result = keepState(request, gitObjects(contents), env);
      if ('problem' in result) throw new Error(`${repository.root}: ${result.problem}`);
      kept.push({ repository, refPrefix, ...(state && { state: result, found: foundHash(state) }) });
    } catch (error) {
      letGo(kept, env);
      throw error;
    }
  }
  return kept;
}

function letGo(repositories: readonly KeptRepository[], env: Environment): void {
  for (const { repository, refPrefix } of repositories) forgetState({ repository, refPrefix }, env);
}

/** A name that git takes for a ref. */
function refPart(session: string): string {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(session) ? session : sha256(session).slice(0, 16);
}

function foundHash({ region, found }: StateSurvey): string {
  return sha256(JSON.stringify([region, plainOf(found)]));
}

/** As JSON has it; bytes by their hash. */
function plainOf(value: unknown): unknown {
  if (value instanceof Uint8Array) return hashOf(value);
  if (value instanceof Map || Array.isArray(value)) return [...value].map(plainOf);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plainOf(one)]));
}

function isSame(known: Known, { entries, repositories, missing }: Survey): boolean {
  const isKnown = ({ repository, state }: RepositorySurvey) =>
    known.record.repositories.some(
      (kept) =>
        kept.repository.gitDir === repository.gitDir && (state === undefined || kept.found === foundHash(state)),
    );
  return (
    missing.every((sentence) => known.record.missing.includes(sentence)) &&
    repositories.every(isKnown) &&
    hasAll(known, entries)
  );
}

function asNotKept<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    const why = codeOf(error) === 'ENOSPC' ? 'the disk is full' : printable((error as Error).message);
    throw new NotKept(why, { cause: error });
  }
}
