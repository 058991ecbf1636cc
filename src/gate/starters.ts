import type { PlainStart } from '../conditions/condition.ts';
import {
  ANYTHING,
  anyOf,
  inLine,
  inWords,
  LINE_MARKS,
  NEVER,
  oneOf,
  type Sign,
  type Signs,
} from '../conditions/signs.ts';
import { flagSpellings, nodesOf } from '../grammar/spellings.ts';
import { RUNNERS as FILE_RUNNERS } from '../runners/index.ts';
import type { Runner } from '../runners/runner.ts';
import { WRAPPERS } from '../wrappers/index.ts';
import { PYTHON_MODULES, PYTHON_READERS, PYTHON_RUNNERS } from '../wrappers/interpreters.ts';
import { RUNNERS } from '../wrappers/runner-specs.ts';
import { type CodeLanguage, SHELLS } from './code.ts';

/** The signs of a wrapper's words that start something or are not understood. */
type Starter = (start: PlainStart) => Signs;

const texts =
  (...leads: readonly string[]): Starter =>
  () =>
    oneOf(leads.map((lead) => inWords(lead)));

/** Options in every spelling that the program's grammar accepts, such as abbreviations and letters of a cluster. */
const options =
  (...names: readonly string[]): Starter =>
  ({ program, subcommand }) => {
    const nodes = nodesOf(program, subcommand);
    const spellings = names.flatMap((name) => flagSpellings(nodes, name));
    return oneOf(spellings.map(({ lead, part = '' }) => inWords(` ${lead}`, part)));
  };

/** The signs of all of these. */
const either =
  (...starters: readonly Starter[]): Starter =>
  (start) =>
    anyOf(starters.map((one) => one(start)));

/** Only these subcommands start anything; '' is none. */
const subcommands =
  (starters: Readonly<Record<string, Starter>>): Starter =>
  (start) => {
    const { subcommand } = start;
    if (subcommand === undefined) return ANYTHING;
    return Object.hasOwn(starters, subcommand) ? (starters[subcommand] as Starter)(start) : NEVER;
  };

/** sh reads simple code itself. */
const code =
  (language: Exclude<CodeLanguage, 'above'>): Starter =>
  () =>
    oneOf([{ code: language }]);

const always: Starter = () => ANYTHING;

/** Without words it runs its input; with a file as its first word, that. */
const inputs = (program: string): readonly Sign[] => [
  { pattern: `' ${program}  '*${LINE_MARKS.fed}*` },
  { pattern: `' ${program} /'*'/'[f0s]*${LINE_MARKS.fed}*` }, // /dev/stdin, /dev/fd/0
  inLine('wrote'),
  { code: 'file' },
];

/** Code is given by options before the first operand. */
const optionFirst: Starter = ({ program }) => oneOf([inWords(` ${program} -`), ...inputs(program)]);

/** `-m module` starts something with these modules alone. */
const python: Starter = ({ program }) => {
  const lead = `' ${program} -`;
  const ways: readonly Sign[] = [
    ...inputs(program),
    { pattern: `${lead}'[!m]*` },
    { pattern: `${lead}m'[!' ']*` },
    ...['timeit', ...PYTHON_RUNNERS, ...PYTHON_READERS, ...Object.keys(PYTHON_MODULES)].map((module) => ({
      pattern: `${lead}m ${module} '*`,
    })),
  ];
  return [ways];
};

const REMOTE_HELPER = texts('ext::');
const FETCHES = either(options('--upload-pack', '--exec'), REMOTE_HELPER);
const PUSHES = either(options('--receive-pack', '--exec'), REMOTE_HELPER);

const GIT = subcommands({
  archive: options('--exec'),
  bisect: texts(' run '),
  clone: always,
  daemon: always,
  difftool: options('-x', '--extcmd'),
  fetch: FETCHES,
  'fetch-pack': always,
  'filter-branch': always,
  'for-each-repo': always,
  grep: options('-O', '--open-files-in-pager'),
  'ls-remote': FETCHES,
  'merge-index': always,
  pull: FETCHES,
  push: PUSHES,
  rebase: options('-x', '--exec'),
  remote: REMOTE_HELPER,
  'send-email': always,
  'send-pack': PUSHES,
  submodule: texts(' foreach '),
  svn: always,
});

