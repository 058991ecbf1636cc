import { lossesOf } from '../losses/losses.ts';
import { CARRIERS } from '../losses/path-losses.ts';
import { uncommittedLosses } from '../losses/uncommitted.ts';
import { type Decision, matchesOf } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { Invocation } from '../model/invocation.ts';
import type { Loss } from '../model/loss.ts';
import type { Environment, Request } from '../model/request.ts';
import type { Counts, Kept, Losses, UndoSettings } from '../model/undo.ts';
import { isAsking } from '../model/verdict.ts';
import { PRIVATE_KINDS } from '../redact/kinds.ts';
import { redactJson } from '../redact/redact.ts';
import type { Keeper } from '../settle/keeper.ts';
import type { Layout } from '../store/layout.ts';
import { keep } from '../undo/keep.ts';
import type { KeptRecord } from '../undo/record.ts';
import { retainIfDue } from '../undo/retention.ts';
import { recordIds, type UndoStore, undoStore } from '../undo/store.ts';
import { isEmpty, type Survey, survey } from '../undo/survey.ts';
import { isWithin } from '../util/path.ts';

/** A tool call, which programs stand for. */
export interface KeptTool {
  /** the tool and its paths, for people */
  readonly what: string;
  /** on those of the programs that the decision is not about */
  readonly others: readonly Decision[];
  /** git brings this file back, so that nothing of it need be kept */
  isHeld(path: string): boolean;
}

export interface KeepingCall {
  readonly decision: Decision;
  readonly request: Request;
  readonly facts: Facts;
  readonly layout: Layout;
  readonly undo: UndoSettings;
  /** starts that may destroy all that is not committed, by index */
  readonly confined: readonly number[];
  readonly tool?: KeptTool;
  /** of the installation, as our files are found by it */
  readonly env: Environment;
  /** before what takes a while; absent = nobody reads it */
  tellKeeping?(counts: Counts): void;
}

/** A look at the disk counts for so long. */
const FRESH_MS = 500;
/** Of the command, as it is written into the record. */
const MAX_COMMAND = 4096;

/** Keeps what a request would destroy; undefined = it destroys nothing that is known. Loaded only where a program of it may. */
export function keeperOf(call: KeepingCall): Keeper | undefined {
  const { decision, facts, undo, env, confined, tool } = call;
  const isWide = undo.mode === 'instead_of_asking' && isAsking(decision.verdict);
  // what a rule has kept, it has kept where it is not enforced, too
  const lossesBy = (one: Decision) => lossesOf(one.analysis, facts, { trace: matchesOf(one), isWide });
  const decided = lossesBy(decision);
  const { others = [], isHeld } = tool ?? {};
  const losses = [
    ...decided,
    ...others.flatMap(lossesBy).filter((loss) => loss.kind !== 'path' || isHeld?.(loss.path) !== true),
    ...uncommittedLosses(confined, decision.analysis, facts),
  ];
  if (losses.length === 0) return undefined;
  let seen: { readonly survey: Survey; readonly atMs: number } | undefined;
  let kept: Kept | undefined;
  const look = () => {
    if (seen === undefined || Date.now() - seen.atMs > FRESH_MS)
      seen = { survey: survey(losses, { env, budget: undo.budget }), atMs: Date.now() };
    return seen.survey;
  };
  return {
    mode: undo.mode,
    look: () => kept ?? seen?.survey ?? look(),
    keep: () => {
      kept ??= keepNow(told(look(), call), call);
      return kept;
    },
    ended: () => {
      if (kept?.record !== undefined) undoStore(call.layout).touch(kept.record);
    },
    isLocal: (starts) =>
      !others.some(({ verdict }) => isAsking(verdict)) &&
      starts.every((start) => {
        const { invocations } = decision.analysis;
        // what it starts is lost by it, too
        const isOf = (at: number) =>
          at === start || invocations[at]?.via.some(({ invocation }) => invocation === start);
        return (
          !carriesPattern(invocations[start]) &&
          areLocal(
            decided.filter((one) => isOf(one.invocation)),
            call,
          )
        );
      }),
  };
}

