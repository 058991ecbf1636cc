import type { Word } from '../../../model/word.ts';
import { wordValue } from '../../../model/word.ts';
import { resolvePath } from '../../../util/path.ts';
import type { Frame } from '../../state/frame.ts';
import type { Scope } from '../../state/scope.ts';
import type { Call } from './builtin.ts';

/** `cd dir`, `cd`, `cd -`. Taken to succeed. With CDPATH set, a bare name may lead anywhere. */
export function cd({ start, frame }: Call): void {
  const { scope } = frame;
  const operand = operandOf(start.argv);
  if (operand === undefined) {
    const home = scope.variable('HOME')?.value;
    go(scope, home?.known ? home.text : undefined);
    return;
  }
  const path = wordValue(operand);
  if (path === '-') {
    go(scope, scope.previousCwd);
    return;
  }
  const searched =
    path !== undefined &&
    !/^\.{0,2}\//.test(path) &&
    path !== '.' &&
    path !== '..' &&
    scope.variable('CDPATH') !== undefined;
  go(scope, searched ? undefined : below(scope, path));
}

/** `pushd dir`, `pushd` (swap), `pushd +1` (turns the stack), `pushd -n dir` (stays here). */
export function pushd({ start, frame }: Call): void {
  const { scope } = frame;
  const operand = operandOf(start.argv);
  const path = wordValue(operand);
  const stays = staysHere(start.argv, frame);
  if (operand === undefined) swap(scope, stays);
  else if (path !== undefined && TURN.test(path)) turn(scope, path, stays);
  else if (stays) scope.directories = [below(scope, path), ...scope.directories];
  else {
    const from = scope.cwd;
    go(scope, below(scope, path));
    scope.directories = [from, ...scope.directories];
  }
}

/** `popd`; `popd +1` and `popd -n` take an entry away and stay here. */
export function popd({ start, frame }: Call): void {
  const { scope } = frame;
  const path = wordValue(operandOf(start.argv));
  const at = path === undefined ? 0 : entryAt(scope, path);
  if (start.argv.length === 1 || (at === 0 && path !== undefined)) {
    const [top, ...rest] = scope.directories;
    go(scope, top);
    scope.directories = rest;
  } else if (path === undefined && staysHere(start.argv, frame)) scope.directories = scope.directories.slice(1);
  else if (at !== undefined && path !== undefined)
    scope.directories = scope.directories.filter((_, index) => index !== at - 1);
  else go(scope, undefined);
}

/** `+1`, `-0`: an entry of the stack, from the left or the right. */
const TURN = /^[+-]\d{1,4}$/;

/** Its place among the working directory and those below it; undefined where the stack has no such entry, or it is no number. */
function entryAt({ directories }: Scope, path: string): number | undefined {
  const count = Number(path.slice(1));
  const at = path.startsWith('+') ? count : directories.length - count;
  return TURN.test(path) && at >= 0 && at <= directories.length ? at : undefined;
}

function turn(scope: Scope, path: string, stays: boolean): void {
  const at = entryAt(scope, path);
  const stack = [scope.cwd, ...scope.directories];
  if (at === undefined) {
    go(scope, undefined);
    return;
  }
  const [top, ...rest] = [...stack.slice(at), ...stack.slice(0, at)];
  if (!stays) go(scope, top);
  scope.directories = rest;
}

function swap(scope: Scope, stays: boolean): void {
  if (stays) return;
  const from = scope.cwd;
  const [top, ...rest] = scope.directories;
  go(scope, top);
  scope.directories = [from, ...rest];
}

/** bash's `-n`; zsh has no such option. */
function staysHere(argv: readonly Word[], { dialect }: Frame): boolean {
  return dialect === 'bash' && argv.slice(1).some((word) => wordValue(word) === '-n');
}

function operandOf(argv: readonly Word[]): Word | undefined {
  for (const word of argv.slice(1)) {
    const value = wordValue(word);
    if (value === undefined || value === '-' || !/^-[LPe@nqs]*-?$/.test(value)) return word;
  }
  return undefined;
}

function below(scope: Scope, path: string | undefined): string | undefined {
  if (path === undefined || path === '') return path === '' ? scope.cwd : undefined;
  if (path.startsWith('/')) return resolvePath('/', path);
  return scope.cwd === undefined ? undefined : resolvePath(scope.cwd, path);
}

function go(scope: Scope, path: string | undefined): void {
  scope.previousCwd = scope.cwd;
  scope.cwd = path === undefined ? undefined : resolvePath('/', path);
}
