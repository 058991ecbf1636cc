import { SYSTEM_FOLDER_PATTERNS } from '../conditions/path/system-folders.ts';
import type { Clause, Mark, Sign, TextSign } from '../conditions/signs.ts';
import type { AttachedPaths } from '../grammar/spellings.ts';
import { memoizeByObject } from '../util/memoize.ts';
import { shWord } from '../util/sh-quote.ts';
import { FIND_BRANCH, UNKNOWN_BRANCH } from './branch.ts';
import { CALLER_TESTS } from './caller-tests.ts';
import { CODE_TESTS } from './code.ts';
import { LOSS_TESTS } from './loss-tests.ts';
import type { Case, GatePlan, Reason } from './plan.ts';

/** Longer commands go to Node: up to here patterns surely match in time and paths can be resolved. */
const MAX_LENGTH = 4000;
/** Options without a value that may stand in front of the subcommand. */
const LEADING: ReadonlyMap<string, string> = new Map([['git', '--no-pager']]);
/** Variables that give a program settings of their own, or another place for its words. */
const SETTINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['git', ['GIT_CONFIG_COUNT', 'GIT_CONFIG_PARAMETERS', 'GIT_WORK_TREE']],
]);

/** Characters of a gate. Parsing takes sh time, and it parses the whole text for a call that no part passes. */
const MAX_TEXT = 19_000;
/** Characters for the cases of subcommands; frequent subcommands come first, then those with the shortest tests. */
const MAX_BRANCHES = 11000;
const EVERYDAY: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'git',
    '--version status add commit push pull fetch checkout switch log diff show branch stash merge rebase'.split(' '),
  ],
]);
/** Characters of one `case`. sh parses a command to its end before it runs it, so a call that an early `case` passes saves the rest. */
const CHUNK = 1200;

/**
 * sh lines that set `__ss_way` to `run` where no rule can match the words in "$@" of the program `$__ss_name`; undefined = every
 * call needs Node. `__ss_way` is `look` while undecided and `node` once a sign shows. The lines start no process, set no variable
 * but `__ss_*`, and read the disk only to resolve paths and the branch. In between they call `__ss_pass`, which may return early.
 * Where the words are part of a line, `__ss_told` has the marks of that line (see LINE_MARKS) and `__ss_written` its text: both can
 * only add signs.
 */
export function emitGate(plan: GatePlan): Gate | undefined {
  const body = plan.subcommands.size > 0 ? subcommandBody(plan) : wordsBody(plan.words);
  if (body === undefined || body.text.length > MAX_TEXT) return undefined;
  return { ...body, text: [...opening(), body.text].join('\n') };
}

export interface Gate {
  readonly text: string;
  /** first words that it may pass; undefined = it does not test the first word */
  readonly subcommands?: readonly string[];
}

/** A reason that every call has; undefined = it depends on the words. */
export function constantReason({ reasons }: Case): Reason | undefined {
  return reasons.find(({ clauses }) => clauses.length === 0);
}

function opening(): readonly string[] {
  return [
    "__ss_ifs=$IFS IFS=' '",
    '__ss_words=" $__ss_name $* ${__ss_told-}"',
    'IFS=$__ss_ifs',
    // in other encodings an ASCII byte may be half of a character
    'case ${LC_ALL:-${LC_CTYPE:-${LANG-}}} in',
    `'' | C | POSIX | *[Uu][Tt][Ff]8 | *[Uu][Tt][Ff]-8) [ \${#__ss_words} -lt ${MAX_LENGTH} ] && [ "$__ss_gate" = open ] && __ss_way=look ;;`,
    'esac',
  ];
}

function wordsBody(words: Case): Gate | undefined {
  if (constantReason(words) !== undefined) return undefined;
  const known: Case = { ...words, reasons: withMarks(words.reasons) };
  const look = [...marking([words]), ...letterMarks([words], flagLetters(words)), ...codeTests(words.reasons)];
  return { text: whileUndecided([...look, '__ss_way=run', ...tests(known.reasons)]) };
}

