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

/** A parsed YAML (or JSON) file that can say where each of its parts stands. */
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

/**
 * YAML 1.2 core schema: `on`, `no` and `22:00` stay text; and `<<`, which files of YAML 1.1 have. All syntax errors of the file
 * at once; duplicate keys are errors.
 */
export function parseYaml(text: string, file: string): { source?: YamlSource; problems: readonly Problem[] } {
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
      problems: [...told.values()].map(({ message, pos }) => syntaxProblem(message, at(pos[0]), text, pos[0])),
    };
  }
  try {
    const circle = text.includes('&') ? circleIn(document) : undefined;
    if (circle !== undefined) {
      return { problems: [syntaxProblem('A value cannot hold itself', at(circle), text, circle)] };
    }
    return { source: sourceOf(document, document.toJS({ maxAliasCount: 1000 }), file, at), problems: [] };
  } catch (error) {
    return { problems: [syntaxProblem(String((error as Error).message), at(0), text, 0)] };
  }
}

/** Where an alias stands inside what it stands for. */
function circleIn(document: Document): number | undefined {
  let found: number | undefined;
  visit(document, {
    Alias(_key, alias, parents) {
      if (!parents.some((one) => isNode(one) && 'anchor' in one && one.anchor === alias.source)) return undefined;
      found = alias.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return found;
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
