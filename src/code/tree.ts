import type { Parser, SyntaxNode, Tree } from '@lezer/common';
import type { Word } from '../model/word.ts';
import type { CodeFinding } from './finding.ts';
import type { Value } from './value.ts';

/** The state of reading one piece of code. */
export interface Reader {
  readonly source: string;
  /** names that were imported or assigned so far */
  readonly scope: Map<string, Value>;
  /** the arguments of the program */
  readonly args: readonly Word[];
  /** of the expressions of the statement at hand, by place */
  readonly values: Map<number, Value>;
  /** how often each word occurs, once that is asked */
  words: ReadonlyMap<string, number> | undefined;
  /** the functions around the node at hand, the innermost last */
  readonly inside: Inside[];
  /** keys under which something is put in objects that are not known */
  readonly changed: Set<string>;
  /** what functions of the code give back, by their names */
  readonly results: Map<string, Value>;
  /** the line of the last place that was asked for */
  readonly counted: { at: number; line: number };
  /** characters of code that were evaluated again, for another item of a list */
  readonly work: { done: number };
}

/** A function around the node at hand, with what its own names were before it. */
interface Inside {
  readonly end: number;
  readonly name?: string;
  readonly before: [string, Value | undefined][];
  /** names that are not its own: `global x` */
  readonly outer: Set<string>;
  /** nobody calls it, or one that it stands in */
  isDead?: boolean;
}

/** The state before the first statement; what was found out by reading the same code before is known. */
export function newReader(source: string, args: readonly Word[], before?: Reader): Reader {
  return {
    ...{ source, args, scope: new Map(), values: new Map(), words: before?.words },
    ...{ inside: [], changed: before?.changed ?? new Set(), work: before?.work ?? { done: 0 } },
    ...{ results: before?.results ?? new Map(), counted: { at: 0, line: 1 } },
  };
}

/** More than code has characters. */
const MAX_PLACES = 2 ** 24;

/** Evaluates a node once for each statement: in `a.b().c()` each call asks twice for the value of the one before. */
export function once(reader: Reader, { from, to }: SyntaxNode, evaluate: () => Value): Value {
  const key = from * MAX_PLACES + to;
  const known = reader.values.get(key);
  if (known !== undefined) return known;
  const value = evaluate();
  reader.values.set(key, value);
  return value;
}

/** Arguments of a call: those by place, and those by name. */
export interface Arguments {
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** there may be more, which are not known: `f(*more)` */
  readonly isOpen?: boolean;
  /** it is what a loop makes: `f(x for x in items)` */
  readonly isEach?: boolean;
}

/** Deepest nesting of expressions that is followed. */
export const MAX_EXPRESSION_DEPTH = 60;

/** A parser of lezer's, which can be configured to stop at the first error. */
interface Configurable extends Parser {
  configure(options: { readonly strict: true }): Parser;
}

/** Steps through code with errors, one for each token: recovery from errors is what makes a parser slow. */
const MAX_STEPS_PAST_ERRORS = 1000;
/** Steps times characters: a step may scan the rest of the text. */
const MAX_CHARACTERS_PAST_ERRORS = 4_000_000;
/** Nested brackets: each alternative that a parser tries copies them. */
const MAX_OPEN = 250;

/** Reads code into a tree. Throws where that would take seconds: long code with an error in it, and very deep code. */
export function treeReader(parser: Configurable): (source: string) => Tree {
  const strict = parser.configure({ strict: true });
  return (source) => {
    if (mostOpen(source) > MAX_OPEN) throw new Error('deep code');
    try {
      return strict.parse(source);
    } catch (error) {
      return source.length < LONG ? treeWithErrors(parser, source) : treeBefore(error, strict, source);
    }
  };
}

/** The tree of code without an error; undefined of any other, and where that would take long. */
export function strictTreeReader(parser: Configurable): (source: string) => Tree | undefined {
  const strict = parser.configure({ strict: true });
  return (source) => {
    if (mostOpen(source) > MAX_OPEN) return undefined;
    try {
      return strict.parse(source);
    } catch {
      return undefined;
    }
  };
}

/** Code of this length is a file's: what stands before an error, or before the end of what was read of it, is code without one. */
const LONG = 8192;
const MAX_CUTS = 3;

/** The tree of the statements before the error. Throws where that has errors again. */
function treeBefore(error: unknown, strict: Parser, source: string): Tree {
  let failure = error;
  let end = source.length;
  for (let cut = 0; cut < MAX_CUTS; cut++) {
    const at = /\d+$/.exec(failure instanceof Error ? failure.message : '')?.[0];
    end = lastStatement(source, Math.min(end - 1, Number(at ?? 0)));
    if (end <= 0) break;
    try {
      return strict.parse(source.slice(0, end));
    } catch (next) {
      failure = next;
    }
  }
  throw new Error('long code with errors');
}

