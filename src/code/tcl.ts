import { knownWord } from '../model/word.ts';
import { hiddenCode, shellFinding, standIn, startFinding, typedText } from './effects.ts';
import { type CodeAnalyzer, type CodeFinding, type Given, NOTHING_GIVEN } from './finding.ts';
import { itemAtKey, joinedItems } from './keyed.ts';
import { isProcess, Processes } from './processes.ts';
import { type TclWord, tclCommands } from './tcl-parse.ts';
import {
  atHome,
  concatValues,
  globbed,
  listValue,
  type Part,
  partsOf,
  textOf,
  textValue,
  UNKNOWN,
  type Value,
  valueOfWord,
} from './value.ts';
import { filledIn } from './value-methods.ts';

const MAX_DEPTH = 12;
const MAX_COMMANDS = 2000;
/** Code in braces is read where it stands and where it runs. */
const MAX_CHARACTERS = 4_000_000;

/** Tcl and Expect: `exec`, `spawn`, `system`, what is sent to a shell, files that are deleted or moved. Variables keep their last value. */
export const analyzeTcl: CodeAnalyzer = (source, args, _, given = NOTHING_GIVEN) => {
  const reader = new TclReader(args.map(valueOfWord), given);
  reader.run(source, 0);
  return reader.end();
};

/** `env(HOME)` */
const HOME: Value = { kind: 'text', parts: [{ home: true }] };

class TclReader {
  readonly found: CodeFinding[] = [];
  private variables = new Map<string, Value>([['env(HOME)', HOME]]);
  private readonly procedures = new Map<string, Procedure>();
  /** those that nothing called yet */
  private readonly uncalled = new Set<Procedure>();
  private readonly processes = new Processes();
  private commands = 0;
  private characters = 0;
  /** a shell, or what may start one, listens to what is sent */
  private isShellSpawned = false;

  private readonly given: Given;

  constructor(args: readonly Value[], given: Given) {
    this.given = given;
    this.variables.set('argv', listValue(args));
  }

  /** What nothing called may be called with anything. */
  end(): readonly CodeFinding[] {
    for (const procedure of [...this.uncalled]) this.call(procedure, [], 0);
    return this.found.flatMap((one, at) => this.processes.fedAt(at) ?? [one]);
  }

  run(source: string, depth: number): void {
    this.characters += source.length;
    for (const words of depth > MAX_DEPTH || this.characters > MAX_CHARACTERS ? [] : tclCommands(source)) {
      if (++this.commands > MAX_COMMANDS || this.characters > MAX_CHARACTERS) {
        this.found.push({ kind: 'doubt', code: 'too-many', detail: 'more Tcl code than is looked at' });
        return;
      }
      this.command(words, depth);
    }
  }

  private command(words: readonly TclWord[], depth: number): void {
    const [name, ...values] = words.flatMap((word) => {
      const value = this.value(word, depth);
      return word.isSpread === true ? elements(value) : [value];
    });
    const effect = EFFECTS.get(textOf(name) ?? '');
    const procedure = effect === undefined ? this.procedures.get(textOf(name) ?? '') : undefined;
    if (effect !== undefined)
      effect.call(this, TAKES_LISTS.has(textOf(name) ?? '') ? values : values.map(asText), depth);
    else if (procedure !== undefined) this.call(procedure, values, depth);
    else {
      if (name !== undefined && textOf(name) === undefined) this.isUnknownCommand(name, values);
      this.bodies(words, depth);
    }
  }

  /** Braces hold code where a command takes it (`if`, `proc`, `expect`); data in braces is no command that counts. */
  bodies(words: readonly TclWord[], depth: number): void {
    for (const word of words) if ('braced' in word) this.run(word.braced, depth + 1);
  }

  private isUnknownCommand(name: Value, values: readonly Value[]): void {
    const isWhole = partsOf(name).every((part) => typeof part !== 'string' || part === '');
    if (isWhole && values.length > 0) this.found.push(hiddenCode('a Tcl command that is not known'));
  }

  private value(word: TclWord, depth: number): Value {
    return this.substituted(word, (code) => this.result(code, depth));
  }

