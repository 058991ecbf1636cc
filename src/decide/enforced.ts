import { type Decision, hasMatched, verdictWord, type Watched, watchedBeyond } from '../model/decision.ts';
import type { Doubt } from '../model/invocation.ts';
import type { RuleFileHeader } from '../model/policy.ts';
import { stricter } from '../model/verdict.ts';
import { type EvaluatedRule, joinModules } from './join.ts';
import { unsureVerdict } from './unsure.ts';

/** Everything that has a say on one request. */
export interface Grounds {
  readonly evaluated: readonly EvaluatedRule[];
  /** files whose default applies where no rule matches */
  readonly defaults: readonly RuleFileHeader[];
  /** what was not understood */
  readonly doubts: readonly Doubt[];
  /** the files for whose sake a line has to be understood; none = it has to be in any case */
  readonly aboutCommands: readonly RuleFileHeader[];
}

type Said = Pick<Decision, 'verdict' | 'redaction' | 'confinement' | 'decider' | 'byDefault' | 'unsure'>;

/** What is enforced decides; what is not is joined with it a second time, in the same way, to say what it would have made of it. */
export function joinEnforced(grounds: Grounds): Said & Pick<Decision, 'watched'> {
  const { evaluated, defaults, doubts, aboutCommands } = grounds;
  const areDoubtsEnforced = aboutCommands.length === 0 || aboutCommands.some(isEnforced);
  const said = sayOf(evaluated.filter(isMatch), defaults.filter(isEnforced), areDoubtsEnforced ? doubts : []);
  const isWhole = areDoubtsEnforced && defaults.every(isEnforced) && !evaluated.some(isWatched);
  const watched = isWhole ? undefined : watchedIn(grounds, said);
  return watched === undefined ? said : { ...said, watched };
}

function watchedIn({ evaluated, defaults, doubts }: Grounds, said: Said): Watched | undefined {
  const all = sayOf(
    evaluated.filter(({ trace }) => hasMatched(trace)),
    defaults,
    doubts,
  );
  const { redaction: _, confinement: __, ...rest } = all;
  return watchedBeyond(verdictWord(said), [{ ...rest, verdict: verdictWord(all) }]);
}

function sayOf(matches: readonly EvaluatedRule[], defaults: readonly RuleFileHeader[], unsure: readonly Doubt[]): Said {
  const { verdict: matched, decider, byDefault, redaction, confinement } = joinModules(matches, defaults);
  const verdict = unsure.map(unsureVerdict).reduce(stricter, matched);
  return {
    verdict,
    ...(redaction !== undefined && { redaction }),
    ...(confinement !== undefined && { confinement }),
    ...(decider !== undefined && verdict === matched && { decider }),
    ...(byDefault !== undefined && verdict === matched && { byDefault }),
    unsure,
  };
}

function isMatch({ trace }: EvaluatedRule): boolean {
  return trace.end === 'matched';
}

function isWatched({ trace }: EvaluatedRule): boolean {
  return trace.end === 'watched';
}

function isEnforced({ enforce }: Pick<RuleFileHeader, 'enforce'>): boolean {
  return enforce !== false;
}
