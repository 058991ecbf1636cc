import { askingMatches, type Decision } from '../model/decision.ts';
import type { Invocation } from '../model/invocation.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Kept, Losses, UndoSettings } from '../model/undo.ts';
import type { UnknownWord, Word } from '../model/word.ts';

/** Keeps what one request would destroy. Never throws. */
export interface Keeper {
  readonly mode: UndoSettings['mode'];
  /** what would be lost; writes nothing */
  look(): Losses;
  /** keeps it, once: a second call says the same */
  keep(): Kept;
  /** the command has ended just now; absent = nothing is to be said of it */
  ended?(): void;
  /** all that these starts destroy, by index, is known and lies among the person's own files or in a repository */
  isLocal(starts: readonly number[]): boolean;
}

/** The decision with what would be lost: for whoever is asked, or told why it does not run. */
export function withLosses(decision: Decision, keeper: Keeper | undefined): Decision {
  return keeper === undefined ? decision : { ...decision, losses: keeper.look() };
}

/** Nobody has to be asked: the question is about nothing but losses on this machine, and all of them were kept. */
export function isAnsweredByKeeping(decision: Decision, keeper: Keeper | undefined): boolean {
  if (keeper?.mode !== 'instead_of_asking') return false;
  const { unsure, byDefault, analysis, replacement } = decision;
  if (unsure.length > 0 || byDefault !== undefined || analysis.partlyRead !== undefined) return false;
  if (replacement !== undefined) return false; // something else would run
  const asking = askingMatches(decision);
  // a rule about the line as a whole is about the only start in it
  const starts = asking.map(({ invocation }) => invocation ?? (analysis.invocations.length === 1 ? 0 : -1));
  const isKnown = starts.every((at) => isKnownStart(analysis.invocations[at]));
  if (asking.length === 0 || !asking.every(({ rule }) => rule.undoable) || !isKnown) return false;
  return keeper.isLocal(starts) && keeper.keep().promises === 'all';
}

/** It runs here, with exactly these words; paths among them may be any below a folder that is known. */
function isKnownStart(start: Invocation | undefined): boolean {
  if (start?.cwd === undefined || start.program === undefined || start.inFile || start.mayNotRun) return false;
  const isFound = /^(?:g?find|bfs)$/.test(start.via.at(-1)?.name ?? '');
  const isKnown = (word: Word) => word.kind !== 'unknown' || (isFound && isBelow(word));
  return start.argv.every(isKnown) && start.via.every(({ elsewhere }) => elsewhere === undefined);
}

/** What `find` hands on: whole paths, which are no options. */
function isBelow({ reason, within, prefix }: UnknownWord): boolean {
  return reason === 'glob' && within !== undefined && prefix !== '' && !prefix.startsWith('-');
}

/**
 * The outcome once what it destroys was kept, where it runs. What rules alone let run is refused where it cannot be kept and the
 * settings say that keeping stands in for a person.
 */
export function withKept(outcome: Outcome, keeper: Keeper | undefined): { outcome: Outcome; kept?: Kept } {
  if (keeper === undefined || outcome.kind === 'refuse') return { outcome };
  const by = outcome.kind === 'asked' ? 'once' : outcome.by;
  if (by === 'bypass' || by === 'failure') return { outcome };
  const kept = keeper.keep();
  const { record, problem } = kept;
  if (problem !== undefined && (by === 'rules' || by === 'kept') && keeper.mode === 'instead_of_asking')
    return { outcome: { kind: 'refuse', cause: 'not-kept', reason: problem }, kept };
  return { outcome: record === undefined ? outcome : { ...outcome, kept: record }, kept };
}