  private substituted(word: TclWord, command: (code: string) => Value): Value {
    if ('braced' in word) return { kind: 'text', parts: [word.braced] };
    const values = word.pieces.map((piece): Value => {
      if (typeof piece === 'string') return textValue(piece);
      return 'variable' in piece ? this.variable(piece.variable) : command(piece.command);
    });
    const [only] = values;
    if (values.length === 1 && (only?.kind === 'list' || isProcess(only))) return only as Value;
    return { kind: 'text', parts: joined(values.flatMap((value) => partsOf(asText(value)))) };
  }

  /** `x`, `x(key)`, `x($key)` */
  private variable(name: string): Value {
    const plain = name
      .replace(/^::/, '')
      .replace(/\(\$([\w:]+)\)$/, (_, key) => `(${textOf(this.variables.get(key)) ?? '$'})`);
    const held = this.variables.get(plain);
    const variable = /^env\((.*)\)$/.exec(plain)?.[1];
    const given = variable === undefined ? undefined : this.given.variable(variable);
    return held ?? (given === undefined ? UNKNOWN : textValue(given));
  }

  /** What a command in brackets gives, where that is simple; it is run in any case. */
  private result(code: string, depth: number): Value {
    const before = this.found.length;
    this.run(code, depth + 1);
    const [start, ...more] = this.found.slice(before);
    if (start !== undefined && more.length === 0 && /^\s*open\b/.test(code))
      return this.processes.started(before, [start]);
    return this.pure(code, depth);
  }

  private pure(code: string, depth: number): Value {
    if (depth > MAX_DEPTH) return UNKNOWN;
    const [words = []] = tclCommands(code);
    const [name, ...values] = words.map((word) => this.substituted(word, (inner) => this.pure(inner, depth + 1)));
    const [first = UNKNOWN, second = UNKNOWN] = values;
    switch (textOf(name)) {
      case 'glob':
        return globbed(atHome(values.findLast((value) => !textOf(value)?.startsWith('-')) ?? UNKNOWN));
      case 'file':
        return textOf(first) === 'join' ? concatValues(values.slice(1), '/') : UNKNOWN;
      case 'list':
        return listValue(values);
      case 'concat':
        return listValue(values.flatMap(elements));
      case 'join':
        return joinedItems(listValue(elements(first)), values.length > 1 ? (textOf(second) ?? ' ') : ' ');
      case 'split':
        return listValue(elements(first));
      case 'format':
        return filledIn(first, values.slice(1)) ?? UNKNOWN;
      case 'lindex':
        return itemAtKey(listValue(elements(first)), second);
      case 'set':
        return values.length === 1 ? this.variable(textOf(first) ?? '') : second;
      default:
        return UNKNOWN;
    }
  }

  set([name, value]: readonly Value[]): void {
    const text = textOf(name);
    if (text !== undefined && value !== undefined) this.variables.set(text.replace(/^::/, ''), value);
  }

  lappend([name, ...values]: readonly Value[]): void {
    const text = textOf(name) ?? '';
    const before = this.variables.get(text);
    this.variables.set(text, listValue([...(before === undefined ? [] : elements(before)), ...values]));
  }

  /** `array set x {key value ..}` */
  array([verb, name, pairs]: readonly Value[]): void {
    const text = textOf(name);
    if (textOf(verb) !== 'set' || text === undefined || pairs === undefined) return;
    const all = elements(pairs);
    for (let at = 0; at + 1 < all.length; at += 2)
      this.variables.set(`${text}(${textOf(all[at]) ?? '$'})`, all[at + 1] ?? UNKNOWN);
  }

  /** `foreach x LIST code`, `foreach {x y} LIST code`: the code runs for each of them. */
  foreach([names, list, ...rest]: readonly Value[], depth: number): void {
    const code = textOf(rest.at(-1));
    const variables = (textOf(names) ?? '').trim().split(/\s+/).filter(Boolean);
    if (code === undefined || list === undefined || variables.length === 0) return;
    const items = rest.length === 1 ? elements(list) : [UNKNOWN];
    const isBounded = items.length <= MAX_ROUNDS * variables.length;
    const rounds = isBounded ? Math.ceil(items.length / variables.length) : 1;
    for (let round = 0; round < rounds; round++) {
      for (const [place, name] of variables.entries()) {
        const item = items[round * variables.length + place] ?? UNKNOWN;
        this.variables.set(name, isBounded ? item : UNKNOWN);
      }
      this.run(code, depth + 1);
    }
  }

