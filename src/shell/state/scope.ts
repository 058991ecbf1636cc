import type { Assignment, Invocation } from '../../model/invocation.ts';
import type { Environment } from '../../model/request.ts';
import { type Word, wordValue } from '../../model/word.ts';
import type { Feed } from './feed.ts';
import { type FunctionDefinition, joinedFunction } from './functions.ts';
import { NO_KEYS, Overlay } from './overlay.ts';
import type { Source } from './source.ts';
import { joinValues, known, likely, MAX_ALTERNATIVES, unknown, type Value } from './value.ts';

export interface Variable {
  /** of an array: its element 0 */
  readonly value: Value;
  /** in order; absent of a variable that is no array, or whose elements are not all known */
  readonly elements?: readonly Value[];
  /** their subscripts, where these are not 0, 1, 2 .. */
  readonly keys?: readonly string[];
  /** the elements, where one may expand to any number of words: `a=(*.txt "$x")` */
  readonly words?: readonly Word[];
  /** holds several elements of which nothing is known */
  readonly list?: boolean;
  /** of a `list`: the elements that it may hold, from branches that set it; the first are likely if the value is */
  readonly lists?: readonly (readonly string[])[];
  readonly exported?: boolean;
  /** `declare -A`: its subscripts are text, not arithmetic */
  readonly associative?: boolean;
  /** `declare -i`: what is assigned is arithmetic */
  readonly integer?: boolean;
  /** `declare -u`, `declare -l`, `declare -c` */
  readonly caseMode?: CaseMode;
  /** nameref (`declare -n`): the name it stands for */
  readonly target?: string;
  /** what changes it is refused: what it is assigned it may have, or not */
  readonly readonly?: boolean;
  /** of a command alone: `X=1 f`. Bash's `local X` in f takes its value */
  readonly temporary?: boolean;
  /** `S="${X+x}"`: S is empty where X had no value */
  readonly tells?: string;
  /** removed by `unset`: known to be empty, and no longer the caller's */
  readonly unset?: boolean;
}

export type CaseMode = 'upper' | 'lower' | 'capital';

function applyCase(value: Value, caseMode: CaseMode): Value {
  if (!value.known) return { ...value, prefix: '', suffix: '', pattern: undefined };
  const { text } = value;
  if (caseMode === 'capital') return known(text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase());
  return known(caseMode === 'upper' ? text.toUpperCase() : text.toLowerCase());
}

/** Some branch assigns nothing: there the variable has the value of the caller's shell, most often none. */
function perhapsUnset(value: Value): Value {
  if (!value.known && value.within !== undefined) return { ...value, mayBeEmpty: true };
  const joined = joinValues(unknown('variable'), value);
  if (joined.known || joined.alternatives === undefined) return joined;
  return { ...joined, alternatives: [...new Set([...joined.alternatives, ''])] };
}

/** What a variable is after branches that set it differently. */
function joinedVariable(variables: readonly (Variable | undefined)[]): Variable {
  const set = variables.flatMap((one) => one?.value ?? []);
  const joined = set.reduce((all, next) => joinValues(all, next));
  const has = (key: 'exported' | 'integer' | 'readonly') =>
    variables.some((one) => one?.[key] === true) ? { [key]: true } : {};
  return {
    value: set.length === variables.length ? joined : perhapsUnset(joined),
    ...joinedLists(variables),
    ...has('exported'),
    ...has('integer'),
    ...has('readonly'),
  };
}

/** What an array is after branches that set it differently; nothing where none of them makes it one. */
function joinedLists(variables: readonly (Variable | undefined)[]): Pick<Variable, 'list' | 'lists'> {
  const arrays = variables.filter(
    (one) => one?.elements !== undefined || one?.words !== undefined || one?.list === true,
  );
  if (arrays.length === 0) return {};
  const lists = arrays.flatMap((one) => one?.lists ?? listOf(one) ?? []);
  const different = lists.filter((one, at) => lists.findIndex((other) => other.join('\0') === one.join('\0')) === at);
  const isKept = different.length > 0 && different.length <= MAX_ALTERNATIVES;
  return { list: true, ...(isKept ? { lists: different } : {}) };
}

