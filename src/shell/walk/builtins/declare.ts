import type { Assignment } from '../../../model/invocation.ts';
import type { Word } from '../../../model/word.ts';
import { wordValue } from '../../../model/word.ts';
import { arrayOf, keyOf, someArray, withoutElement } from '../../state/arrays.ts';
import type { Frame } from '../../state/frame.ts';
import { redefined } from '../../state/functions.ts';
import { NO_TARGET, type Scope, type Variable } from '../../state/scope.ts';
import { EMPTY, known, unknown, type Value } from '../../state/value.ts';
import type { Declared, Walker } from '../../state/walker.ts';
import { evaluateValue } from '../../word/expand.ts';
import { valueWord } from '../../word/fields.ts';
import { wordToValue } from '../../word/word-value.ts';
import { assignedTo, mayChange, ofKind } from '../assign.ts';
import { assignNamed } from '../assign-named.ts';
import { assignInShell } from '../environment.ts';
import { emptyTable } from '../shell-tables.ts';
import { evaluateName } from '../test-command.ts';
import type { Call } from './builtin.ts';

/** Options that are part of the name. Source: zshbuiltins(1) 5.9, mksh(1). */
const IMPLIED: Readonly<Record<string, string>> = { integer: 'i', float: 'i', nameref: 'n' };

/** `export`, `declare`, `typeset`, `local`, `readonly`: their options and their assignments. */
export function declare(call: Call): void {
  const { start, frame } = call;
  const name = wordValue(start.argv[0]) ?? '';
  let options = IMPLIED[name] ?? '';
  for (const word of start.argv.slice(1)) {
    if (!call.walker.record.step()) return;
    const value = wordValue(word);
    const declared = start.declared?.get(word);
    if (declared === undefined && value !== undefined && /^[-+][A-Za-z]+\d*$/.test(value)) {
      // floats of zsh
      if (value.startsWith('-'))
        options += frame.dialect === 'zsh' ? value.slice(1).replace(/[EF]/g, 'i') : value.slice(1);
      else if (value.includes('x')) options += NOT_EXPORTED;
      continue;
    }
    const [, element, text] = ELEMENT.exec(declared === undefined ? (value ?? '') : '') ?? [];
    const assignment = declared ?? readAssignment(word, call);
    if (element !== undefined && text !== undefined && name !== 'export') assignNamed(element, known(text), call);
    else if (assignment !== undefined) assign(assignment, name, options, word, call);
    else if (value !== undefined) mark(value, name, options, call);
    else if (name !== 'export' && name !== 'readonly') evaluateName(wordToValue(word, call.walker), call.walker, frame);
  }
}

/** `declare 'x[1]=a'` */
const ELEMENT = /^([A-Za-z_]\w*\[[^\]]*\])=([\s\S]*)$/;

/** A word that is an assignment only after expansion: `"X=$y"`. */
function readAssignment(word: Word, { walker, frame }: Call): Declared | undefined {
  const value = wordToValue(word, walker);
  const start = value.known ? value.text : value.prefix;
  const match = /^([A-Za-z_]\w*)(\+?)=/.exec(start);
  if (match === null) return undefined;
  const [all, name = '', plus] = match;
  const rest: Value = value.known
    ? known(value.text.slice(all.length))
    : {
        ...value,
        prefix: value.prefix.slice(all.length),
        pattern: undefined,
        otherwise: value.otherwise?.slice(all.length),
      };
  const { value: assigned, array } = assignedTo(
    { name, current: frame.scope.variable(name), value: rest, append: plus === '+', what: word.text },
    walker,
    frame,
  );
  return { name, value: assigned, ...(array === undefined ? {} : { array }) };
}

function assign(declared: Declared, builtin: string, options: string, word: Word, call: Call): void {
  const { walker, frame } = call;
  const { name, array } = declared;
  keepOuter(name, builtin, options, frame);
  const current = frame.scope.variable(name);
  const value = options.includes('i') ? evaluateValue(declared.value, name, walker, frame) : declared.value;
  const isReference = options.includes('n') && builtin !== 'export';
  if (isReference) evaluateName(value, walker, frame);
  const exported = isExported(builtin, options) ?? current?.exported;
  const isAssociative = options.includes('A') || current?.associative === true;
  const kind: Partial<Variable> = array === undefined ? {} : ofKind(array, isAssociative);
  const more: Omit<Variable, 'value'> = {
    ...kind,
    ...(exported === undefined ? {} : { exported }),
    ...attributes(options),
    ...(isReference && value.known ? { target: value.text } : {}),
  };
  const text = word.text.slice(word.text.indexOf('=') + 1);
  const written: Assignment = {
    name,
    value: valueWord(value, { text }),
    ...(word.span === undefined ? {} : { span: word.span }),
  };
  assignInShell(name, kind.value ?? value, written, { walker, frame, more });
  if (isReadonly(builtin, options)) protect(name, frame.scope);
  if (exported === false) frame.scope.exports = frame.scope.exports.filter((one) => one.name !== name);
}

/** Among the options: `declare +x`. */
const NOT_EXPORTED = '+';

/** Undefined: as it was. `export -n`, `declare +x`. */
function isExported(builtin: string, options: string): boolean | undefined {
  if (options.includes(NOT_EXPORTED)) return false;
  if (builtin === 'export') return !options.includes('n');
  return options.includes('x') ? true : undefined;
}

