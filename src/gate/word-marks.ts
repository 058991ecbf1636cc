import { SYSTEM_FOLDER_PATTERNS } from '../conditions/path/system-folders.ts';
import type { Mark, Sign } from '../conditions/signs.ts';
import type { AttachedPaths } from '../grammar/spellings.ts';
import { memoizeByObject } from '../util/memoize.ts';
import { shWord } from '../util/sh-quote.ts';
import { FIND_BRANCH } from './branch.ts';
import type { Case, Reason } from './plan.ts';

export function withoutAttached(cases: readonly Case[]): readonly Case[] {
  return cases.map((one) => ({ ...one, attached: { ...one.attached, leads: [], letters: '', anywhere: false } }));
}

function sorted(letters: string): string {
  return [...new Set(letters)].sort().join('');
}

/** Adds a reason for options whose word may hold a path (`-o/etc/x`, `--out=x`): for another subcommand the same letters may take none. */
export function withAttached(one: Case): readonly Reason[] {
  const { attached } = one;
  const reasons = lettered(one);
  if (!asksForMarks(one)) return reasons;
  const leads = attached.anywhere ? [' -'] : attached.leads.map((lead) => ` ${lead}`);
  const signs = [
    ...leads.map((lead): Sign => ({ in: 'words', pieces: [lead, '='] })),
    ...[...attached.letters].map(hasLetter),
  ];
  return signs.length === 0 ? reasons : [...reasons, { id: '', clauses: [signs] }];
}

/** With option letters as marks, where the gate reads the words one by one anyway. */
function lettered(one: Case): readonly Reason[] {
  if (!asksForMarks(one)) return one.reasons;
  return withMarks(one.reasons);
}

export function withMarks(reasons: readonly Reason[]): readonly Reason[] {
  return reasons.map(withMark);
}

const withMark = memoizeByObject(
  ({ id, clauses }: Reason): Reason => ({
    id,
    clauses: clauses.map((clause) => clause.map((sign) => ('letter' in sign ? hasLetter(sign.letter) : sign))),
  }),
);

export const LETTER_MARK = '*@-';

function hasLetter(letter: string): Sign {
  return { pattern: `${LETTER_MARK}${shWord(letter)}*` };
}

export function flagLetters(one: Case): string {
  return signsOf(one)
    .map((sign) => ('letter' in sign ? sign.letter : ''))
    .join('');
}

function signsOf({ reasons }: Case): readonly Sign[] {
  return reasons.flatMap(({ clauses }) => clauses.flat());
}

/** sh that appends `@-x` to the words for each option letter x in them, and the function that finds the branch. */
export function letterMarks(cases: readonly Case[], letters: string): readonly string[] {
  const signs = cases.flatMap(signsOf);
  const all = sorted(letters);
  const leads = signs.some((sign) => 'letter' in sign && sign.lead !== '-') ? '[-+]*' : '-*';
  return [
    ...(all === '' ? [] : ['for __ss_word do', `case $__ss_word in --*) continue ;; ${leads}) ;; *) continue ;; esac`]),
    ...[...all].map(shWord).map((one) => `case $__ss_word in *${one}*) __ss_words=$__ss_words@-${one} ;; esac`),
    ...(all === '' ? [] : ['done']),
    ...(signs.some((sign) => 'branch' in sign) ? [FIND_BRANCH] : []),
  ];
}

export function asksForMarks({ reasons }: Case): boolean {
  return marksOf(reasons).size > 0;
}

export function lettersOf(cases: readonly Pick<Case, 'attached'>[]): string {
  return sorted(cases.map(({ attached }) => attached.letters).join(''));
}

function marksOf(reasons: readonly Reason[]): ReadonlySet<Mark> {
  return new Set(reasons.flatMap(marksIn));
}

const marksIn = memoizeByObject(({ clauses }: Reason) =>
  clauses.flat().flatMap((sign) => ('mark' in sign ? [sign.mark] : [])),
);

/** sh that reads each word as a path and appends the marks that it finds to the words, as `@mark`. */
export function marking(cases: readonly Case[]): readonly string[] {
  const marked = cases.filter(asksForMarks);
  const wanted = marksOf(marked.flatMap(({ reasons }) => reasons));
  if (wanted.size === 0) return [];
  const outside = wanted.has('outside');
  return [
    SEGMENTS,
    '__ss_path() {',
    `case $1 in .. | ../* | */.. | */../*) ${INDIRECT} ;; esac`,
    'case $1 in /*) __ss_look \'\' "${1#/}" ;; *) __ss_look . "$1" ;; esac',
    ...(outside ? ['case $1 in "$PWD"/*) ;; /*) __ss_words=$__ss_words@outside ;; esac'] : []),
    ...(wanted.has('directory') ? ['[ -d "$__ss_at" ] && __ss_words=$__ss_words@directory'] : []),
    '}',
    ...(outside ? [PROJECT] : []),
    'for __ss_word do',
    '[ "$__ss_word" ] || continue',
    ...attachedCases(marked.map(({ attached }) => attached)),
    '__ss_path "$__ss_word"',
    'done',
  ];
}

const INDIRECT = '__ss_words=$__ss_words@indirect';

/** Words with a path behind an option or a key: they count as indirect, or the value behind an unknown option is tested as a word of its own. */
function attachedCases(all: readonly AttachedPaths[]): readonly string[] {
  const letters = lettersOf(all.map((attached) => ({ attached })));
  const leads = [...new Set(all.flatMap((one) => one.leads))].sort().map((lead) => `${shWord(lead)}*=*`);
  const hasKeys = all.some((one) => one.keys);
  const isAnywhere = !hasKeys && all.some((one) => one.anywhere);
  const patterns = [
    ...(hasKeys ? ['*=*'] : isAnywhere ? [] : leads),
    ...(all.some((one) => one.taken) ? ['*@*', "*='<'*"] : []),
  ];
  const value = '${__ss_word#*=}';
  return [
    ...(patterns.length === 0 ? [] : [`case $__ss_word in ${patterns.join(' | ')}) ${INDIRECT} ;; esac`]),
    ...(isAnywhere
      ? [`case $__ss_word in -*=*) __ss_words="$__ss_words ${value} " && __ss_path "${value}" ;; esac`]
      : []),
    ...(letters === '' ? [] : [`case $__ss_word in --*) ;; [-+]*[${letters}]*) ${INDIRECT} ;; esac`]),
  ];
}

/** A function of sh that appends `@indirect` where a path has a symlink in it; so does a working directory that was reached through one. */
const SEGMENTS = `__ss_look() { # where it begins, segments
__ss_at=$1
__ss_rest=$2/
while [ -n "$__ss_rest" ]; do
__ss_at=$__ss_at/\${__ss_rest%%/*}
__ss_rest=\${__ss_rest#*/}
[ -h "$__ss_at" ] && __ss_words=$__ss_words@indirect
done
}
[ "$__ss_place" = direct ] || __ss_words=$__ss_words@indirect`;

/** sh that appends `@outside` where the working directory is a system directory or holds the home directory: see path_outside. */
export const PROJECT = `case $PWD in
${SYSTEM_FOLDER_PATTERNS.join(' | ')}) __ss_words=$__ss_words@outside ;;
esac
case \${HOME-}/ in "$PWD"/*) __ss_words=$__ss_words@outside ;; esac`;