function listOf(variable: Variable | undefined): readonly (readonly string[])[] | undefined {
  const { words, elements } = variable ?? {};
  if (words?.every((word) => word.kind === 'known') === true) return [words.map(({ value }) => value)];
  return elements?.every((value) => value.known) === true ? [elements.map(({ text }) => text)] : undefined;
}

/** The target of a reference that stands for no name yet. */
export const NO_TARGET = '';

/** In `Scope.options`: patterns match names that begin with a dot. */
export const DOTGLOB = '.';

/** In `Scope.options`: zsh takes the values of variables for patterns. */
export const GLOB_SUBST = '*';

/** In `Scope.options`: zsh takes `^`, `~` and `#` in a word for a pattern. */
export const EXTENDED_GLOB = '^';

/** What is on in any of them, but for `set -f`, by which patterns match less. */
function joinedOptions(all: readonly string[]): string {
  const [first = '', ...rest] = new Set(all);
  if (rest.length === 0) return first;
  const isEverywhere = all.every((options) => options.includes('f'));
  return [...new Set([...all.join('')])].filter((letter) => letter !== 'f' || isEverywhere).join('');
}

/** `trap code EXIT`, with the invocations that were recorded for it so far. */
export interface ExitTrap {
  readonly code: Word;
  /** index of the `trap` itself */
  readonly invocation: number;
  /** see Frame */
  readonly inFile: boolean;
  readonly source: Source | undefined;
  readonly found: Invocation[];
}

const NO_VARIABLES = new Overlay<Variable>();

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const [first, ...more] = sets.filter((set) => set.size > 0);
  if (first === undefined || more.length === 0) return first ?? NO_KEYS;
  return new Set([...first, ...more.flatMap((set) => [...set])]);
}

/** The state of one shell process while the line is walked: variables, functions, aliases, directory, parameters. */
export class Scope {
  readonly variables: Overlay<Variable>;
  readonly functions: Overlay<FunctionDefinition>;
  readonly aliases: Overlay<string>;
  /** the environment that the shell was started with */
  readonly env: Environment;
  /** absolute; undefined = not known */
  cwd: string | undefined;
  previousCwd: string | undefined;
  directories: readonly (string | undefined)[] = [];
  /** $1 and following; undefined = not known */
  positional: readonly Word[] | undefined;
  /** of those that are not known: what they are after some of the branches that set them */
  perhapsGiven: readonly (readonly Word[])[] = [];
  /** a file that is run without arguments: `$1` has a value only where the file sets it */
  nothingGiven = false;
  /** `$0` of code that is given one (`sh -c code name`); undefined = not known */
  arg0: Word | undefined;
  /** what the line has exported so far, latest last */
  exports: readonly Assignment[] = [];
  onExit: ExitTrap | undefined;
  /** what `exec < file` made the standard input of the shell */
  stdin: Feed | undefined;
  /** false: some of the environment belongs to another user or another machine */
  ownEnvironment = true;
  /** the environment that it was started with has no PATH: `env -i` */
  pathIsLost = false;
  /** single letters of `set -x` and friends that are on */
  options = '';
  /** what variables were before the command that runs was given others: `X=1 return` leaves them so */
  outside: readonly (readonly [string, Variable | undefined])[] = [];
  /** after `exit`, `return`, `break`: what follows does not run */
  ended = false;

  constructor(origin: Scope | { readonly env: Environment; readonly cwd: string | undefined }) {
    const below = origin instanceof Scope ? origin : undefined;
    this.env = origin.env;
    this.cwd = origin.cwd;
    this.variables = new Overlay(below?.variables);
    this.functions = new Overlay(below?.functions);
    this.aliases = new Overlay(below?.aliases);
    if (below !== undefined) this.takeState(below);
  }

  child(): Scope {
    return new Scope(this);
  }

  /** This state flattened onto `base`, from which it was branched over any number of layers. */
  copiedOver(base: Scope): Scope {
    const copy = new Scope(base);
    copy.takeState(this);
    for (const key of this.variables.changedSince(base.variables)) copy.variables.restore(key, this.variables.get(key));
    for (const [key, before] of [...this.outside].reverse()) copy.variables.restore(key, before);
    for (const key of this.functions.changedSince(base.functions)) copy.functions.restore(key, this.functions.get(key));
    for (const key of this.aliases.changedSince(base.aliases)) copy.aliases.restore(key, this.aliases.get(key));
    return copy;
  }