function subcommandBody({ program, subcommands }: GatePlan): Gate | undefined {
  const gated = [...subcommands]
    .filter(([, one]) => constantReason(one) === undefined)
    .map(([name, one]) => ({ name, one, reasons: withAttached(one) }));
  const common = commonReasons(
    gated.map(({ reasons }) => reasons.filter((reason) => !isLate(reason) && !isShared(reason))),
  );
  const shared = [
    ...new Map(gated.flatMap(({ reasons }) => reasons.filter(isShared).map((one) => [keyOf(one), one]))).values(),
  ];
  const commonTests = tests(common);
  if (commonTests.join('\n').length > MAX_TEXT) return undefined;
  const groups = new Map<string, Group>();
  for (const { name, one, reasons } of gated) {
    const own = reasons.filter((reason) => !isShared(reason));
    const stage = own.some(isLate) ? 'late' : own.length < reasons.length ? 'shared' : 'first';
    const text = tests(own, common).join('\n');
    const group = groups.get(stage + text) ?? { text, names: [], cases: [], stage };
    group.names.push(name);
    group.cases.push(one);
    groups.set(stage + text, group);
  }
  const write = (room: number) => {
    const kept = fitting([...groups.values()], EVERYDAY.get(program) ?? [], room);
    const cases = kept.flatMap((group) => group.cases);
    const text = [
      whileUndecided([
        ...subcommandWord(program),
        ...codeTests(common),
        ...marking(withoutAttached(cases)),
        ...commonTests,
      ]),
      ...deciders(kept, { common, shared }),
    ];
    return { text: text.join('\n'), subcommands: kept.flatMap(({ names }) => names) };
  };
  let room = MAX_BRANCHES;
  let body = write(room);
  while (body.text.length > MAX_TEXT && body.subcommands.length > 0) {
    room -= body.text.length - MAX_TEXT; // more than that goes at a time: a group is as long as it is
    body = write(room);
  }
  return body.subcommands.length === 0 ? undefined : body;
}

function withoutAttached(cases: readonly Case[]): readonly Case[] {
  return cases.map((one) => ({ ...one, attached: { ...one.attached, leads: [], letters: '', anywhere: false } }));
}

/**
 * The tests of each subcommand. First of those that lose nothing; then what the others share; last those that need the letters of
 * options or the branch. A function stands in front of the `case` that needs it: sh parses it then.
 */
function deciders(
  kept: readonly Group[],
  { common, shared }: { readonly common: readonly Reason[]; readonly shared: readonly Reason[] },
): readonly string[] {
  const cases = kept.flatMap((group) => group.cases);
  const marked = cases.filter(asksForMarks);
  const late = letterMarks(cases, marked.map(flagLetters).join('') + lettersOf(marked));
  const known = new Set(codeTests(common));
  const fresh = (reasons: readonly Reason[]) => {
    const texts = codeTests(reasons).filter((text) => !known.has(text));
    for (const text of texts) known.add(text);
    return texts;
  };
  const those = (stage: Group['stage']) =>
    chunks(kept.filter((group) => group.stage === stage)).map((groups) =>
      subcommandCase(
        fresh(groups.flatMap((group) => group.cases.flatMap(({ reasons }) => reasons.filter((one) => !isShared(one))))),
        groups.map(branchOf),
      ),
    );
  const hasShared = kept.some((group) => group.stage !== 'first') && shared.length > 0;
  return [
    ...those('first'),
    ...(hasShared ? [whileUndecided([...fresh(shared), ...tests(shared)])] : []),
    ...those('shared'),
    ...(late.length === 0 ? [] : [whileUndecided(late)]),
    ...those('late'),
  ];
}

/** Subcommands with the same tests. */
interface Group {
  /** the tests, lines of sh */
  readonly text: string;
  readonly names: string[];
  readonly cases: Case[];
  /** `shared`: only where what such subcommands share does not show */
  readonly stage: 'first' | 'shared' | 'late';
}

/** As many as fit, in the order in which they are tested. */
function fitting(groups: readonly Group[], everyday: readonly string[], most: number): readonly Group[] {
  const rank = ({ names }: Group) => (names.some((name) => everyday.includes(name)) ? 0 : 1);
  const inOrder = groups.toSorted((a, b) => rank(a) - rank(b) || a.text.length - b.text.length);
  let room = most;
  const end = inOrder.findIndex((group) => {
    room -= branchOf(group).length;
    return room < 0;
  });
  return end < 0 ? inOrder : inOrder.slice(0, end);
}

function branchOf({ names, text }: Group): string {
  return `${names.map(shWord).join(' | ')})${text && '\n'}__ss_way=run${text && `\n${text}`} ;;`;
}

function sorted(letters: string): string {
  return [...new Set(letters)].sort().join('');
}

function chunks(groups: readonly Group[]): readonly (readonly Group[])[] {
  const all: Group[][] = [];
  let room = 0;
  for (const group of groups) {
    if (room <= 0) {
      all.push([]);
      room = CHUNK;
    }
    all.at(-1)?.push(group);
    room -= branchOf(group).length;
  }
  return all;
}

