import type { Grammar } from '../grammar/grammar.ts';
import { DEFAULT_GRAMMAR } from '../grammar/index.ts';
import { levelBelow } from '../grammar/level.ts';
import type { Fallback } from '../grammar/option-index.ts';
import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { doubt, joinedCode, shellCode, splitBlanks, startOf } from './peeled.ts';
import { optionValues, readAll, readBehind, readOptions } from './reading.ts';
import { leadingText, splitAssignment } from './words.ts';
import type { Peeled, StartingArguments, WrapperCall, WrapperFamily } from './wrapper.ts';

/** The grammar of git has all options. */
const GLOBALS: Grammar = { optionsFirst: true };

/** Settings whose value git hands to a shell. */
const RUNS_CODE =
  /^(core\.(pager|editor|sshcommand|fsmonitor|askpass|gitproxy)|sequence\.editor|pager\..+|credential\.(.+\.)?helper|diff\.external|diff\..+\.(command|textconv)|(diff|merge)tool\..+\.cmd|merge\..+\.driver|filter\..+\.(clean|smudge|process)|gpg\.(.+\.)?program|interactive\.difffilter|uploadpack\.packobjectshook|(browser|man)\..+\.cmd|tar\..+\.command|trailer\..+\.(command|cmd)|sendemail\.(.*\.)?(smtpserver|tocmd|cccmd)|remote\..+\.(uploadpack|receivepack)|ssh\.variant)$/;
/** Values of such settings that start nothing or nothing that matters. */
const RUNS_NOTHING = /^(|true|false|yes|no|on|off|0|1|cat|:|less( .*)?|more|store|cache|manager|osxkeychain)$/;

function settingCode(value: Word): readonly Peeled[] {
  const text = leadingText(value);
  if (value.kind === 'known' && RUNS_NOTHING.test(text)) return [];
  return [shellCode(text.startsWith('!') && value.kind === 'known' ? knownWord(text.slice(1)) : value)];
}

/** `-c alias.x=!code` with `git x words`, and `-c alias.x='push -f'`. */
function aliasCode(value: Word, command: readonly Word[]): readonly Peeled[] {
  const [name, ...args] = command;
  if (name === undefined) return [];
  const text = wordValue(value);
  if (text === undefined) return [shellCode(value)];
  if (text.startsWith('!')) return joinedCode([knownWord(text.slice(1)), ...args]);
  return startOf([knownWord('git'), ...splitBlanks(text).map((part) => knownWord(part)), ...args]);
}

function peelSetting(setting: Word, command: readonly Word[]): readonly Peeled[] {
  const split = splitAssignment(setting);
  if (split === undefined)
    return setting.kind === 'known' ? [] : [doubt('hidden-code', 'a git setting that is not known')];
  const key = split.name.toLowerCase();
  const alias = /^alias\.(.+?)(?:\.command)?$/.exec(key)?.[1];
  // one alias may name another: each counts, the words are those of the one that is called
  if (alias !== undefined)
    return aliasCode(split.value, alias === wordValue(command[0])?.toLowerCase() ? command : [knownWord(alias)]);
  return RUNS_CODE.test(key) ? settingCode(split.value) : [];
}

function peelConfigEnv(word: Word): readonly Peeled[] {
  const key = leadingText(word).split('=')[0]?.toLowerCase() ?? '';
  const runs = RUNS_CODE.test(key) || key.startsWith('alias.') || key === '';
  return runs ? [doubt('hidden-code', `git setting ${key} from a variable`)] : [];
}

/** argv[0] is the subcommand; `level` is the grammar of git for it. */
type Subcommand = (argv: readonly Word[], level: Fallback) => readonly Peeled[];

/** A subcommand some of whose options hold shell code. */
function codeOptions(...names: readonly string[]): Subcommand {
  const grammar: Grammar = { options: names.map((name) => `${name} =code`), anyOption: true };
  const all = names.flatMap((name) => name.split(' '));
  return (argv, level) => optionValues(readAll(grammar, argv, level), ...all).flatMap(settingCode);
}

const FOREACH: Grammar = { options: ['-q --quiet', '--recursive'], optionsFirst: true };

/** One word is code, several are a program and its words. */
function submodule(argv: readonly Word[], level: Fallback): readonly Peeled[] {
  const before = readOptions(FOREACH, argv, level);
  if (wordValue(before.operands[0]) !== 'foreach') return [];
  const command = readBehind(before, FOREACH).operands;
  return command.length === 1 ? joinedCode(command) : startOf(command);
}

function bisect(argv: readonly Word[]): readonly Peeled[] {
  return wordValue(argv[1]) === 'run' ? startOf(argv.slice(2)) : [];
}

const MERGE_INDEX: Grammar = { options: ['-o', '-q'], optionsFirst: true };

/** It starts the program for each file that is in conflict. */
function mergeIndex(argv: readonly Word[], level: Fallback): readonly Peeled[] {
  return startOf(readOptions(MERGE_INDEX, argv, level).operands.slice(0, 1));
}

/** `ext::sh -c ..` is a command where a remote is expected. */
function remotes(argv: readonly Word[]): readonly Peeled[] {
  return argv.flatMap((word) => {
    const text = wordValue(word) ?? '';
    return text.startsWith('ext::') ? startOf(splitBlanks(text.slice(5)).map((part) => knownWord(part))) : [];
  });
}

