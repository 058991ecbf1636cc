import { memoizeByObject } from '../util/memoize.ts';
import { shWord } from '../util/sh-quote.ts';
import type { Case, GatePlan, Reason } from './plan.ts';
import { codeTests, commonReasons, constantReason, keyOf, tests } from './reason-tests.ts';
import {
  asksForMarks,
  flagLetters,
  LETTER_MARK,
  letterMarks,
  lettersOf,
  marking,
  withAttached,
  withMarks,
  withoutAttached,
} from './word-marks.ts';

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
        fresh(groups.flatMap((group) => group.cases.flatMap(({ reasons }) => reasons))),
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
