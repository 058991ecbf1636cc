import { knownWord } from '../model/word.ts';
import { hiddenCode, shellFinding, standIn, startFinding, typedText } from './effects.ts';
import type { CodeAnalyzer, CodeFinding } from './finding.ts';
import { type TclWord, tclCommands } from './tcl-parse.ts';
import { atHome, concatValues, globbed, type Part, partsOf, textOf, textValue, UNKNOWN, type Value } from './value.ts';

const MAX_DEPTH = 12;
const MAX_COMMANDS = 2000;

/** Tcl and Expect: `exec`, `spawn`, `system`, what is sent to a shell, files that are deleted or moved. Variables keep their last value. */
export const analyzeTcl: CodeAnalyzer = (source, args) => {
  const reader = new TclReader(args.map((word) => (word.kind === 'known' ? textValue(word.value) : UNKNOWN)));
  reader.run(source, 0);
  return reader.found;
};

/** `env(HOME)` */
const HOME: Value = { kind: 'text', parts: [{ home: true }] };

class TclReader {
  readonly found: CodeFinding[] = [];
  private variables = new Map<string, Value>([['env(HOME)', HOME]]);
  private readonly procedures = new Map<string, Procedure>();
  private commands = 0;
  /** a shell, or what may start one, listens to what is sent */
  private isShellSpawned = false;

  constructor(args: readonly Value[]) {
    this.variables.set('argv', concatValues(args, ' '));
  }

  run(source: string, depth: number): void {
    for (const words of depth > MAX_DEPTH ? [] : tclCommands(source)) {
      if (++this.commands > MAX_COMMANDS) {
        this.found.push({ kind: 'doubt', code: 'too-many', detail: 'more Tcl code than is looked at' });
        return;
      }
      this.command(words, depth);
    }
  }

  private command(words: readonly TclWord[], depth: number): void {
    const [name, ...values] = words.map((word) => this.value(word, depth));
    const effect = EFFECTS.get(textOf(name) ?? '');
    const procedure = effect === undefined ? this.procedures.get(textOf(name) ?? '') : undefined;
    if (effect !== undefined) effect.call(this, values, depth);
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
    if ('braced' in word) return { kind: 'text', parts: [word.braced] };
    const parts = word.pieces.flatMap((piece): readonly Part[] => {
      if (typeof piece === 'string') return partsOf(textValue(piece));
      if ('variable' in piece) return partsOf(this.variables.get(piece.variable) ?? UNKNOWN);
      return partsOf(this.result(piece.command, depth));
    });
    return { kind: 'text', parts: joined(parts) };
  }

  /** What a command in brackets gives, where that is simple; it is run in any case. */
  private result(code: string, depth: number): Value {
    this.run(code, depth + 1);
    const [words = []] = tclCommands(code);
    const [name, ...values] = words.map((word) => ('braced' in word ? textValue(word.braced) : this.plain(word)));
    const what = textOf(name);
    if (what === 'glob') return globbed(atHome(values.findLast((value) => !textOf(value)?.startsWith('-')) ?? UNKNOWN));
    if (what === 'file' && textOf(values[0]) === 'join') return concatValues(values.slice(1), '/');
    if (what === 'list' || what === 'concat' || what === 'format' || what === 'join') return concatValues(values, ' ');
    return UNKNOWN;
  }

  private plain(word: TclWord): Value {
    const pieces = 'pieces' in word ? word.pieces : [];
    const parts = pieces.flatMap((piece) =>
      typeof piece === 'string' ? [piece] : partsOf('variable' in piece ? this.variables.get(piece.variable) : UNKNOWN),
    );
    return { kind: 'text', parts: joined(parts) };
  }

  set([name, value]: readonly Value[]): void {
    const text = textOf(name);
    if (text !== undefined && value !== undefined) this.variables.set(text.replace(/^::/, ''), value);
  }

  /** Its code counts where it stands as well: what it is given is known where it is called. */
  proc([name, parameters, body]: readonly Value[], depth: number): void {
    const [title, names, code] = [textOf(name), textOf(parameters), textOf(body)];
    if (code === undefined) return;
    const procedure = { parameters: (names ?? '').trim().split(/\s+/).filter(Boolean), code };
    if (title !== undefined) this.procedures.set(title, procedure);
    this.call(procedure, [], depth);
  }

  private call({ parameters, code }: Procedure, values: readonly Value[], depth: number): void {
    const outer = this.variables;
    this.variables = new Map(outer);
    for (const [at, name] of parameters.entries()) {
      const rest = name === 'args' && at === parameters.length - 1;
      this.variables.set(
        name,
        rest && values.length > 0 ? concatValues(values.slice(at), ' ') : (values[at] ?? UNKNOWN),
      );
    }
    this.run(code, depth + 1);
    this.variables = outer;
  }

  append([name, ...values]: readonly Value[]): void {
    const text = textOf(name) ?? '';
    this.variables.set(text, concatValues([this.variables.get(text) ?? textValue(''), ...values]));
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
  ...['puts', 'send_user', 'send_log', 'send_error', 'expr', 'regexp', 'regsub', 'string', 'lappend', 'list'].map(
    (name): [string, Effect] => [name, () => {}],
  ),
]);

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