  /** Sets `$1` and following. */
  give(positional: readonly Word[] | undefined): void {
    this.positional = positional;
    this.perhapsGiven = [];
    if (positional?.some(({ kind }) => kind === 'known') === true) this.nothingGiven = false;
  }

  /** Copies all but the maps: variables, functions and aliases. */
  private takeState(below: Scope): void {
    this.cwd = below.cwd;
    this.previousCwd = below.previousCwd;
    this.directories = below.directories;
    this.positional = below.positional;
    this.perhapsGiven = below.perhapsGiven;
    this.nothingGiven = below.nothingGiven;
    this.arg0 = below.arg0;
    this.onExit = below.onExit;
    this.stdin = below.stdin;
    this.ownEnvironment = below.ownEnvironment;
    this.pathIsLost = below.pathIsLost;
    this.exports = below.exports;
    this.options = below.options;
  }

  /** Undefined where the name is set neither here nor in the environment: its value is not known. */
  variable(name: string): Variable | undefined {
    const own = this.variables.get(name);
    if (own?.target !== undefined) return own.target === name ? own : this.variable(own.target);
    if (own !== undefined) return own;
    const inherited = Object.hasOwn(this.env, name) ? this.env[name] : undefined;
    return inherited === undefined ? undefined : { value: known(inherited), exported: true };
  }

  exportedFunctions(): [string, FunctionDefinition][] {
    const all = [...this.functions.changedSince(new Overlay())].map(
      (name) => [name, this.functions.get(name)] as const,
    );
    return all.flatMap(([name, definition]) => (definition?.exported === true ? [[name, definition]] : []));
  }

  hasUnset(name: string): boolean {
    return this.variables.get(name)?.unset === true;
  }

  /** Names that are not passed on to programs any more: unset, or `export -n`. */
  notInherited(): readonly string[] {
    return [...this.variables.changedSince(NO_VARIABLES)].filter((name) => {
      const variable = this.variables.get(name);
      return variable?.unset === true || variable?.exported === false;
    });
  }

  assign(name: string, value: Value, more: Omit<Variable, 'value'> = {}): void {
    const current = this.variables.get(name);
    if (current?.target === NO_TARGET) {
      this.variables.set(name, { value, ...(value.known ? { target: value.text } : {}) });
      return;
    }
    const target = current?.target ?? name;
    const exported =
      more.exported ??
      (current?.exported === true || Object.hasOwn(this.env, target) || this.options.includes('a') ? true : undefined);
    const integer = more.integer ?? current?.integer;
    const caseMode = more.caseMode ?? current?.caseMode;
    const assigned: Variable = {
      ...more,
      value: caseMode === undefined ? value : applyCase(value, caseMode),
      ...(exported === undefined ? {} : { exported }),
      ...(integer === undefined ? {} : { integer }),
      ...(caseMode === undefined ? {} : { caseMode }),
    };
    this.variables.set(target, current?.readonly === true ? joinedVariable([current, assigned]) : assigned);
  }

  /** Whether this copy of `origin` still equals it. */
  changesNothing(origin: Scope): boolean {
    if (this === origin) return true;
    return (
      !this.ended &&
      this.cwd === origin.cwd &&
      this.previousCwd === origin.previousCwd &&
      this.positional === origin.positional &&
      this.perhapsGiven === origin.perhapsGiven &&
      this.directories === origin.directories &&
      this.exports === origin.exports &&
      this.options === origin.options &&
      this.onExit === origin.onExit &&
      this.stdin === origin.stdin &&
      this.variables.isEmpty() &&
      this.functions.isEmpty() &&
      this.aliases.isEmpty()
    );
  }