const UPLOAD_PACK = codeOptions('--upload-pack --exec');
const FETCHES: Subcommand = (argv, level) => [...UPLOAD_PACK(argv, level), ...remotes(argv)];
function clone(argv: readonly Word[], level: Fallback): readonly Peeled[] {
  const reading = readAll(DEFAULT_GRAMMAR, argv, level);
  return [
    ...optionValues(reading, '--config').flatMap((setting) => peelSetting(setting, [])),
    ...optionValues(reading, '--upload-pack').flatMap(settingCode),
    ...remotes(argv),
  ];
}

const RECEIVE_PACK = codeOptions('--receive-pack --exec');
const PUSHES: Subcommand = (argv, level) => [...RECEIVE_PACK(argv, level), ...remotes(argv)];

const EACH_REPO: Grammar = { options: ['--config =text'], optionsFirst: true };

const FILTERS = ['setup', 'subdirectory', 'env', 'tree', 'index', 'parent', 'msg', 'commit', 'tag-name'];

const SUBCOMMANDS: ReadonlyMap<string, Subcommand> = new Map(
  Object.entries<Subcommand>({
    archive: codeOptions('--exec'),
    bisect,
    clone,
    daemon: codeOptions('--access-hook'),
    difftool: codeOptions('-x --extcmd'),
    fetch: FETCHES,
    'fetch-pack': codeOptions('--upload-pack --exec'),
    'filter-branch': codeOptions(...FILTERS.map((name) => `--${name}-filter`)),
    'for-each-repo': (argv, level) => startOf([knownWord('git'), ...readOptions(EACH_REPO, argv, level).operands]),
    grep: (argv, level) => optionValues(readAll(DEFAULT_GRAMMAR, argv, level), '-O').flatMap(settingCode),
    'ls-remote': FETCHES,
    'merge-index': mergeIndex,
    pull: FETCHES,
    push: PUSHES,
    rebase: codeOptions('-x --exec'),
    remote: remotes,
    'send-email': codeOptions('--sendmail-cmd', '--to-cmd', '--cc-cmd', '--header-cmd'),
    'send-pack': PUSHES,
    submodule,
    svn: codeOptions('--authors-prog'),
  }),
);

/** `git show REV:FILE > FILE` is `git checkout REV -- FILE`. Lines with a redirection to a file are never plain, so gates need no sign. */
function shownOver(command: readonly Word[], redirects: WrapperCall['redirects']): readonly Peeled[] {
  const object = command.at(-1);
  if (object === undefined || !SHOWS.has(wordValue(command[0]) ?? '')) return [];
  const revision = /^[^:]*(?=:)/.exec(leadingText(object))?.[0] ?? '';
  const file = fileOf(object);
  const target = redirects.find(({ op, target: path }) => OVERWRITES.has(op) && fileOf(path) === file)?.target;
  if (target === undefined || !object.text.includes(':')) return [];
  const from = revision === '' ? [] : [knownWord(revision)];
  return startOf([knownWord('git'), knownWord('checkout'), ...from, knownWord('--'), target]);
}

const SHOWS = new Set(['show', 'cat-file']);
const OVERWRITES = new Set(['>', '>|', '&>', '>&']);

/** A path as it is written, without the revision or the stage of the index before it: of `HEAD:"$f"` that is `$f`. */
function fileOf(word: Word): string {
  const written = wordValue(word) ?? word.text.replace(/["']/g, '');
  return written.replace(/^[^:]*:(?:[0-3]:)?/, '').replace(/^\.\//, '');
}

function peelGit(call: WrapperCall): readonly Peeled[] {
  const { argv } = call;
  const reading = readOptions(GLOBALS, argv);
  const command = reading.operands;
  const run = SUBCOMMANDS.get(wordValue(command[0]) ?? '');
  return [
    ...optionValues(reading, '-c').flatMap((setting) => peelSetting(setting, command)),
    ...optionValues(reading, '--config-env').flatMap(peelConfigEnv),
    ...(run === undefined ? [] : run(command, levelBelow(reading.level, command[0]))),
    ...(optionValues(reading, '-C').length === 0 ? shownOver(command, call.redirects) : []),
  ];
}

/** Long options may be abbreviated. */
const BEGINNINGS: StartingArguments = {
  fetch: ['--u', 'ext::'],
  'ls-remote': ['--e', '--u', 'ext::'],
  pull: ['--u', 'ext::'],
  push: ['--e', '--r', 'ext::'],
  remote: ['ext::'],
};

/** What git itself starts: settings with code, and the subcommands that run commands. */
export const GIT_FAMILY: WrapperFamily = {
  names: ['git'],
  onlyWith: Object.fromEntries([...SUBCOMMANDS.keys()].map((name) => [name, BEGINNINGS[name] ?? ['']])),
  peel: peelGit,
};

const PROGRAMS = [
  'am apply archive bisect branch checkout checkout-index cherry-pick clean clone commit config difftool fast-import fetch',
  'filter-branch gc merge merge-index mv notes prune pull push read-tree rebase reflog remote repack replace reset restore revert rm',
  'send-email send-pack stash submodule switch symbolic-ref tag update-index update-ref worktree',
].flatMap((names) => names.split(' '));

/** `git-reset --hard`, of git's own folder of programs, is `git reset --hard`. */
export const GIT_PROGRAMS: WrapperFamily = {
  names: PROGRAMS.map((name) => `git-${name}`),
  peel: ({ argv }) => {
    const name = /git-([\w-]+)$/.exec(wordValue(argv[0]) ?? '')?.[1];
    return name === undefined ? [] : startOf([knownWord('git'), knownWord(name), ...argv.slice(1)]);
  },
};