/** Where the last statement begins that starts a line before `end`, without a blank in front. */
function lastStatement(source: string, end: number): number {
  for (let at = source.lastIndexOf('\n', end); at > 0; at = source.lastIndexOf('\n', at - 1))
    if (/[A-Za-z@]/.test(source.charAt(at + 1))) return at + 1;
  return 0;
}

function treeWithErrors(parser: Parser, source: string): Tree {
  const parse = parser.startParse(source);
  const most = Math.min(MAX_STEPS_PAST_ERRORS, MAX_CHARACTERS_PAST_ERRORS / source.length);
  for (let steps = 0; steps < most; steps++) {
    const tree = parse.advance();
    if (tree !== null) return tree;
  }
  throw new Error('long code with errors');
}

/** Deepest nesting of brackets, those in strings included. */
function mostOpen(source: string): number {
  let [open, most] = [0, 0];
  for (const bracket of source.match(/[()[\]{}]/g) ?? []) {
    open = '([{'.includes(bracket) ? open + 1 : Math.max(0, open - 1);
    most = Math.max(most, open);
  }
  return most;
}

/** The source text of a node. */
export function slice({ source }: Reader, { from, to }: SyntaxNode): string {
  return source.slice(from, to);
}

/** Named children and tokens in order. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

export const PUNCTUATION = new Set(['(', ')', ',', '[', ']', '{', '}', ':']);

/** The children that are no brackets and separators: items of a list, arguments of a call. */
export function members(node: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(node).filter((child) => !PUNCTUATION.has(child.name));
}

/** What a node does, with the line that it begins in. */
export function placed(reader: Reader, { from }: SyntaxNode, found: readonly CodeFinding[]): readonly CodeFinding[] {
  if (found.length === 0) return found;
  const { source, counted } = reader;
  if (counted.at > from) Object.assign(counted, { at: 0, line: 1 });
  for (let end = source.indexOf('\n', counted.at); end >= 0 && end < from; end = source.indexOf('\n', counted.at)) {
    counted.at = end + 1;
    counted.line++;
  }
  return found.map((one) => ({ ...one, line: counted.line }));
}

/** Names by which frameworks and the language itself call a function. */
const CALLED_BY_OTHERS = /^(?:__|test|setup|teardown|pytest_|main$)/i;

export function mayBeCalledByOthers(name: string): boolean {
  return CALLED_BY_OTHERS.test(name);
}

/**
 * Whether the node stands in a function that nobody calls: a definition of this kind whose name occurs nowhere else, not even in a
 * text. One with a decorator may be called by what that does.
 */
export function isNeverCalled(reader: Reader, node: SyntaxNode, definition: string, decorated?: string): boolean {
  const around = reader.inside.at(-1);
  if (around === undefined) return false;
  // the functions around a node are those around any other node of the innermost one
  around.isDead ??= isBelowDead(reader, node, definition, decorated);
  return around.isDead;
}

function isBelowDead(reader: Reader, node: SyntaxNode, definition: string, decorated: string | undefined): boolean {
  for (let outer = node.parent; outer !== null; outer = outer.parent) {
    if (outer.name !== definition || outer.parent?.name === decorated) continue;
    const name = outer.getChild('VariableName') ?? outer.getChild('VariableDefinition');
    if (name !== null && !isUsed(reader, slice(reader, name))) return true;
  }
  return false;
}

function isUsed(reader: Reader, name: string): boolean {
  if (CALLED_BY_OTHERS.test(name)) return true;
  return !/^[\w$]+$/.test(name) || mentionsOf(reader, name) > 1;
}

/** How often a word occurs in the code: counted once for all, as a file may define thousands of functions. */
export function mentionsOf(reader: Reader, name: string): number {
  reader.words ??= wordCounts(reader.source);
  return reader.words.get(name) ?? 0;
}

/** How often each word occurs. */
export function wordCounts(source: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of source.match(/[\w$]+/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The nodes of these kinds in the order of the text, without recursion; the others cost nothing. */
export function* nodesOf(tree: Tree, kinds: ReadonlySet<string>): Generator<SyntaxNode> {
  const cursor = tree.cursor();
  const isWanted: (boolean | undefined)[] = [];
  do {
    const { id, name } = cursor.type;
    isWanted[id] ??= kinds.has(name);
    if (isWanted[id] === true) yield cursor.node;
  } while (cursor.next());
}
