import { type Document, isMap, isPair, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
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

/** YAML 1.2 core schema: `on`, `no` and `22:00` stay text. All syntax errors of the file at once; duplicate keys are errors. */
export function parseYaml(text: string, file: string): { source?: YamlSource; problems: readonly Problem[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, version: '1.2', schema: 'core', uniqueKeys: true });
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  if (document.errors.length > 0) {
    return {
      problems: document.errors.map((error) => syntaxProblem(error.message, at(error.pos[0]), text, error.pos[0])),
    };
  }
  try {
    return { source: sourceOf(document, document.toJS({ maxAliasCount: 1000 }), file, at), problems: [] };
  } catch (error) {
    return { problems: [syntaxProblem(String((error as Error).message), at(0), text, 0)] };
  }
}

function syntaxProblem(message: string, at: Position, text: string, offset: number): Problem {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1).split('\n', 1)[0] ?? '';
  const [first = ''] = message.split('\n', 1);
  return { code: 'yaml-syntax', level: 'error', at, subject: line.trim(), help: first.replace(/ at line \d+.*$/, '') };
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
