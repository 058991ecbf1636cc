import type { Environment } from '../model/request.ts';
import { type AskedBefore, askedKey, type Habit } from '../report/habits.ts';
import { type Exception, exceptionLines } from '../settle/exception.ts';
import { sha256 } from '../store/sha256.ts';
import { baseName } from '../util/path.ts';
import { type Candidate, candidates } from './candidates.ts';
import { createPlaces } from './place.ts';
import { createTrial } from './trial.ts';
import { widened } from './widened.ts';

/** An exception that would spare people a question that they keep answering with yes. */
export interface Suggestion {
  /** names the exception, whatever else is suggested; hex, 64 characters */
  readonly id: string;
  readonly exception: Exception;
  readonly evidence: Evidence;
}

export interface Evidence {
  /** how often a person said yes */
  readonly times: number;
  /** the first yes and the latest, ISO 8601 */
  readonly first: string;
  readonly latest: string;
  /** where it was asked for, absolute */
  readonly folders: readonly string[];
  readonly actors: readonly ('ai' | 'human')[];
  /** where people said yes */
  readonly by: readonly string[];
  /** of a pattern: the different last words that were approved */
  readonly words?: number;
}

export interface OnRecord {
  readonly habits: readonly Habit[];
  /** what people or rules refused, ever, that may name one of these programs (base names) */
  refused(programs: readonly string[]): Iterable<AskedBefore>;
}

export interface SuggestOptions {
  readonly env: Environment;
  /** how often a person must have said yes */
  readonly least: number;
  /** called often: how many of so many commands and exceptions are tried */
  tell?(done: number, of: number): void;
}

/**
 * What people keep approving, as exceptions that passed their trial, most approvals first. A pattern stands for the commands that it
 * covers; where it does not pass, each that was approved often enough stands for itself. Writes nothing.
 */
export function suggest({ habits, refused }: OnRecord, { env, least, tell }: SuggestOptions): readonly Suggestion[] {
  const places = createPlaces(env);
  const exact = candidates(habits, places, tell);
  const often = (all: readonly Candidate[]) => all.filter((one) => timesOf(one) >= least);
  const patterns = often(widened(exact));
  const single = often(exact);
  if (patterns.length + single.length === 0) return [];
  const exceptions = [...patterns, ...single].map(({ exception }) => exception);
  const programs = [...new Set(exceptions.map(({ argv }) => baseName(argv[0] ?? '')))];
  const against = new Map([...refused(programs)].map((asked) => [askedKey(asked), asked]));
  const rules = [...new Set(exceptions.flatMap((one) => one.rules))];
  const trial = createTrial(places, { programs, rules, refused: [...against.values()] });
  let tried = 0;
  const passes = (one: Candidate) => {
    tell?.(tried++, exceptions.length);
    return trial.passes(one);
  };
  const passed = patterns.filter(passes);
  const covered = new Set(passed.flatMap((one) => one.habits));
  const others = single.filter((one) => !one.habits.every((habit) => covered.has(habit)) && passes(one));
  return [...passed, ...others].map(suggestionOf).sort((a, b) => b.evidence.times - a.evidence.times);
}

function timesOf({ habits }: Candidate): number {
  return habits.reduce((sum, { times }) => sum + times, 0);
}

function suggestionOf(candidate: Candidate): Suggestion {
  const { exception, habits, approved } = candidate;
  return {
    id: sha256(exceptionLines(exception).join('\n')),
    exception,
    evidence: {
      times: timesOf(candidate),
      first: habits.map(({ first }) => first).sort()[0] ?? '',
      latest:
        habits
          .map(({ latest }) => latest)
          .sort()
          .at(-1) ?? '',
      folders: [...new Set(habits.map(({ cwd }) => cwd))].sort(),
      actors: [...new Set(habits.map(({ actor }) => actor))].sort(),
      by: [...new Set(habits.flatMap(({ by }) => by))].sort(),
      ...(exception.last !== undefined && { words: approved.length }),
    },
  };
}
