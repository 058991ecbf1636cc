import { HOLE } from '../../model/hole.ts';
import { TEXT_FUNCTIONS } from './functions.ts';
import { closingBracket, findOutside, splitArguments, substitutePattern, wordsOf } from './text.ts';

export interface Variable {
  /** recursive: expanded at each use; simple: as it is. HOLE stands for what is not known. */
  readonly value: string;
  readonly isSimple: boolean;
  /** the command line's wins over the file's, the file's over the environment's */
  readonly from: 'override' | 'command' | 'file' | 'environment' | 'default';
}

/** Names that hold for a part of the makefile: automatic variables, arguments of `call`, target-specific ones. */
export type Names = ReadonlyMap<string, Variable>;

/** What expansion asks of the makefile around it. */
export interface Surroundings {
  readonly cwd: string;
  /** undefined = certainly not set */
  variable(name: string): Variable | undefined;
  /** runs the code; what it prints */
  shell(code: string): string;
  /** reads text as lines of the makefile */
  evaluate(text: string): void;
  /** make ends with an error */
  fail(): void;
  existing(pattern: string): string;
}

/** Expansions of one makefile: it may write the same name into itself twice as often with each line. */
const MAX_STEPS = 20_000;
const MAX_LENGTH = 64 * 1024;
const MAX_DEPTH = 40;

export function simple(value: string): Variable {
  return { value, isSimple: true, from: 'file' };
}

/** Expands the text of a makefile. What is not known, or past a limit, is HOLE. */
export class Expander {
  private readonly around: Surroundings;
  private steps = 0;
  private depth = 0;
  private written = 0;

  constructor(around: Surroundings) {
    this.around = around;
  }

  expand(text: string, names?: Names): string {
    if (!text.includes('$')) return text;
    if (this.depth >= MAX_DEPTH || this.steps > MAX_STEPS || this.written > 4 * MAX_LENGTH) return HOLE;
    this.depth++;
    const result = this.expandPieces(text, names);
    this.depth--;
    this.written += result.length >> 3;
    return result.length > MAX_LENGTH ? HOLE : result;
  }

  private expandPieces(text: string, names: Names | undefined): string {
    let result = '';
    let from = 0;
    for (let at = text.indexOf('$'); at >= 0 && at + 1 < text.length; at = text.indexOf('$', from)) {
      result += text.slice(from, at);
      if (++this.steps > MAX_STEPS || result.length > MAX_LENGTH) return HOLE;
      const next = text[at + 1] as string;
      if (next === '(' || next === '{') {
        const end = closingBracket(text, at + 1);
        if (end < 0) return HOLE;
        result += this.reference(text.slice(at + 2, end), names);
        from = end + 1;
      } else {
        result += next === '$' ? '$' : this.valueOf(next, names);
        from = at + 2;
      }
    }
    return result + text.slice(from);
  }

  private valueOf(name: string, names: Names | undefined): string {
    if (name.includes(HOLE)) return HOLE;
    const variable = names?.get(name) ?? this.around.variable(name);
    if (variable === undefined) return '';
    return variable.isSimple ? variable.value : this.expand(variable.value, names);
  }

  /** The value as it is written, for `+=`, `ifdef` and `$(value X)`. */
  rawValueOf(name: string, names?: Names): string | undefined {
    return (names?.get(name) ?? this.around.variable(name))?.value;
  }

  private reference(inner: string, names: Names | undefined): string {
    const called = /^([a-z-]+)[ \t]+(?=\S)|^([a-z-]+)[ \t\n]/.exec(inner);
    const name = called?.[1] ?? called?.[2];
    const result = name === undefined ? undefined : this.callFunction(name, inner.slice(called?.[0].length), names);
    if (result !== undefined) return result;
    const colon = findOutside(inner, (char) => char === ':');
    const equals = colon < 0 ? -1 : findOutside(inner, (char) => char === '=', colon);
    if (equals < 0) return this.valueOf(this.expand(inner, names), names);
    const value = this.valueOf(this.expand(inner.slice(0, colon), names), names);
    const from = this.expand(inner.slice(colon + 1, equals), names);
    const to = this.expand(inner.slice(equals + 1), names);
    if (`${value}${from}${to}`.includes(HOLE)) return HOLE;
    const [pattern, replacement] = from.includes('%') ? [from, to] : [`%${from}`, `%${to}`];
    return wordsOf(value)
      .map((word) => substitutePattern(pattern, replacement, word))
      .join(' ');
  }

