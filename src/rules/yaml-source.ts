import {
  type Document,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml';
import type { Position, Problem } from '../model/errors.ts';
import { doubleQuoted, inSingleQuotes, losesEscape } from './lint/quoting.ts';

/** A parsed YAML (or JSON) file with the position of each of its parts. */
export interface YamlSource {
  readonly file: string;
  readonly value: unknown;
  /** of the value at this path; of the nearest parent that exists where it does not */
  positionOf(path: readonly PropertyKey[]): Position;
  /** of the key itself, not of its value */
  positionOfKey(path: readonly PropertyKey[]): Position;
}

/** `logLevel`: what the library has to warn of it would print by itself. */
const OPTIONS = { version: '1.2', schema: 'core', uniqueKeys: true, merge: true, logLevel: 'error' } as const;

interface ParsedYaml {
  readonly source?: YamlSource;
  readonly problems: readonly Problem[];
  /** texts that are hardly what was meant, as YAML takes their backslashes away */
  readonly escapes?: () => readonly Problem[];
}

/**
 * YAML 1.2 core schema: `on`, `no` and `22:00` stay text; and `<<`, which files of YAML 1.1 have. All syntax errors of the file
 * at once; duplicate keys are errors.
 */
export function parseYaml(text: string, file: string): ParsedYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, ...OPTIONS });
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  if (document.errors.length > 0) {
    // what is nested too deep is an error at each of its last levels
    const told = new Map(document.errors.map((error) => [isTooDeep(error.message) || keyOf(error), error]));
    return {
      problems: [...told.values()].map((error) => {
        const problem = syntaxProblem(error.message, at(error.pos[0]), text, error.pos[0]);
        const help = error.code === 'BAD_DQ_ESCAPE' ? escapeHelp(document, text, error.pos[0]) : undefined;
        return help === undefined ? problem : { ...problem, help };
      }),
    };
  }
  try {
    const fault = /&|__proto__/.test(text) ? faultIn(document) : undefined;
    if (fault !== undefined) {
      return { problems: [syntaxProblem(fault.says, at(fault.offset), text, fault.offset)] };
    }
    const source = sourceOf(document, document.toJS({ maxAliasCount: 1000 }), file, at);
    return { source, problems: [], escapes: () => eatenEscapes(document, text, at) };
  } catch (error) {
    return { problems: [syntaxProblem(String((error as Error).message), at(0), text, 0)] };
  }
}

/** What is YAML, and no value: an alias inside what it stands for; a key that JavaScript's objects, and so schemas, do not show. */
function faultIn(document: Document): { readonly says: string; readonly offset: number } | undefined {
  let found: { readonly says: string; readonly offset: number } | undefined;
  const stop = (says: string, { range }: Node) => {
    found = { says, offset: range?.[0] ?? 0 };
    return visit.BREAK;
  };
  visit(document, {
    Alias(_key, alias, parents) {
      const isInside = parents.some((one) => isNode(one) && 'anchor' in one && one.anchor === alias.source);
      return isInside ? stop('A value cannot hold itself', alias) : undefined;
    },
    Scalar(key, scalar) {
      return key === 'key' && scalar.value === '__proto__' ? stop('No key can be called so', scalar) : undefined;
    },
  });
  return found;
}

/** In double quotes a backslash is YAML's own: what a regex needs is written in single ones. */
function escapeHelp(document: Document, text: string, offset: number): string | undefined {
  const found = doubleQuoted(document, text).findLast((one) => one.offset <= offset);
  return found && `in double quotes \`\\\` is YAML's own; in single quotes it stays: ${inSingleQuotes(found.written)}`;
}

function eatenEscapes(document: Document, text: string, at: (offset: number) => Position): readonly Problem[] {
  return doubleQuoted(document, text)
    .filter(losesEscape)
    .map(({ written, offset }) => ({
      code: 'eaten-escape',
      level: 'warning',
      at: at(offset),
      subject: `"${written}"`,
      help: `in single quotes it stays: ${inSingleQuotes(written)}`,
    }));
}

const MAX_SUBJECT = 80;

function syntaxProblem(message: string, at: Position, text: string, offset: number): Problem {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const from = Math.max(start, offset - MAX_SUBJECT / 2);
  const [line = ''] = text.slice(from, from + MAX_SUBJECT).split('\n', 1);
  return { code: 'yaml-syntax', level: 'error', at, subject: line.trim(), help: helpOf(message) };
}

function keyOf({ pos, message }: YAMLError): string {
  return `${pos[0]} ${message}`;
}

function isTooDeep(message: string): boolean {
  return message.startsWith('Maximum call stack');
}

function helpOf(message: string): string {
  if (message.startsWith('Source contains multiple documents'))
    return 'One file is one document: no `---` in the middle';
  if (isTooDeep(message)) return 'It is nested too deep';
  if (message.startsWith('Excessive alias count')) return 'Its aliases make too much of it';
  const [first = ''] = message.split('\n', 1);
  return first.replace(/ at line \d+.*$/, '');
}

function sourceOf(document: Document, value: unknown, file: string, at: (offset: number) => Position): YamlSource {
  const nodeAt = (path: readonly PropertyKey[]): Node | undefined => {
    for (let length = path.length; length >= 0; length--) {
      const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
      if (node !== undefined && node !== null && (node as Node).range) return node as Node;
    }
    return undefined;
  };
  const positionOf = (path: readonly PropertyKey[]) => at(nodeAt(path)?.range?.[0] ?? 0);
  return {
    file,
    value,
    positionOf,
    positionOfKey: (path) => {
      const parent = path.length <= 1 ? document.contents : document.getIn(path.slice(0, -1), true);
      const key = isMap(parent)
        ? parent.items.find((pair) => isPair(pair) && isScalar(pair.key) && pair.key.value === path.at(-1))?.key
        : undefined;
      const offset = isScalar(key) ? key.range?.[0] : undefined;
      return offset === undefined ? positionOf(path) : at(offset);
    },
  };
}
