import type { Assignment } from '../model/invocation.ts';
import type { Obstacle } from '../model/proof.ts';
import type { Environment } from '../model/request.ts';
import { type Word, wordValue } from '../model/word.ts';

/**
 * Variables through which every program, or the shell itself, runs code or reads its words otherwise.
 * Source: ld.so(8), bash(1) 5.2, zshall(1) 5.9, getopt(3)
 */
const ANY_PROGRAM =
  /^(?:LD_(?:PRELOAD|AUDIT)|DYLD_\w+|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PS4|ZDOTDIR|POSIXLY_CORRECT|GCONV_PATH|LOCPATH)$/;

/** The same for one program. Source: git(1) 2.47, rg(1) 14.1, grep(1) 3.8, gawk(1) 5.2, node(1) 20, python3(1) 3.11 */
const BY_PROGRAM: Readonly<Record<string, RegExp>> = {
  git: /^(?:GIT_(?!PAGER$|EDITOR$|SEQUENCE_EDITOR$|TERMINAL_PROMPT$|OPTIONAL_LOCKS$|ASKPASS$|SSH|SSL_|HTTP_|PS1_|(?:AUTHOR|COMMITTER)_|MERGE_AUTOEDIT$)\w+)$/,
  rg: /^RIPGREP_CONFIG_PATH$/,
  grep: /^GREP_OPTIONS$/,
  egrep: /^GREP_OPTIONS$/,
  fgrep: /^GREP_OPTIONS$/,
  awk: /^AWK(?:PATH|LIBPATH)$/,
  gawk: /^AWK(?:PATH|LIBPATH)$/,
  find: /^FIND_BLOCK_SIZE$/,
  node: /^NODE_OPTIONS$/,
  npm: /^NODE_OPTIONS$/,
  xargs: /^XARGS\w*$/,
};

/** Changes nothing but language, time zone, colours and widths. */
const HARMLESS =
  /^(?:LC_[A-Z]+|LANG|LANGUAGE|TZ|COLUMNS|LINES|TERM|NO_COLOR|FORCE_COLOR|CLICOLOR(?:_FORCE)?|CI|DEBUG|[a-z_][a-z0-9_]*)$/;

/** Their value decides: a pager that only prints. */
const PAGERS = /^(?:GIT_PAGER|PAGER|MANPAGER)$/;

const isSet = (value: string | undefined) => value !== undefined && value !== '';

/** A variable of the caller through which any program runs code. */
export function variableObstacle(env: Environment): Obstacle | undefined {
  const name = Object.keys(env).find((one) => ANY_PROGRAM.test(one) && isSet(env[one]));
  return name === undefined ? undefined : { why: `\`${name}\` is set: it changes what programs do` };
}

/** Names that a loop, arithmetic or an expansion gives values to; those of plain assignments stand at each start. */
const SETTERS = /\b(?:for|select)\s+([A-Za-z_]\w*)|\$\{([A-Za-z_]\w*)(?:\[[^\]]*\])?:?=/g;
const ARITHMETIC = /\(\(|\blet\b|\$\[/;
const NAME = /[A-Za-z_]\w*/g;

/** A variable of the environment that the line changes where no start shows it: `for PATH in .; do ls; done`. */
export function changedVariable(text: string, env: Environment): Obstacle | undefined {
  const named = [...text.matchAll(SETTERS)].map(([, looped, expanded]) => looped ?? expanded ?? '');
  const reckoned = ARITHMETIC.test(text) ? (text.match(NAME) ?? []) : [];
  const isOfPrograms = (name: string) =>
    (name in env || ANY_PROGRAM.test(name) || MEANS.test(name)) && !HARMLESS.test(name);
  const name = [...named, ...reckoned].find(isOfPrograms);
  return name === undefined ? undefined : { why: `the line may set \`${name}\`` };
}

/** Variables that say where programs, folders and settings are. */
const MEANS = /^(?:PATH|HOME|IFS|CDPATH|PWD|OLDPWD|XDG_\w+|GIT_\w+|LD_\w+|PAGER|EDITOR|VISUAL|LESS\w*|RIPGREP_\w+)$/;

/** The same for one program: those of the caller, a function of its name, and what the line sets for it. */
export function programObstacle(
  program: string,
  env: Environment,
  assignments: readonly Assignment[],
): Obstacle | undefined {
  if (isSet(env[`BASH_FUNC_${program}%%`])) return { why: `\`${program}\` is a function in the environment` };
  const own = Object.hasOwn(BY_PROGRAM, program) ? BY_PROGRAM[program] : undefined;
  const name = own && Object.keys(env).find((one) => own.test(one) && isSet(env[one]));
  if (name !== undefined) return { why: `\`${name}\` is set: it changes what \`${program}\` does` };
  const assigned = assignments.find((one) => !isHarmless(one));
  return assigned && { why: `\`${assigned.name}\` is set: it may change what programs do` };
}

function isHarmless({ name, value }: Assignment): boolean {
  if (PAGERS.test(name)) return ['', 'cat'].includes(wordValue(value) ?? 'x');
  return isHarmlessName(name) && !/[/$`]/.test(wordValue(value) ?? '/');
}

/** May a builtin set it (`read NAME`, `export NAME=x`) without changing what programs do? */
export function isHarmlessName(name: string): boolean {
  return HARMLESS.test(name);
}

/** Names of variables that hold secrets. */
const SECRET = /TOKEN|SECRET|PASS|PWD_|KEY|CRED|AUTH|COOKIE|PRIVATE|SIGNATURE|DSN|_URL$|CONN/i;
const EXPANSION = /\$\{?[!#]?([A-Za-z_]\w*)/g;

/** It expands a variable whose name says that it holds a secret. */
export function secretIn({ text }: Word): string | undefined {
  if (!text.includes('$')) return undefined;
  return [...text.matchAll(EXPANSION)].map(([, name = '']) => name).find((name) => SECRET.test(name));
}