function isReadonly(builtin: string, options: string): boolean {
  return builtin === 'readonly' || (builtin !== 'export' && options.includes('r'));
}

function protect(name: string, { variables }: Scope): void {
  const current = variables.get(name);
  if (current !== undefined) variables.set(name, { ...current, readonly: true });
}

function attributes(options: string): Omit<Variable, 'value'> {
  return {
    ...(options.includes('A') ? { associative: true } : {}),
    ...(options.includes('i') ? { integer: true } : {}),
    ...caseOf(options),
  };
}

function caseOf(options: string): Pick<Variable, 'caseMode'> {
  if (options.includes('u')) return { caseMode: 'upper' };
  if (options.includes('l')) return { caseMode: 'lower' };
  return options.includes('c') ? { caseMode: 'capital' } : {};
}

const LOCAL = new Set(['local', 'declare', 'typeset']);

function isLocal(builtin: string, options: string, { locals }: Frame): boolean {
  return locals !== undefined && !options.includes('g') && LOCAL.has(builtin);
}

/** What a function declares is its own: the name stands for what it did before when the function is done. */
function keepOuter(name: string, builtin: string, options: string, frame: Frame): void {
  if (isLocal(builtin, options, frame) && frame.locals?.has(name) === false)
    frame.locals.set(name, frame.scope.variables.get(name));
}

/** A name without a value: `export X`, `export -f f`, `export -n X`. */
function mark(name: string, builtin: string, options: string, { walker, frame }: Call): void {
  const { scope } = frame;
  if (options.includes('f')) {
    const current = scope.functions.get(name);
    const marks = {
      ...(isExported(builtin, options) === true && { exported: true }),
      ...(isReadonly(builtin, options) && { readonly: true }),
    };
    if (current !== undefined) scope.functions.set(name, { ...current, ...marks });
    return;
  }
  if (!/^[A-Za-z_]\w*$/.test(name)) {
    if (builtin !== 'export' && builtin !== 'readonly') evaluateName(known(name), walker, frame);
    return;
  }
  keepOuter(name, builtin, options, frame);
  if (isReadonly(builtin, options)) protect(name, scope);
  const current = scope.variable(name);
  const exported = isExported(builtin, options);
  if (exported === false) {
    scope.assign(name, current?.value ?? EMPTY, { ...current, exported });
    scope.exports = scope.exports.filter((one) => one.name !== name);
  } else if (exported === true) {
    // what is exported already stays as it was written: `PATH=/x:$PATH; export PATH`
    if (current?.exported === true) return;
    const value = current?.value ?? unknown('variable');
    const word = valueWord(value, { text: name });
    assignInShell(name, value, { name, value: word }, { walker, frame, more: { ...current, exported } });
  } else if (options.includes('A') && current?.associative !== true)
    scope.assign(name, EMPTY, { ...arrayOf([]), ...attributes(options) });
  else if (options.includes('n')) scope.variables.set(name, { value: EMPTY, target: NO_TARGET });
  else if (isLocal(builtin, options, frame)) {
    // dash's has the value that it had outside
    if (frame.dialect !== 'posix' && current?.temporary !== true)
      scope.variables.set(name, { value: EMPTY, unset: true, ...attributes(options) });
  } else if (/[iulc]/.test(options))
    scope.assign(name, current?.value ?? EMPTY, { ...current, ...attributes(options) });
}

/** `unset X`, `unset -f f`, `unset 'a[1]'`. */
export function unset({ start, frame, walker }: Call): void {
  const { scope } = frame;
  let functions = false;
  // zsh's takes functions with -f alone
  let either = frame.dialect !== 'zsh';
  for (const word of start.argv.slice(1)) {
    const name = wordValue(word);
    if (name === '-f') functions = true;
    if (name === '-v') either = false;
    if (name === undefined || !/^[A-Za-z_]\w*$/.test(name)) {
      if (name?.startsWith('-') !== true) unsetElement(wordToValue(word, walker), walker, frame);
      continue;
    }
    if (functions || (either && scope.variable(name) === undefined))
      scope.functions.set(name, redefined(scope.functions.get(name), undefined));
    if (!functions && scope.variables.get(name)?.readonly !== true)
      scope.variables.set(name, { value: EMPTY, unset: true });
  }
}

function unsetElement(value: Value, walker: Walker, frame: Frame): void {
  // it may take away any variable, also one that a rule asks about
  if (!value.known && !/^[A-Za-z_]\w*\[/.test(value.prefix))
    walker.record.doubt('evaluated-data', 'the name of a variable that is unset is not known');
  else evaluateName(value, walker, frame);
  const [, name, text] = /^([A-Za-z_]\w*)\[([\s\S]*)\]$/.exec(value.known ? value.text : '') ?? [];
  const current = name === undefined ? undefined : frame.scope.variable(name);
  if (name !== undefined && text !== undefined) emptyTable(name, text, walker, frame);
  if (name === undefined || text === undefined || current === undefined) return;
  const key = keyOf(known(text), current.associative === true);
  const rest = key === undefined || !mayChange(current, walker) ? someArray() : withoutElement(current, key);
  const kind = current.associative === true ? { associative: true } : {};
  frame.scope.assign(name, rest.value, { ...rest, ...kind });
}
