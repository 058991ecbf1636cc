import type { Facts } from '../../model/facts.ts';
import type { Pattern } from '../../model/policy.ts';
import { type Answer, joinAnswers } from '../../model/tri.ts';
import { matches } from '../../patterns/match.ts';
import { baseName } from '../../util/path.ts';
import { literalOfGlob, shellGlobMatches } from '../../util/shell-glob.ts';
import { defineCondition } from '../condition.ts';
import { patternsText } from '../listed.ts';
import { allOf } from '../signs.ts';
import type { Subject } from '../subject.ts';
import { ACCESS_FILTERS, type AccessFilter, type Candidate, candidatesOf, PATHS, tildeForm } from './candidates.ts';
import { accessSigns, globSigns } from './path-signs.ts';

interface Args {
  pattern?: string | undefined;
  patterns?: string | string[] | undefined;
  access?: AccessFilter | undefined;
}

interface Data {
  readonly patterns: readonly Pattern[];
  readonly access: AccessFilter;
}

/**
 * As written, normalised absolute, symlinks resolved, base name, and with `~` for the home directory. What `find -name .env`
 * finds has its base name for sure.
 */
function spellings(candidate: Candidate, facts: Facts): readonly string[] {
  const { written, absolute, real, contentsOf, suffix = '', names = [] } = candidate;
  const paths = [written, baseName(written)];
  if (absolute === undefined && suffix !== '') paths.push(baseName(suffix), `_${suffix}`);
  paths.push(...names.flatMap((name) => literalOfGlob(name.replace(/^\*/, '_')) ?? []));
  for (const path of [absolute, real]) {
    if (path === undefined) continue;
    const whole = contentsOf ? `${path === '/' ? '' : path}/*` : path;
    const tilde = tildeForm(whole, facts);
    paths.push(whole, baseName(path), ...(tilde === undefined ? [] : [tilde]));
  }
  return [...new Set(paths)];
}

function answer(candidate: Candidate, patterns: readonly Pattern[], facts: Facts): Answer {
  let result: Answer = 'no';
  const dynamic = candidate.absolute === undefined && candidate.real === undefined;
  const { glob, names = [] } = candidate;
  const paths = spellings(candidate, facts);
  for (const pattern of patterns) {
    // who writes `.e?v` means that hidden file: such names are few
    for (const one of glob === undefined ? names : [glob])
      if (mayBecome(one, pattern.written)) result = one.startsWith('.') ? 'some' : 'unknown';
    for (const path of paths) {
      const one = matches(pattern, path);
      if (one === 'yes') return 'yes';
      if (one === 'unknown' && result === 'no') result = 'unknown';
    }
  }
  if (dynamic && isLikely(candidate, patterns, facts)) return 'some';
  return dynamic ? 'unknown' : result;
}

/** `/etc/$f`, or what is found below `/etc`, most likely matches: enough to restrict, not enough for an exception. */
function isLikely({ within, ...found }: Candidate, patterns: readonly Pattern[], facts: Facts): boolean {
  const likely = within === undefined ? found.likely : `${within}/_`;
  if (likely === undefined) return false;
  const paths = [likely, facts.realpath(likely)].flatMap((path) => [path, tildeForm(path, facts) ?? path]);
  return patterns.some((pattern) => paths.some((path) => matches(pattern, path) === 'yes'));
}

/** `.g*` may become `.git`, where nobody knows what is on the disk: a pattern that ends in a plain name is compared by it. */
function mayBecome(glob: string, written: string): boolean {
  const name = baseName(written);
  if (/[*?[{]/.test(name) || name.startsWith('.') !== glob.startsWith('.')) return false;
  return shellGlobMatches(glob, name);
}

function wordsAnswer(data: Data, subject: Subject, facts: Facts): Answer {
  return joinAnswers(candidatesOf(subject, facts, data.access).map((one) => answer(one, data.patterns, facts)));
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
        access: z
          .enum(ACCESS_FILTERS)
          .optional()
          .describe(
            'only paths of one kind: `read`, `send` (to another machine), `write` or `delete`; two kinds are two conditions in `any_of`',
          ),
      })
      .refine(
        (args) => (args.pattern === undefined) !== (args.patterns === undefined),
        'exactly one of pattern, patterns',
      ),
  lower: ({ pattern, patterns, access }, lowering) => ({
    patterns: [pattern ?? patterns ?? []].flat().map((written) => lowering.glob(written, 'path')),
    access: access ?? 'any',
  }),
  evaluate: wordsAnswer,
  signs: ({ patterns, access }, start) => allOf([accessSigns(access, start), globSigns(patterns, start)]),
  plain: ({ patterns }) => patterns,
  says: ({ patterns, access }) => `${PATHS[access]} matches ${patternsText(patterns)}`,
  explain: ({ access }, subject, facts) => {
    const paths = candidatesOf(subject, facts, access).map((one) => `\`${one.written}\``);
    return paths.length === 0 ? 'no path in the command' : `paths: ${paths.join(', ')}`;
  },
});