/** Copying these takes about 0.3 s. */
const LONG_FILES = 2_000;
const LONG_BYTES = 200_000_000;

/** Keeping stops the process: what takes long is told before. */
function told(found: Survey, { tellKeeping }: KeepingCall): Survey {
  const { changed, untracked, ignored, other, bytes } = found.counts;
  if (changed + untracked + ignored + other >= LONG_FILES || bytes >= LONG_BYTES) tellKeeping?.(found.counts);
  return found;
}

const commandText = (text: string) => String(redactJson(text.slice(0, MAX_COMMAND), { kinds: PRIVATE_KINDS }));

/** Of a session, in which more than one call may run at a time. */
const NEWEST = 8;

/** The agent says that the line has run: what changes from now on is newer than it. Never throws. */
export function noteEnd(line: string, session: string, layout: Layout): void {
  const store = undoStore(layout);
  const command = commandText(line);
  const id = recordIds(store.root)
    .slice(0, NEWEST)
    .find((one) => {
      const record = readQuietly(store, one);
      return record?.session === session && record.command === command && record.undoes === undefined;
    });
  if (id !== undefined) store.touch(id);
}

function readQuietly(store: UndoStore, id: number): KeptRecord | undefined {
  try {
    return store.read(id);
  } catch {
    return undefined; // damaged: undo tells
  }
}

function keepNow(found: Survey, { request, decision, tool, layout, undo, env }: KeepingCall): Kept {
  const losses: Losses = { counts: found.counts, missing: found.missing };
  const promises = found.missing.length === 0 ? 'all' : 'partly';
  if (isEmpty(found)) return { ...losses, promises: found.missing.length === 0 ? 'all' : 'none' };
  try {
    const store = undoStore(layout);
    const { cwd, actor, sessionId: session = '' } = request;
    const command = commandText(tool?.what ?? decision.analysis.text);
    const record = keep(found, { command, cwd, actor, session }, store, env);
    retainIfDue(store, { keepDays: undo.keepDays, keepBytes: undo.keepBytes }, env, record);
    return { ...losses, record: record.id, promises };
  } catch (error) {
    return { ...losses, promises: 'none', problem: error instanceof Error ? error.message : String(error) };
  }
}

/** What a pattern expands to gets names elsewhere, or `.*` is the parent folder, which `rm` alone refuses: the options of the shell say. */
function carriesPattern(start: Invocation | undefined): boolean {
  const patterns = start?.argv.flatMap((word) => (word.kind === 'glob' ? [word.pattern] : [])) ?? [];
  const isCarrier = CARRIERS.test(start?.program ?? '');
  const isHidden = start?.program !== 'rm' && patterns.some((pattern) => /(?:^|\/)\.[*?[]/.test(pattern));
  return patterns.length > 0 && (isCarrier || isHidden);
}

/** In the home directory, the repository or a temp folder: not the system's, nobody else's, and none of these folders but the repository. */
function areLocal(losses: readonly Loss[], { request: { cwd }, facts }: KeepingCall): boolean {
  const repository = facts.git(cwd, {});
  const really = (roots: readonly string[]) => roots.flatMap((root) => [root, facts.realpath(root)]);
  const homes = really(facts.home === undefined ? [] : [facts.home]);
  const temps = really(facts.tmp);
  const roots = [
    ...homes,
    ...temps,
    ...really(repository === null || repository === 'unknown' ? [] : [repository.root]),
  ];
  const isOwn = (path: string) =>
    !homes.some((home) => isWithin(home, path)) &&
    !temps.includes(path) &&
    roots.some((root) => root !== '/' && isWithin(path, root));
  return losses.length > 0 && losses.every((one) => one.kind === 'git' || (one.kind === 'path' && isOwn(one.path)));
}
