import type { Facts } from '../../model/facts.ts';
import type { Pattern } from '../../model/policy.ts';
import { type Answer, joinAnswersOf } from '../../model/tri.ts';
import { matches } from '../../patterns/match.ts';

import { memoizeByObject } from '../../util/memoize.ts';
import { baseName, isWithin } from '../../util/path.ts';
import { shellGlobMatches } from '../../util/shell-glob.ts';
import { defineCondition } from '../condition.ts';
import { patternsText } from '../listed.ts';
import { allOf, anyOf } from '../signs.ts';
import { likelyIn, type Subject } from '../subject.ts';
import { placesOf, treeReaches } from './arrivals.ts';
import { ACCESS_FILTERS, ACCESS_HELP, type AccessFilter, PATHS, type PathCandidate } from './candidate.ts';
import { candidatesOf, tildeForm } from './candidates.ts';
import { createHaystack, type Haystack } from './haystack.ts';
import { askedAbout } from './path-list.ts';
import { accessSigns, globSigns, treeSigns } from './path-signs.ts';
import { spellingsOf } from './spellings.ts';

interface Args {
  pattern?: string | undefined;
  patterns?: string | string[] | undefined;
  access?: AccessFilter | undefined;
}

interface Data {
  readonly patterns: readonly Pattern[];
  readonly access: AccessFilter;
  /** for `change`: what the patterns name in the home directory, from `~` on */
  readonly places?: readonly string[];
}

/** For literals that a pattern needs: dozens of rules look for theirs in the same few paths. */
const joinedSpellings = memoizeByObject((facts: Facts) =>
  memoizeByObject((one: PathCandidate): Haystack => createHaystack(spellingsOf(one, facts).join('\n'))),
);

function answer(candidate: PathCandidate, patterns: readonly Pattern[], facts: Facts, likely: Answer): Answer {
  let result: Answer = 'no';
  const dynamic = candidate.absolute === undefined && candidate.real === undefined;
  const { glob, names = [] } = candidate;
  const paths = spellingsOf(candidate, facts);
  const joined = joinedSpellings(facts)(candidate);
  for (const pattern of patterns) {
    // hidden files are few, so a pattern such as `.e?v` most likely expands to the one that the rule names
    for (const one of glob === undefined ? names : [glob])
      if (mayExpandTo(one, pattern.written)) result = one.startsWith('.') ? likely : 'unknown';
    if (pattern.needs !== undefined && !joined.holdsOneOf(pattern.needs)) continue;
    for (const path of paths) {
      const one = matches(pattern, path);
      if (one === 'yes') return 'yes';
      if (one === 'unknown' && result === 'no') result = 'unknown';
    }
  }
  if (dynamic && isLikely(candidate, patterns, facts)) return likely;
  return dynamic ? 'unknown' : result;
}

/** `/etc/$f` and paths that `find /etc` prints most likely match a glob on `/etc`: enough to restrict, not for an exception. */
function isLikely({ within, ...found }: PathCandidate, patterns: readonly Pattern[], facts: Facts): boolean {
  const likely = within === undefined ? found.likely : `${within}/_`;
  if (likely === undefined) return false;
  const paths = [likely, facts.realpath(likely)].flatMap((path) => [path, tildeForm(path, facts) ?? path]);
  return patterns.some((pattern) => paths.some((path) => matches(pattern, path) === 'yes'));
}

