import { shWord } from '../../util/sh-quote.ts';
import { bind } from './bind.ts';
import { CMDLETS, type Cmdlet, type CmdletContext, RULED } from './cmdlets.ts';
import { callCode } from './dotnet.ts';
import { parsePowershell } from './parse.ts';
import type { Element, Redirection, Statement, Value } from './syntax.ts';
import { constantOf, shellName, UNKNOWN_WORD, type Writing, wordOf, wordsOf } from './words.ts';

/** Text that is handed to Invoke-Expression is read so many times over. */
const MAX_DEPTH = 8;

type Flow = Pick<CmdletContext, 'isFed' | 'isFedPaths' | 'feeds'>;

const BY_NAME: ReadonlyMap<string, Cmdlet> = new Map(
  CMDLETS.flatMap((cmdlet) => cmdlet.names.split(' ').map((name): [string, Cmdlet] => [name, cmdlet])),
);

/**
 * The shell code that starts what this PowerShell starts, and does to files what it does: what is known of shells (where a
 * `cd` leads, what a variable holds, what flows through a pipe) then holds for it, too. What is not known stays unknown.
 */
export function toShell(source: string, depth = 0): string {
  return new Translation(depth).body(parsePowershell(source));
}

class Translation {
  private readonly functions = new Set<string>();
  private readonly depth: number;
  private readonly writing: Writing;

  constructor(depth: number) {
    this.depth = depth;
    this.writing = {
      code: (body) => this.body(body).replaceAll('\n', '; '),
      call: (value) => callCode(value, this.pathWriting(), (text) => this.evaluated(text)),
    };
  }

  body(statements: readonly Statement[]): string {
    return statements.map((one) => this.statement(one)).join('\n');
  }

  private statement(statement: Statement): string {
    switch (statement.kind) {
      case 'pipeline':
        return this.pipeline(statement);
      case 'function':
        this.functions.add(statement.name);
        return /^[a-z_][\w-]*$/.test(statement.name)
          ? `${statement.name}() ${this.block(statement.body)}`
          : this.block(statement.body);
      case 'branch':
        return [
          this.body(statement.head),
          ...statement.bodies.map((body) => `if [ -n ${UNKNOWN_WORD} ]; then ${this.list(body)} fi`),
        ]
          .filter(Boolean)
          .join('\n');
      case 'loop':
        return [this.body(statement.head), `while [ -n ${UNKNOWN_WORD} ]; do ${this.list(statement.body)} done`]
          .filter(Boolean)
          .join('\n');
      default:
        return this.each(statement);
    }
  }

  /** `foreach ($f in ..) { }` */
  private each({ variable, source, body }: Extract<Statement, { kind: 'each' }>): string {
    const [only, ...more] = source;
    const [element, ...others] = only?.kind === 'pipeline' ? only.elements : [];
    const inside = `do ${this.list(body)} done`;
    if (element?.kind === 'value' && more.length + others.length === 0) {
      return `for ${shellName(variable)} in ${this.held(element.value).join(' ')}; ${inside}`;
    }
    if (only?.kind !== 'pipeline' || more.length > 0) return `${this.body(source)}\n${this.block(body)}`;
    return `${this.elements(only.elements, true)} | while IFS= read -r ${shellName(variable)}; ${inside}`;
  }

  private pipeline(statement: Extract<Statement, { kind: 'pipeline' }>): string {
    const { to, adds, ...own } = statement;
    if (to === undefined) return this.elements(own.elements, false);
    const name = shellName(to);
    const words = this.held({ kind: 'script', body: [own] });
    const value = words.length === 1 ? words[0] : UNKNOWN_WORD;
    return `${to.startsWith('env:') ? 'export ' : ''}${name}=${adds === true ? `"\${${name}}"` : ''}${value}`;
  }

  /** What a variable holds. Backslashes divide paths; in other texts they mean nothing to what is only handed on. */
  private held(value: Value): readonly string[] {
    return wordsOf(value, { ...this.writing, isPath: true, isLiteral: true });
  }

  private elements(elements: readonly Element[], feeds: boolean): string {
    let isFedPaths = false;
    const written = elements.map((element, at) => {
      const line = this.element(element, { isFed: at > 0, isFedPaths, feeds: feeds || at < elements.length - 1 });
      isFedPaths = listsPaths(element, isFedPaths);
      return line;
    });
    return written.join(' | ');
  }

  private element(element: Element, flow: Flow): string {
    const redirects = element.redirects.flatMap((one) => this.redirect(one)).join('');
    if (element.kind === 'command') return this.command(element, flow) + redirects;
    const { value } = element;
    if (value.kind === 'block') return this.block(value.body) + redirects;
    if (value.kind === 'script' && !flow.feeds && redirects === '') return this.block(value.body);
    if (value.kind === 'call' && redirects === '') return this.writing.call(value);
    const words = wordsOf(value, { ...this.writing, isPath: flow.feeds, isLiteral: true }).join(' ');
    return `${flow.feeds || redirects !== '' ? 'echo' : ':'} ${words}${redirects}`;
  }

  private redirect({ append, target }: Redirection): readonly string[] {
    const [path = ''] = this.pathWriting().paths(target);
    return path === "''" || path === '' ? [] : [` ${append ? '>>' : '>'} ${path}`];
  }