  /** `puts ?-nonewline? ?channel? text` */
  puts(values: readonly Value[]): void {
    const isBare = textOf(values[0]) === '-nonewline';
    const [channel, text] = values.slice(isBare ? 1 : 0);
    if (text !== undefined)
      this.processes.write(channel, isBare ? text : concatValues([asText(text), textValue('\n')]));
  }

  /** Its code counts where it is called. */
  proc([name, parameters, body]: readonly Value[], depth: number): void {
    const [title, names, code] = [textOf(name), textOf(parameters), textOf(body)];
    if (code === undefined) return;
    const procedure = { parameters: (names ?? '').trim().split(/\s+/).filter(Boolean), code };
    if (title === undefined) this.call(procedure, [], depth);
    else this.procedures.set(title, procedure);
    this.uncalled.add(procedure);
  }

  private call(procedure: Procedure, values: readonly Value[], depth: number): void {
    const { parameters, code } = procedure;
    const outer = this.variables;
    this.uncalled.delete(procedure);
    this.variables = new Map(outer);
    for (const [at, name] of parameters.entries()) {
      const rest = name === 'args' && at === parameters.length - 1;
      this.variables.set(name, rest && values.length > 0 ? listValue(values.slice(at)) : (values[at] ?? UNKNOWN));
    }
    this.run(code, depth + 1);
    this.variables = outer;
  }

  append([name, ...values]: readonly Value[]): void {
    const text = textOf(name) ?? '';
    this.variables.set(text, concatValues([asText(this.variables.get(text) ?? textValue('')), ...values]));
  }

  /** Pipes and redirections are those of a shell; no other word is expanded. */
  exec(values: readonly Value[]): void {
    const words = values.filter((value) => !/^-(ignorestderr|keepnewline|encoding|-)$/.test(textOf(value) ?? ''));
    this.found.push(...shellWords(words));
  }

  spawn(values: readonly Value[]): void {
    const from = values.findIndex(
      (value) => !/^-(noecho|console|leaveopen|nottycopy|nottyinit|pty)$/.test(textOf(value) ?? ''),
    );
    const words = from < 0 ? [] : values.slice(from);
    const [program] = words;
    const text = textOf(program);
    this.isShellSpawned ||= program !== undefined && (text === undefined || SHELLS.test(text));
    this.found.push(...startFinding(words));
  }

  send(values: readonly Value[]): void {
    if (!this.isShellSpawned) return;
    const text = values.at(-1);
    if (text !== undefined) this.found.push(typedText('expect', text));
  }

  evaluate(values: readonly Value[], depth: number): void {
    const code = textOf(concatValues(values, ' '));
    if (code === undefined) this.found.push(hiddenCode('Tcl code that is not known'));
    else this.run(code, depth + 1);
  }

  open([target]: readonly Value[]): void {
    const [first, ...rest] = partsOf(target);
    if (typeof first !== 'string' || !first.startsWith('|')) return;
    this.found.push(shellFinding({ kind: 'text', parts: [first.slice(1), ...rest] }));
  }

  file([verb, ...values]: readonly Value[]): void {
    const paths = values.filter((value) => !/^-(force|-)$/.test(textOf(value) ?? '')).map(atHome);
    const what = textOf(verb);
    if (what === 'delete') this.found.push(...paths.map((path) => standIn(['rm', '-rf', path], 'file delete')));
    if (what === 'rename') this.found.push(standIn(['mv', ...paths], 'file rename'));
    if (what === 'copy') this.found.push(standIn(['cp', '-r', ...paths], 'file copy'));
  }

  source(values: readonly Value[]): void {
    const path = textOf(values.at(-1));
    if (path !== undefined) this.found.push({ kind: 'script-file', language: 'tcl', path: knownWord(path) });
  }
}