/** `.g*` may expand to `.git`, where the disk cannot be read: compares with the last segment of the rule's glob, if that is a plain name. */
function mayExpandTo(glob: string, written: string): boolean {
  const name = baseName(written);
  if (/[*?[{]/.test(name) || name.startsWith('.') !== glob.startsWith('.')) return false;
  return shellGlobMatches(glob, name);
}

function wordsAnswer(data: Data, subject: Subject, facts: Facts): Answer {
  if (data.access === 'change' && subject.invocation?.ofGuard) return 'no'; // files of the guard
  const candidates = candidatesOf(subject, facts, data.access);
  const asked = askedAbout(candidates, data, facts);
  return joinAnswersOf(asked, (one) => candidateAnswer(one, data, subject, facts));
}

function candidateAnswer(one: PathCandidate, data: Data, subject: Subject, facts: Facts): Answer {
  const itself = located(one, subject, answer(one, data.patterns, facts, likelyIn(subject)));
  return itself !== 'yes' && reaches(one, data, facts) ? 'some' : itself;
}

/** Inside a file a path that is known by its end alone may be anywhere: a scratch folder, a test's own HOME. */
function located({ absolute, within }: PathCandidate, { invocation }: Subject, found: Answer): Answer {
  const isPlaced = absolute !== undefined || within !== undefined;
  return found === 'yes' && invocation?.inFile && !isPlaced ? 'unknown' : found;
}

/** What happens to a directory happens to what lies in it. */
function reaches(candidate: PathCandidate, { places = [] }: Data, facts: Facts): boolean {
  const { absolute, real, isWhole, tree, within, names } = candidate;
  if (tree !== undefined && absolute !== undefined) {
    return treeReaches(tree, absolute, places, facts);
  }
  if (!isWhole || facts.home === undefined) return false;
  const { home } = facts;
  const existing = (place: string) => facts.exists(place.replace('~', home)) !== 'no';
  const holds = (folder: string) => {
    const below = tildeForm(folder, facts);
    // the home directory itself has rules of its own
    return below !== undefined && below !== '~' && places.some((place) => isWithin(place, below) && existing(place));
  };
  if (absolute !== undefined) return holds(absolute) || (real !== undefined && real !== absolute && holds(real));
  // `find ~ -name .config -exec mv {} x \;`
  if (within === undefined || names === undefined) return false;
  const start = tildeForm(within, facts);
  const isNamed = (segment: string) => names.some((name) => shellGlobMatches(name, segment));
  return (
    start !== undefined &&
    places.some(
      (place) => isWithin(place, start) && place.slice(start.length).split('/').some(isNamed) && existing(place),
    )
  );
}

export const pathMatches = defineCondition<Args, Data>({
  type: 'path_matches',
  summary:
    'A path in the command (arguments, redirect targets) matches a glob; `*` stays in a segment, dot files are seen. ' +
    'A relative glob is compared with the path as written: `**/x/**` is any folder `x`, wherever the line is.',
  primary: 'patterns',
  schema: (z) =>
    z
      .strictObject({
        pattern: z.string().min(1).optional().describe('glob; `*` stays in one segment, `**` spans segments'),
        patterns: z
          .union([z.string(), z.array(z.string().min(1)).min(1)])
          .optional()
          .describe('several globs, any of them'),
        access: z.enum(ACCESS_FILTERS).optional().describe(ACCESS_HELP),
      })
      .refine(
        (args) => (args.pattern === undefined) !== (args.patterns === undefined),
        'exactly one of pattern, patterns',
      ),
  lower: ({ pattern, patterns, access }, lowering) => {
    const globs = [pattern ?? patterns ?? []].flat().map((written) => lowering.glob(written, 'path'));
    const places =
      access === 'change' ? { places: [...new Set(globs.flatMap(({ written }) => placesOf(written)))] } : {};
    return { patterns: globs, access: access ?? 'any', ...places };
  },
  evaluate: wordsAnswer,
  signs: ({ patterns, access }, start) => {
    const named = globSigns(patterns, start);
    return allOf([accessSigns(access, start), access === 'change' ? anyOf([named, treeSigns(start)]) : named]);
  },
  plain: ({ patterns }) => patterns,
  says: ({ patterns, access }) => `${PATHS[access]} matches ${patternsText(patterns)}`,
  explain: ({ access }, subject, facts) => {
    const paths = candidatesOf(subject, facts, access).map((one) => `\`${one.written}\``);
    return paths.length === 0 ? 'no path in the command' : `paths: ${paths.join(', ')}`;
  },
});
