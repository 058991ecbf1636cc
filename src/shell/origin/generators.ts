import { wordValue } from '../../model/word.ts';
import type { Walker } from '../state/walker.ts';
import { FOREIGN } from './origin.ts';

/**
 * Programs that print shell code for `eval` in start-up files, with the arguments for that. Their output is trusted as
 * a start-up file is. Source: each program's documentation.
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

/** `rg --generate complete-zsh`, `uv generate-shell-completion bash`: completions of the program itself. */
const COMPLETION = /(?:^|[ =-])complet(?:e|ions?)(?:[ =-]|$)/;
/** A name of a shell, an option or a file: the arguments contain no code. */
const PLAIN_WORD = /^[\w@.:=/-]*$/;

/** Programs whose output is a name, a path or a number: inside of code it is an argument. */
const PLAIN = new Set(
  'mktemp date pwd hostname whoami id uname nproc basename dirname realpath readlink tempfile uuidgen wc seq arch tty logname getconf'.split(
    ' ',
  ),
);

export function printsPlainWords(from: readonly number[], walker: Walker): boolean {
  return from.length > 0 && from.every((index) => PLAIN.has(walker.record.invocations[index]?.program ?? ''));
}

/** Whether all of the output is from such programs. */
export function isKnownGenerator(from: readonly number[], walker: Walker): boolean {
  return from.length > 0 && from.every((index) => generates(index, walker));
}

function generates(index: number, walker: Walker): boolean {
  const invocation = walker.record.invocations[index];
  if (invocation?.program === undefined || invocation.role !== 'program') return false;
  const values = invocation.argv.slice(1).map(wordValue);
  if (values.includes(undefined) || FOREIGN.has(invocation.program)) return false;
  // a path outside of the usual directories is another program of the same name
  const path = wordValue(invocation.argv[0]) ?? '';
  if (path.includes('/') && !/^\/(usr\/|opt\/|bin\/|home\/[^/]+\/\.|Users\/[^/]+\/\.)/.test(path)) return false;
  const words = values.join(' ');
  if (COMPLETION.test(words) && values.every((value) => PLAIN_WORD.test(value as string))) return true;
  return Object.hasOwn(GENERATORS, invocation.program) && GENERATORS[invocation.program]?.test(words) === true;
}