  private callFunction(name: string, rest: string, names: Names | undefined): string | undefined {
    const text = TEXT_FUNCTIONS.get(name);
    if (text === undefined) return this.callSpecial(name, rest, names);
    const args = splitArguments(rest, text.args).map((arg) => this.expand(arg, names));
    return args.some((arg) => arg.includes(HOLE)) ? HOLE : text.apply(args, this.around.cwd);
  }

  private callSpecial(name: string, rest: string, names: Names | undefined): string | undefined {
    const { around } = this;
    switch (name) {
      case 'shell':
        return around.shell(this.expand(rest, names));
      case 'eval':
        around.evaluate(this.expand(rest, names));
        return '';
      case 'wildcard':
        return this.wildcard(this.expand(rest, names));
      case 'error':
        this.expand(rest, names);
        around.fail();
        return '';
      case 'info':
      case 'warning':
        this.expand(rest, names);
        return '';
      case 'value':
        return this.rawValueOf(this.expand(rest, names).trim(), names) ?? '';
      case 'origin':
        return around.variable(rest.trim())?.from.replace('command', 'command line') ?? 'undefined';
      case 'if':
        return this.choose(splitArguments(rest, 3), names);
      case 'or':
      case 'and':
        return this.firstOf(splitArguments(rest, 99), name === 'or', names);
      case 'foreach':
        return this.forEach(splitArguments(rest, 3), names);
      case 'call':
        return this.call(splitArguments(rest, 99), names);
      case 'file':
      case 'flavor':
      case 'guile':
      case 'intcmp':
      case 'let':
        return HOLE;
      default:
        return undefined;
    }
  }

  private wildcard(patterns: string): string {
    if (patterns.includes(HOLE)) return HOLE;
    return wordsOf(patterns)
      .map((pattern) => this.around.existing(pattern))
      .filter((found) => found !== '')
      .join(' ');
  }

  private choose([condition = '', yes = '', no = '']: readonly string[], names: Names | undefined): string {
    const value = this.expand(condition.trim(), names);
    if (value.replaceAll(HOLE, '').trim() !== '') return this.expand(yes.trim(), names);
    if (!value.includes(HOLE)) return this.expand(no.trim(), names);
    const [one, other] = [this.expand(yes.trim(), names), this.expand(no.trim(), names)];
    return one === other ? one : HOLE;
  }

  private firstOf(args: readonly string[], wanted: boolean, names: Names | undefined): string {
    let value = '';
    for (const arg of args) {
      value = this.expand(arg.trim(), names);
      if (value.includes(HOLE)) return HOLE;
      if ((value !== '') === wanted) return value;
    }
    return value;
  }

  private forEach([name = '', list = '', text = '']: readonly string[], names: Names | undefined): string {
    const variable = this.expand(name, names).trim();
    return wordsOf(this.expand(list, names))
      .map((word) => this.expand(text, new Map([...(names ?? []), [variable, simple(word)]])))
      .join(' ');
  }

  private call([name = '', ...args]: readonly string[], names: Names | undefined): string {
    const called = this.expand(name, names).trim();
    const values = args.map((arg) => this.expand(arg, names));
    if (TEXT_FUNCTIONS.has(called)) return HOLE;
    const numbered = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((key, at) => [key, simple(values[at] ?? '')]);
    return this.valueOf(
      called,
      new Map([...(names ?? []), ['0', simple(called)], ...(numbered as [string, Variable][])]),
    );
  }
}