/** A first word that no branch names leaves the call undecided; after the last `case` it goes to Node. */
function subcommandCase(functions: readonly string[], branches: readonly string[]): string {
  return `${whileUndecided([...functions, 'case $__ss_sub in', ...branches, 'esac'])}\n__ss_pass "$@" && return`;
}

function whileUndecided(lines: readonly string[]): string {
  return ['if [ "$__ss_way" = look ]; then', ...lines, 'fi'].join('\n');
}

function subcommandWord(program: string): readonly string[] {
  const leading = LEADING.get(program);
  const settings = SETTINGS.get(program)?.map((name) => `\${${name}+x}`);
  return [
    '__ss_sub=${1-}',
    ...(leading === undefined ? [] : [`[ "$__ss_sub" = ${leading} ] && __ss_sub=\${2-}`]),
    '[ $# -gt 1 ] && case $__ss_sub in -*) __ss_sub= ;; esac',
    ...(settings === undefined ? [] : [`[ -z "${settings.join('')}" ] || __ss_sub=`]),
  ];
}

/** Adds a reason for options whose word may hold a path (`-o/etc/x`, `--out=x`): for another subcommand the same letters may take none. */
function withAttached(one: Case): readonly Reason[] {
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

function withMarks(reasons: readonly Reason[]): readonly Reason[] {
  return reasons.map(withMark);
}

const withMark = memoizeByObject(
  ({ id, clauses }: Reason): Reason => ({
    id,
    clauses: clauses.map((clause) => clause.map((sign) => ('letter' in sign ? hasLetter(sign.letter) : sign))),
  }),
);

const LETTER_MARK = '*@-';

function hasLetter(letter: string): Sign {
  return { pattern: `${LETTER_MARK}${shWord(letter)}*` };
}

function flagLetters(one: Case): string {
  return signsOf(one)
    .map((sign) => ('letter' in sign ? sign.letter : ''))
    .join('');
}

function signsOf({ reasons }: Case): readonly Sign[] {
  return reasons.flatMap(({ clauses }) => clauses.flat());
}

/** Tests that take long and that few subcommands need: they come after all others. */
const isLate = memoizeByObject(({ clauses }: Reason) =>
  clauses.some((clause) =>
    clause.some((sign) => 'branch' in sign || ('pattern' in sign && sign.pattern.startsWith(LETTER_MARK))),
  ),
);

/** The same test for all subcommands that have it. */
const isShared = memoizeByObject(({ clauses }: Reason) =>
  clauses.some((clause) => clause.some((sign) => 'first' in sign)),
);

/** sh that appends `@-x` to the words for each option letter x in them, and the function that finds the branch. */
function letterMarks(cases: readonly Case[], letters: string): readonly string[] {
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

function asksForMarks({ reasons }: Case): boolean {
  return marksOf(reasons).size > 0;
}

function lettersOf(cases: readonly Pick<Case, 'attached'>[]): string {
  return sorted(cases.map(({ attached }) => attached.letters).join(''));
}

/** Reasons of most subcommands, tested once before all of them. */
function commonReasons(all: readonly (readonly Reason[])[]): readonly Reason[] {
  const counts = new Map<string, { readonly reason: Reason; count: number }>();
  for (const reasons of all) {
    const own = new Map(reasons.flatMap(splitAlternatives).map((reason) => [keyOf(reason), reason]));
    for (const [key, reason] of own) counts.set(key, { reason, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].filter(({ count }) => count * 2 > all.length).map(({ reason }) => reason);
}

/** A reason of one clause as one reason for each sign, so that subcommands have more of them in common. */
const splitAlternatives = memoizeByObject(({ id, clauses }: Reason): readonly Reason[] =>
  clauses.length === 1 ? clauses.flat().map((sign) => ({ id, clauses: [[sign]] })) : [{ id, clauses }],
);

const keyOf = memoizeByObject(({ clauses }: Reason) => JSON.stringify(clauses));

/** sh tests of the reasons that are not in `before`: one line for each of several clauses, one line together for all others. */
function tests(reasons: readonly Reason[], before: readonly Reason[] = []): readonly string[] {
  const known = new Set(before.map(keyOf));
  const open = reasons.flatMap(splitAlternatives).filter((reason) => !known.has(keyOf(reason)));
  const single = open.filter(({ clauses }) => clauses.length === 1).flatMap(({ clauses }) => clauses.flat());
  const several = open.filter(({ clauses }) => clauses.length > 1);
  const lines = several.map(({ clauses }) => `${clauses.map(shTest).join(' &&\n')} && __ss_way=node`);
  return [...(single.length === 0 ? [] : [`${shTest(single)} && __ss_way=node`]), ...new Set(lines)];
}

/** A command of sh that succeeds where one of the signs shows. */
function shTest(clause: Clause): string {
  const bySubject = new Map<string, Set<string>>();
  for (const sign of clause) {
    if (isRun(sign)) continue;
    const subject = subjectOf(sign);
    const patterns = bySubject.get(subject) ?? new Set();
    for (const pattern of patternsOf(sign)) patterns.add(pattern);
    bySubject.set(subject, patterns);
  }
  const codes = clause.flatMap((sign) => (isRun(sign) ? [runTest(sign)] : []));
  const cases = [...bySubject].map(([subject, patterns]) => {
    const test = `case ${subject} in ${[...patterns].join(' | ')}) ;; *) false ;; esac`;
    return subject === BRANCH ? `{ __ss_find_branch; ${test}; }` : test;
  });
  const all = [...cases, ...codes]; // the slowest last
  return all.length === 1 ? (all[0] as string) : `{ ${all.join(' ||\n')}; }`;
}

/** The name of a file never begins with a dash, as the beginning of an option does. */
function runTest(sign: RunSign): string {
  const { name } = functionOf(sign);
  if ('loss' in sign || 'caller' in sign) return `${name} "$@"`;
  return sign.code === 'above' ? [name, ...[...sign.names, ...sign.options].map(shWord)].join(' ') : `${name} "$@"`;
}

/** The functions that `shTest` calls. */
function codeTests(reasons: readonly Reason[]): readonly string[] {
  const signs = reasons.flatMap(({ clauses }) => clauses.flat());
  const texts = signs.flatMap((sign) => (isRun(sign) ? [functionOf(sign).text] : []));
  return [...new Set(texts)];
}

function functionOf(sign: RunSign): { readonly name: string; readonly text: string } {
  if ('caller' in sign) return CALLER_TESTS[sign.caller];
  return 'loss' in sign ? LOSS_TESTS[sign.loss] : CODE_TESTS[sign.code];
}

function isRun(sign: Sign): sign is RunSign {
  return 'code' in sign || 'loss' in sign || 'caller' in sign;
}

const BRANCH = '$__ss_branch';

/** Signs that a function tests. */
type RunSign = Extract<Sign, { readonly code: unknown } | { readonly loss: unknown } | { readonly caller: unknown }>;

/** Signs that a pattern of `case` can test. */
type PatternSign = Exclude<Sign, RunSign>;

const SUBJECTS: Readonly<Record<TextSign['in'], string>> = {
  words: '$__ss_words',
  cwd: '$PWD/',
  'cwd-and-words': '$PWD/$__ss_words',
  text: '$__ss_words${__ss_written-}',
};

function subjectOf(sign: PatternSign): string {
  if ('variable' in sign) return `\${${sign.variable}+=}\${${sign.variable}-}`;
  if ('under' in sign) return '$PWD/';
  if ('branch' in sign) return BRANCH;
  if ('first' in sign) return '$__ss_sub$__ss_words';
  return 'in' in sign ? SUBJECTS[sign.in] : '$__ss_words';
}

function patternsOf(sign: PatternSign): readonly string[] {
  if ('variable' in sign) return [shWord(`=${sign.equals}`)];
  if ('under' in sign) return [`${shWord(`${sign.under}/`)}*`, '//*'];
  if ('pattern' in sign) return [sign.pattern];
  if ('first' in sign) return [sign.first];
  if ('branch' in sign) return [shWord(sign.branch), shWord(UNKNOWN_BRANCH)];
  if ('mark' in sign) return [`*@${sign.mark}*`];
  if ('letter' in sign) return [`*${shWord(` ${sign.lead}`)}*${sign.letter}*`];
  return [`*${sign.pieces.map(shWord).join('*')}*`];
}

function marksOf(reasons: readonly Reason[]): ReadonlySet<Mark> {
  return new Set(reasons.flatMap(marksIn));
}

const marksIn = memoizeByObject(({ clauses }: Reason) =>
  clauses.flat().flatMap((sign) => ('mark' in sign ? [sign.mark] : [])),
);

/** sh that reads each word as a path and appends the marks that it finds to the words, as `@mark`. */
function marking(cases: readonly Case[]): readonly string[] {
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
