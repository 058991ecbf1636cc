import { HOLE } from '../../model/hole.ts';
import type { Justfile, Recipe } from './read.ts';

interface Around {
  readonly justfile: Justfile;
  /** of the justfile */
  readonly folder: string;
  /** where just was called */
  readonly cwd: string;
  readonly given: ReadonlyMap<string, string>;
  variable(name: string): string | undefined;
  shell(code: string, line: number): void;
}

const MAX_DEPTH = 30;
const MAX_LENGTH = 16 * 1024;
const OPERAND =
  /\s*(?:'([^']*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`|([A-Za-z_][\w-]*)\s*\(\s*([^()]*)\)|([A-Za-z_][\w-]*))\s*/y;

/** Values of expressions of a justfile; HOLE for what is not known. */
export class Values {
  private readonly around: Around;
  private readonly known = new Map<string, string>();
  private depth = 0;

  constructor(around: Around) {
    this.around = around;
  }

  parameters({ parameters, line }: Recipe, args: readonly string[]): ReadonlyMap<string, string> {
    const names = new Map<string, string>();
    parameters.forEach(({ name, isVariadic, value }, at) => {
      const given = isVariadic ? args.slice(at).join(' ') : args[at];
      const isGiven = given !== undefined && (!isVariadic || args.length > at);
      names.set(
        name,
        isGiven
          ? (given as string)
          : value === undefined
            ? isVariadic
              ? ''
              : HOLE
            : this.evaluate(value, names, line),
      );
    });
    return names;
  }

  interpolate(text: string, names: ReadonlyMap<string, string>, line: number): string {
    return text.replace(/\{\{\{\{|\{\{(.*?)\}\}/g, (whole, expression: string | undefined) =>
      expression === undefined ? whole.slice(2) : this.evaluate(expression, names, line),
    );
  }

  /** Operands joined by `+` and `/`; any other expression is not known. */
  evaluate(expression: string, names: ReadonlyMap<string, string>, line: number): string {
    if (this.depth >= MAX_DEPTH) return HOLE;
    this.depth++;
    const value = this.joined(expression.trim(), names, line);
    this.depth--;
    return value.length > MAX_LENGTH ? HOLE : value;
  }

  private joined(text: string, names: ReadonlyMap<string, string>, line: number): string {
    let value = '';
    for (let at = 0; ; ) {
      OPERAND.lastIndex = at;
      const operand = OPERAND.exec(text);
      if (operand === null) return HOLE;
      at = OPERAND.lastIndex; // an operand is evaluated by the same pattern
      value += this.operand(operand, names, line);
      if (at >= text.length || text[at] === '#') return value;
      if (text[at] === '/') value += '/';
      else if (text[at] !== '+') return HOLE;
      at++;
    }
  }

  private operand(
    [, single, double, code, called, args, name]: RegExpExecArray,
    names: ReadonlyMap<string, string>,
    line: number,
  ): string {
    if (single !== undefined) return single;
    if (double !== undefined) return double.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1');
    if (code !== undefined) {
      this.around.shell(code, line);
      return HOLE;
    }
    return called === undefined ? this.named(name as string, names) : this.call(called, args ?? '', names, line);
  }

  private named(name: string, names: ReadonlyMap<string, string>): string {
    const own = names.get(name) ?? this.around.given.get(name) ?? this.known.get(name);
    if (own !== undefined) return own;
    const variable = this.around.justfile.variables.get(name);
    if (variable === undefined) return HOLE;
    this.known.set(name, HOLE); // one that names itself
    const value = this.evaluate(variable.value, new Map(), variable.line);
    this.known.set(name, value);
    return value;
  }

  private call(name: string, args: string, names: ReadonlyMap<string, string>, line: number): string {
    const { around } = this;
    switch (name) {
      case 'justfile_directory':
      case 'justfile_dir':
      case 'source_directory':
        return around.folder;
      case 'invocation_directory':
      case 'invocation_dir':
        return around.cwd;
      case 'home_directory':
      case 'home_dir':
        return around.variable('HOME') ?? HOLE;
      case 'env':
      case 'env_var':
      case 'env_var_or_default': {
        const [first = '', second] = args.split(',');
        const value = around.variable(this.evaluate(first, names, line));
        return value ?? (second === undefined ? HOLE : this.evaluate(second, names, line));
      }
      default:
        return HOLE;
    }
  }
}