const DOCKER = subcommands({
  '': texts(' -h', ' -V'), // its table of options lacks them
  exec: always,
  run: always,
  create: always,
  container: texts(' container -', ' exec ', ' run ', ' create '),
  compose: texts(' compose -', ' exec ', ' run ', ' create '),
});

/** Of package managers: what runs a command is in the table of their wrappers. */
const runner: Starter = (start) => {
  const spec = RUNNERS.find(({ names }) => names.includes(start.program));
  if (spec === undefined) return ANYTHING;
  return subcommands(Object.fromEntries(Object.keys(spec.commands).map((name) => [name, always])))(start);
};

const TAR = options(
  ...['--use-compress-program', '--info-script', '--new-volume-script', '--to-command'],
  ...['--checkpoint-action', '--rmt-command', '--rsh-command', '--files-from'],
);

/**
 * Wrappers that many calls start nothing with, and the signs of the calls that do; each must cover all that its family in the room
 * `wrappers` peels. A wrapper that is not listed counts as starting something at every call.
 */
const STARTERS: ReadonlyMap<string, Starter> = new Map(
  Object.entries<Starter>({
    'awk gawk mawk nawk original-awk': code('awk'),
    cargo: subcommands({ watch: always }),
    'gcloud vagrant colima': texts(' ssh '),
    'gcc cc c++ g++ gfortran': texts(' -wrapper'),
    gh: texts(' ssh'),
    nmap: texts(' --script'),
    'kubectl oc': subcommands({ exec: always, run: always, debug: always, rsh: always }),
    'find gfind': texts(' -exec', ' -ok'),
    'docker podman nerdctl': DOCKER,
    git: GIT,
    'less more': texts(' +'),
    'node nodejs perl php ruby': optionFirst,
    'npm pnpm yarn uv poetry pdm hatch': runner,
    'python python2 python3': python,
    rg: options('--pre', '--hostname-bin'),
    'sed gsed': code('sed'),
    [SHELLS.join(' ')]: code('shell'),
    'sort gsort': options('--compress-program'),
    'split gsplit': options('--filter'),
    'tar gtar bsdtar': TAR,
    zip: either(options('-@', '-TT'), texts(' --TT')),
  }).flatMap(([names, starter]) => names.split(' ').map((name) => [name, starter] as const)),
);

/** The signs of a start that starts other programs, or runs what stands in files. */
export function starterSigns(start: PlainStart): Signs {
  const isWrapper = WRAPPERS.has(start.program);
  return anyOf([isWrapper ? (STARTERS.get(start.program) ?? always)(start) : NEVER, runnerSigns(start)]);
}

function codeSign(codeIn: NonNullable<Runner['codeIn']>): Sign {
  return typeof codeIn === 'string' ? { code: codeIn } : { code: 'above', ...codeIn };
}

function runnerSigns({ program, subcommand }: PlainStart): Signs {
  const found = FILE_RUNNERS.get(program);
  if (found === undefined || found.needsChangedHome === true) return NEVER;
  const { onlyWith, never = [], codeIn } = found;
  const anywhere = codeIn === undefined ? ANYTHING : oneOf([inLine('wrote'), codeSign(codeIn)]);
  if (onlyWith === undefined && found.never === undefined && codeIn !== undefined) return anywhere; // no subcommands
  if (subcommand === undefined) {
    const needsOption = onlyWith !== undefined && Object.keys(onlyWith).length === 0;
    return needsOption ? oneOf([inWords(` ${program} -`)]) : ANYTHING;
  }
  if (onlyWith === undefined) return never.includes(subcommand) ? NEVER : anywhere;
  const beginnings = Object.hasOwn(onlyWith, subcommand) ? (onlyWith[subcommand] ?? ['']) : [];
  if (beginnings.includes('')) return anywhere;
  return beginnings.length === 0 ? NEVER : oneOf(beginnings.map((beginning) => inWords(` ${beginning}`)));
}
