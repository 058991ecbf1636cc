import type { Word } from '../../../model/word.ts';
import { wordValue } from '../../../model/word.ts';
import { resolvePath } from '../../../util/path.ts';
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

/** `pushd dir`, `pushd` (swap), `pushd +1` (not followed). */
export function pushd({ start, frame }: Call): void {
  const { scope } = frame;
  const operand = operandOf(start.argv);
  const path = wordValue(operand);
  const from = scope.cwd;
  if (operand === undefined) {
    const [top, ...rest] = scope.directories;
    go(scope, top);
    scope.directories = [from, ...rest];
    return;
  }
  go(scope, path !== undefined && /^[+-]\d+$/.test(path) ? undefined : below(scope, path));
  scope.directories = [from, ...scope.directories];
}

export function popd({ start, frame }: Call): void {
  const { scope } = frame;
  const [top, ...rest] = scope.directories;
  go(scope, start.argv.length > 1 ? undefined : top);
  scope.directories = rest;
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