interface Procedure {
  readonly parameters: readonly string[];
  readonly code: string;
}

type Effect = (this: TclReader, values: readonly Value[], depth: number) => void;

const { prototype: reads } = TclReader;
const EFFECTS: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ['set', reads.set],
  ['append', reads.append],
  ['proc', reads.proc],
  ['exec', reads.exec],
  ['spawn', reads.spawn],
  ['exp_spawn', reads.spawn],
  ['send', reads.send],
  ['exp_send', reads.send],
  ['send_spawn', reads.send],
  ['eval', reads.evaluate],
  ['uplevel', reads.evaluate],
  ['open', reads.open],
  ['file', reads.file],
  ['source', reads.source],
  [
    'system',
    function (values) {
      this.found.push(shellFinding(concatValues(values, ' ')));
    },
  ],
  [
    'after',
    function (values, depth) {
      if (values.length > 1) this.evaluate(values.slice(1), depth);
    },
  ],
  ['lappend', reads.lappend],
  ['array', reads.array],
  ['foreach', reads.foreach],
  ['puts', reads.puts],
  ...['send_user', 'send_log', 'send_error', 'expr', 'regexp', 'regsub', 'string', 'list'].map(
    (name): [string, Effect] => [name, () => {}],
  ),
]);

/** A loop over more is read once, with what is not known. */
const MAX_ROUNDS = 32;
const MAX_ELEMENTS = 500;

/** The words of a list: those of a text stand between blanks. */
function elements(value: Value): readonly Value[] {
  if (value.kind === 'list') return value.items;
  if (value.kind !== 'text') return [value];
  const found: Part[][] = [];
  let isOpen = false;
  for (const part of partsOf(value)) {
    const pieces = typeof part === 'string' ? part.split(/(\s+)/) : [part];
    for (const piece of pieces) {
      const isBlank = typeof piece === 'string' && piece.trim() === '';
      if (isBlank) isOpen &&= piece === '';
      else if (isOpen) found.at(-1)?.push(piece);
      else found.push([piece]);
      if (!isBlank) isOpen = true;
    }
    if (found.length > MAX_ELEMENTS) return [UNKNOWN];
  }
  // braces and quotes make a list of lists
  return found.some((parts) => parts.some((part) => typeof part === 'string' && /[{}"\\]/.test(part)))
    ? found.map(() => UNKNOWN)
    : found.map((parts) => ({ kind: 'text', parts }));
}

function asText(value: Value): Value {
  return value.kind === 'list' ? joinedItems(value, ' ') : value;
}

const TAKES_LISTS = new Set(['set', 'lappend', 'array', 'foreach', 'puts']);

const SHELLS =
  /(?:^|\/)(?:(?:ba|da|z|k|mk|fi|c|tc|a)?sh|ssh|su|sudo|doas|docker|podman|kubectl|screen|tmux|script|env|login|nsenter|chroot|busybox)$/;

function joined(parts: readonly Part[]): readonly Part[] {
  const merged: Part[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part;
    else merged.push(part);
  }
  return merged.length === 0 ? [''] : merged;
}

const OPERATORS = /^(?:\||\|&|<|<@|<<|[12]?>>?&?@?|&)$/;

/** The pipeline of an `exec` as separate starts; a here-text is the input of the program before it. */
function shellWords(values: readonly Value[]): readonly CodeFinding[] {
  if (!values.some((value) => OPERATORS.test(textOf(value) ?? ''))) return startFinding(values);
  const parts = values.flatMap((value): readonly Part[] => {
    const text = textOf(value) ?? '';
    if (text === '<<') return [' <<< '];
    if (OPERATORS.test(text)) return [` ${text.replace('@', '&')} `];
    return [' ', ...quoted(value)];
  });
  return [shellFinding({ kind: 'text', parts: joined(parts) })];
}

function quoted(value: Value): readonly Part[] {
  return partsOf(value).map((part) =>
    typeof part === 'string' && part !== '' ? `'${part.replaceAll("'", "'\\''")}'` : part,
  );
}