  /**
   * Joins the states at the ends of several branches, all copied from `this`. Branches that ended (`exit`) do not
   * count.
   */
  merge(branches: readonly Scope[]): void {
    const reachable = [...new Set(branches)].filter((branch) => !branch.ended);
    if (reachable.length === 0) {
      this.ended = branches.length > 0 ? true : this.ended;
      return;
    }
    const [first, ...rest] = reachable as [Scope, ...Scope[]];
    if (rest.length === 0 && first === this) return;
    this.mergeVariables(reachable);
    this.mergeFunctions(reachable);
    for (const key of union(reachable.map((branch) => branch.aliases.changedSince(this.aliases)))) {
      const texts = reachable.map((branch) => branch.aliases.get(key) ?? '');
      this.aliases.set(key, texts.find((text) => text !== '') ?? '');
    }
    const same = <K extends 'cwd' | 'previousCwd' | 'positional'>(key: K): Scope[K] | undefined =>
      rest.every((branch) => branch[key] === first[key]) ? first[key] : undefined;
    const [cwd, previousCwd, positional] = [same('cwd'), same('previousCwd'), same('positional')];
    this.cwd = cwd;
    this.previousCwd = previousCwd;
    this.perhapsGiven = positional === undefined ? this.givenIn(reachable) : [];
    this.positional = positional;
    this.directories = first.directories;
    this.options = joinedOptions(reachable.map(({ options }) => options));
    this.stdin = first.stdin;
    this.onExit = reachable.find((branch) => branch.onExit !== this.onExit)?.onExit ?? this.onExit;
    this.exports = reachable.reduce(
      (most, branch) => (branch.exports.length > most.length ? branch.exports : most),
      this.exports,
    );
    this.ended = false;
  }

  private givenIn(branches: readonly Scope[]): readonly (readonly Word[])[] {
    const all = branches.flatMap((branch) =>
      branch.positional === undefined ? branch.perhapsGiven : [branch.positional],
    );
    const known = all.filter((words) => words.every(({ kind }) => kind === 'known'));
    const different = new Map(known.map((words) => [words.map((word) => wordValue(word)).join('\0'), words]));
    return different.size > MAX_ALTERNATIVES ? [] : [...different.values()];
  }

  /** Whether `other`, branched from here, has a change that may matter to what runs. */
  differsFrom(other: Scope, except?: string): boolean {
    if (other.cwd !== this.cwd || other.positional !== this.positional) return true;
    for (const key of other.variables.changedSince(this.variables)) {
      if (key === except) continue;
      const [before, after] = [this.variable(key), other.variable(key)];
      if (before === after) continue;
      if (before === undefined || after === undefined) {
        if (after?.value.known !== false || after.value.numeric) return true;
      } else if (
        joinValues(before.value, after.value) !== before.value ||
        before.elements !== after.elements ||
        before.words !== after.words
      )
        return true;
    }
    return false;
  }

  /** Takes over what a start did that this shell may refuse to do. A directory is taken to be changed all the same. */
  mergePerhaps(done: Scope): void {
    const refused = this.child();
    if (!done.ended) {
      refused.cwd = done.cwd;
      refused.previousCwd = done.previousCwd;
    }
    const names = done.variables.changedSince(this.variables);
    const isNew = [...names].filter((name) => this.variables.get(name) === undefined);
    this.merge([done, refused]);
    for (const name of isNew) this.keepLikely(name, done.variable(name)?.value);
  }

  /** Takes over `done`, and what `stayed`, in which a directory was not changed, has otherwise: not what it has not set at all, but for IFS. */
  mergeStayed(done: Scope, stayed: Scope): void {
    stayed.cwd = done.cwd;
    stayed.previousCwd = done.previousCwd;
    for (const name of done.variables.changedSince(this.variables))
      if (stayed.variable(name) === undefined && name !== 'IFS')
        stayed.variables.restore(name, done.variables.get(name));
    this.merge([done, stayed]);
  }

  private keepLikely(name: string, value: Value | undefined): void {
    const joined = this.variables.get(name);
    if (joined !== undefined && value?.known === true)
      this.variables.set(name, { ...joined, value: likely(value, joined.value) });
  }

  private mergeVariables(branches: readonly Scope[]): void {
    for (const key of union(branches.map((branch) => branch.variables.changedSince(this.variables)))) {
      const variables = branches.map((branch) => branch.variable(key));
      if (variables.every((one) => one === variables[0])) {
        if (variables[0] !== undefined) this.variables.set(key, variables[0]);
        continue;
      }
      this.variables.set(key, joinedVariable(variables));
    }
  }

  private mergeFunctions(branches: readonly Scope[]): void {
    for (const key of union(branches.map((branch) => branch.functions.changedSince(this.functions)))) {
      const definitions = branches.map((branch) => branch.functions.get(key));
      if (definitions[0] !== undefined && definitions.every((one) => one === definitions[0])) {
        this.functions.set(key, definitions[0]);
        continue;
      }
      this.functions.set(key, joinedFunction(definitions));
    }
  }
}