  private command(element: Extract<Element, { kind: 'command' }>, flow: Flow): string {
    const { name, args } = element;
    if (name.kind === 'block') return this.block(name.body);
    if (name.kind === 'script' || name.kind === 'call') return `eval ${wordOf(name, this.writing)}`;
    const written = constantOf(name);
    const plain = written?.toLowerCase().replace(/^.*\\(?=[a-z]+-[a-z]+$)/, '') ?? '';
    if (/^(foreach-object|foreach|%)$/.test(plain)) return this.forEach(args, flow);
    const cmdlet = this.functions.has(plain) ? undefined : BY_NAME.get(plain);
    if (cmdlet === undefined) return this.program(name, plain, args);
    const line = cmdlet.to(bind(args, cmdlet.parameters), this.contextOf(flow));
    return this.withBlocks(
      line,
      args,
      /^(invoke-command|start-job|start-threadjob|measure-command) /.test(cmdlet.names),
    );
  }

  /** A program, a function, or a cmdlet that nothing here knows; a block that it is handed may run. */
  private program(name: Value, plain: string, args: readonly Value[]): string {
    const isCmdlet = /^[a-z]+-[a-z]+$/.test(plain);
    const own = this.functions.has(plain) || isCmdlet ? (RULED.get(plain) ?? plain) : undefined;
    const word = own ?? wordOf(name, { ...this.writing, isPath: true, isLiteral: true });
    const values = args.filter((arg) => arg.kind !== 'block');
    const start = /\.ps1'?$/i.test(word) ? `pwsh -File ${word}` : word;
    const line = [own === undefined ? start : shWord(own), ...values.flatMap((arg) => this.words(arg))].join(' ');
    return this.withBlocks(line, args, false);
  }

  private withBlocks(line: string, args: readonly Value[], areTaken: boolean): string {
    const blocks = areTaken ? [] : args.flatMap((arg) => (arg.kind === 'block' && hasCommands(arg.body) ? [arg] : []));
    if (blocks.length === 0) return line;
    return `{ ${[...blocks.map(({ body }) => this.block(body)), line].join('; ')}; }`;
  }

  /** `% { .. }`, `% Name`. */
  private forEach(args: readonly Value[], { isFed }: Flow): string {
    const blocks = args.flatMap((arg) => (arg.kind === 'block' ? [arg.body] : []));
    if (blocks.length === 0) {
      const member = constantOf(args[0])?.toLowerCase();
      return member === 'delete' ? 'xargs rm -rf --' : "grep ''";
    }
    const inside = `do ${this.list(blocks.flat())} done`;
    return isFed ? `while IFS= read -r ps_item; ${inside}` : `for ps_item in ${UNKNOWN_WORD}; ${inside}`;
  }

  private block(body: readonly Statement[]): string {
    return `{ ${this.list(body)} }`;
  }

  /** For the inside of a block, which must not be empty. */
  private list(body: readonly Statement[]): string {
    const code = this.body(body).trim();
    return `${code === '' ? ':' : code}\n`;
  }

  private words(value: Value): readonly string[] {
    return wordsOf(value, this.writing);
  }

  private contextOf(flow: Flow): CmdletContext {
    const { paths, literalPaths } = this.pathWriting();
    return {
      ...flow,
      paths,
      literalPaths,
      word: (value) => wordOf(value, this.writing),
      words: (value) => (value === undefined ? [] : this.words(value)),
      code: (value) => this.evaluated(value),
    };
  }

  private pathWriting(): Pick<CmdletContext, 'paths' | 'literalPaths'> {
    const writing = { ...this.writing, isPath: true };
    return {
      paths: (...values) => values.flatMap((value) => (value === undefined ? [] : wordsOf(value, writing))),
      literalPaths: (value) => (value === undefined ? [] : wordsOf(value, { ...writing, isLiteral: true })),
    };
  }

  /** A block, or text that is read as PowerShell once more. */
  private evaluated(value: Value | undefined): string {
    if (value?.kind === 'block') return this.block(value.body);
    const text = constantOf(value);
    if (text === undefined) return `eval ${wordOf(value ?? { kind: 'unknown', inside: [] }, this.writing)}`;
    if (this.depth >= MAX_DEPTH) throw new Error('nested too deeply');
    const inner = toShell(text, this.depth + 1);
    return inner.trim() === '' ? ':' : `{ ${inner}\n }`;
  }
}

/** What flows from here are paths: those of a listing, or what is left of them. */
function listsPaths(element: Element, isFedPaths: boolean): boolean {
  const name = element.kind === 'command' ? (constantOf(element.name)?.toLowerCase() ?? '') : '';
  if (/^(where|sort|select|group)(-object)?$|^\?$/.test(name)) return isFedPaths;
  return /^(get-childitem|gci|ls|dir|get-item|gi|resolve-path|rvpa)$/.test(name);
}

/** A condition of values alone starts nothing. */
function hasCommands(body: readonly Statement[]): boolean {
  return body.some((one) => one.kind !== 'pipeline' || one.elements.some((element) => !isPlain(element)));
}

function isPlain(element: Element): boolean {
  return element.kind === 'value' && isQuiet(element.value);
}

function isQuiet(value: Value): boolean {
  switch (value.kind) {
    case 'text':
      return value.parts.every((part) => !('body' in part));
    case 'list':
      return value.items.every(isQuiet);
    case 'unknown':
      return value.inside.every(isQuiet);
    default:
      return false;
  }
}
