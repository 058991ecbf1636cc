/** How functions of a language are written, a line each for its beginning and its end, as formatters leave them. */
export interface FunctionShape {
  /** groups: indentation, name */
  readonly header: RegExp;
  /** what the line behind the function begins with, indented as its header */
  readonly end: '}' | 'end';
  /** names of those that the language or its tools call */
  readonly roots: RegExp;
}

interface Defined {
  readonly name: string;
  readonly from: number;
  /** its last line */
  readonly to: number;
}

/** The text without the functions that nobody calls: their lines are empty. Whose name is mentioned in what runs may be called. */
export function onlyCalled(text: string, shape: FunctionShape): string {
  const lines = text.split('\n');
  const defined = functionsIn(lines, shape);
  if (defined.length === 0) return text;
  const waiting = new Map<string, Defined[]>();
  for (const one of defined) push(waiting, one.name, one);
  const inside = new Set(
    defined.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
  );
  const words = new Set(lines.filter((_, at) => !inside.has(at)).flatMap(wordsOf));
  for (const { name } of defined) if (shape.roots.test(name)) words.add(name);
  // a set that grows is followed to its end
  for (const word of words) {
    for (const { from, to } of waiting.get(word) ?? [])
      for (const one of lines.slice(from, to + 1).flatMap(wordsOf)) words.add(one);
    waiting.delete(word);
  }
  for (const { from, to } of [...waiting.values()].flat()) lines.fill('', from, to + 1);
  return lines.join('\n');
}

function wordsOf(line: string): readonly string[] {
  return line.match(/[A-Za-z_]\w*/g) ?? [];
}

function functionsIn(lines: readonly string[], { header, end }: FunctionShape): readonly Defined[] {
  const defined: Defined[] = [];
  const closing = closingLines(lines, end === '}' ? /^\}/ : /^end\b/);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const [, indent = '', name] = header.exec(line) ?? [];
    if (name === undefined) continue;
    const to = isWhole(line, end) ? at : closing(at, indent);
    if (to === undefined) continue;
    defined.push({ name, from: at, to });
    at = to;
  }
  return defined;
}

/** `func f() { x() }`, `def f = x` */
function isWhole(line: string, end: FunctionShape['end']): boolean {
  if (end === '}') return /\{.*\}\s*$/.test(line);
  return /(?:\bend\s*$|^[ \t]*def [^=]*\)?\s=\s)/.test(line);
}

/** Finds the line that closes what begins on a line, as it is indented; each line is looked at once. */
export function closingLines(
  lines: readonly string[],
  end: RegExp,
): (from: number, indent: string) => number | undefined {
  const closing = new Map<string, number[]>();
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] as string;
    const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
    if (end.test(line.slice(indent.length))) push(closing, indent, at);
  }
  return (from, indent) => {
    const all = closing.get(indent) ?? [];
    while ((all.at(-1) ?? from + 1) <= from) all.pop();
    return all.at(-1);
  };
}

export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
