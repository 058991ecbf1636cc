import { wordValue } from '../../model/word.ts';
import type { Walker } from '../state/walker.ts';
import { FOREIGN } from './origin.ts';

/**
 * Programs that print shell code to be evaluated in start-up files, and the arguments with which they do. What they
 * print is as much the user's own as a start-up file is. Source: each program's documentation.
 */
const GENERATORS: Readonly<Record<string, RegExp>> = {
  direnv: /^(hook|export)\b/,
  'ssh-agent': /^(-[sck]\b.*)?$/,
  'gpg-agent': /^--daemon/,
  keychain: /--eval/,
  brew: /^shellenv\b/,
  pyenv: /^(init|virtualenv-init)\b/,
  rbenv: /^init\b/,
  nodenv: /^init\b/,
  goenv: /^init\b/,
  jenv: /^init\b/,
  phpenv: /^init\b/,
  plenv: /^init\b/,
  tfenv: /^init\b/,
  starship: /^init\b/,
  zoxide: /^init\b/,
  atuin: /^init\b/,
  fnm: /^env\b/,
  mise: /^(activate|env|hook-env)\b/,
  rtx: /^(activate|env)\b/,
  conda: /^shell\.\w+ (hook|activate)/,
  mamba: /^shell (hook|activate)/,
  micromamba: /^shell (hook|activate)/,
  dircolors: /^(-b\b|--sh\b|--bourne-shell\b|$)/,
  gdircolors: /^(-b\b|--sh\b|$)/,
  lesspipe: /^$/,
  'lesspipe.sh': /^$/,
  locale: /^$/,
  resize: /^(-u)?$/,
  tset: /-s\b/,
  thefuck: /^(--alias|-a)\b/,
  fzf: /^--(bash|zsh)$/,
  'docker-machine': /^env\b/,
  minikube: /^(-p \S+ )?(docker-env|podman-env)\b/,
  opam: /^env\b/,
  luarocks: /^path\b/,
  poetry: /^env activate\b/,
  'register-python-argcomplete': /^[\w-]+$/,
  perl: /^-(I\S+ )?-?Mlocal::lib/,
  vfox: /^activate\b/,
  devbox: /^(shellenv|global shellenv)\b/,
  path_helper: /^-s$/,
  navi: /^widget\b/,
  mcfly: /^init\b/,
  broot: /^--print-shell-function\b/,
  scmpuff: /^init\b/,
  hub: /^alias\b/,
};

/** `rg --generate complete-zsh`, `uv generate-shell-completion bash`: what a program says of its own words. */
const COMPLETION = /(?:^|[ =-])complet(?:e|ions?)(?:[ =-]|$)/;
/** Nothing but names of shells, options and files, each one word: no code that the line writes. */
const PLAIN_WORD = /^[\w@.:=/-]*$/;

/** Programs whose output is a name, a path or a number, never code: put into code it changes nothing about what runs. */
const PLAIN = new Set(
  'mktemp date pwd hostname whoami id uname nproc basename dirname realpath readlink tempfile uuidgen wc seq arch tty logname getconf'.split(
    ' ',
  ),
);

export function printsPlainWords(from: readonly number[], walker: Walker): boolean {
  return from.length > 0 && from.every((index) => PLAIN.has(walker.record.invocations[index]?.program ?? ''));
}

/** Everything that was printed was printed by such a program. */
export function isKnownGenerator(from: readonly number[], walker: Walker): boolean {
  return from.length > 0 && from.every((index) => generates(index, walker));
}

function generates(index: number, walker: Walker): boolean {
  const invocation = walker.record.invocations[index];
  if (invocation?.program === undefined || invocation.role !== 'program') return false;
  const values = invocation.argv.slice(1).map(wordValue);
  if (values.includes(undefined) || FOREIGN.has(invocation.program)) return false;
  // a program of that name in a directory of the line's choosing is another program
  const path = wordValue(invocation.argv[0]) ?? '';
  if (path.includes('/') && !/^\/(usr\/|opt\/|bin\/|home\/[^/]+\/\.|Users\/[^/]+\/\.)/.test(path)) return false;
  const words = values.join(' ');
  if (COMPLETION.test(words) && values.every((value) => PLAIN_WORD.test(value as string))) return true;
  return Object.hasOwn(GENERATORS, invocation.program) && GENERATORS[invocation.program]?.test(words) === true;
}
