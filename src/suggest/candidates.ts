import { askingMatches } from '../model/decision.ts';
import { isAsking } from '../model/verdict.ts';
import type { Habit } from '../report/habits.ts';
import { type Exception, proposeException, treeOf } from '../settle/exception.ts';
import type { Places } from './place.ts';

/** One command in one tree: what would except it, and what people said yes to. */
export interface Candidate {
  readonly exception: Exception;
  readonly habits: readonly Habit[];
  /** the words of each command that it is about, all of which people said yes to */
  readonly approved: readonly (readonly string[])[];
  /** a rule asks about it because of what is lost: the last word then says what */
  readonly isAboutLoss: boolean;
}

/**
 * What is still asked about today and could be excepted by the words of one plain command, as `always` at a prompt would. The same
 * words in the same tree are one candidate, whoever asked, and however it was written.
 */
export function candidates(
  habits: readonly Habit[],
  places: Places,
  tell?: (done: number, of: number) => void,
): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  for (const [done, habit] of habits.entries()) {
    tell?.(done, habits.length);
    const one = candidateOf(habit, places);
    if (one === undefined) continue;
    const { argv, within } = one.exception;
    const key = JSON.stringify([argv, within]);
    const known = found.get(key);
    found.set(key, known === undefined ? one : joined(known, one));
  }
  return [...found.values()];
}

function candidateOf(habit: Habit, places: Places): Candidate | undefined {
  const { cwd } = habit;
  if (!cwd.startsWith('/') || places.facts(cwd).exists(cwd) !== 'yes') return undefined;
  const { policy, sources, isBroken } = places.at(cwd);
  const decision = isBroken ? undefined : places.decide(habit, policy);
  if (decision === undefined || !isAsking(decision.verdict)) return undefined;
  const scope = { within: treeOf(cwd, places.facts(cwd)), file: sources.layout.user.exceptions };
  // what a person made firm themselves is loosened by them alone, at the prompt
  if (!askingMatches(decision).every(({ rule }) => rule.overridable)) return undefined;
  const exception = proposeException(decision, policy, scope);
  if (exception === undefined || exception.argv.some(isMasked)) return undefined;
  const isAboutLoss = decision.trace.some(({ end, rule }) => end === 'matched' && rule.undoable === true);
  return { exception, habits: [habit], approved: [exception.argv], isAboutLoss };
}

function joined(one: Candidate, other: Candidate): Candidate {
  const rules = [...new Set([...one.exception.rules, ...other.exception.rules])];
  return {
    ...one,
    exception: { ...one.exception, rules },
    habits: [...one.habits, ...other.habits],
    isAboutLoss: one.isAboutLoss || other.isAboutLoss,
  };
}

/** A secret is not on record: to except the word with its stars would except what nobody said yes to. */
function isMasked(word: string): boolean {
  return word.includes('***');
}
