/** What a unified diff makes of a file. */
export interface FilePatch {
  /** as it is written, with what git or diff put in front */
  readonly path: string;
  /** undefined = it does not apply */
  readonly applied: (text: string | undefined) => string | undefined;
}

interface Hunk {
  readonly before: string[];
  readonly after: string[];
}

const HEADER = /^\+\+\+ (?:"([^"\t]+)"|([^\t]+))/;
const MAX_LINES = 20_000;
const MAX_HUNKS = 64;
/** Lines of a file times lines that are looked for in it: more could take long where they are alike. */
const MAX_COMPARED = 1_000_000;

/** Linear in its length; what comes behind a limit is not read. Source: diff(1) 3.8, detailed unified */
export function filePatches(diff: string): readonly FilePatch[] {
  const found: { readonly path: string; readonly hunks: Hunk[] }[] = [];
  const lines = diff.split('\n', MAX_LINES);
  let left = { before: 0, after: 0 };
  for (const [at, line] of lines.entries()) {
    const hunk = found.at(-1)?.hunks.at(-1);
    if (hunk !== undefined && (left.before > 0 || left.after > 0)) {
      const sign = line[0] ?? ' ';
      if (sign !== '+') left.before -= hunk.before.push(line.slice(1)) > 0 ? 1 : 0;
      if (sign !== '-') left.after -= hunk.after.push(line.slice(1)) > 0 ? 1 : 0;
      continue;
    }
    const [, quoted, plain] = lines[at - 1]?.startsWith('--- ') === true ? (HEADER.exec(line) ?? []) : [];
    const path = quoted ?? plain?.trimEnd();
    if (path !== undefined) found.push({ path, hunks: [] });
    const [range, before = '1', after = '1'] = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line) ?? [];
    if (range === undefined) continue;
    if (found.at(-1)?.hunks.length === MAX_HUNKS) break;
    found.at(-1)?.hunks.push({ before: [], after: [] });
    left = { before: Number(before), after: Number(after) };
  }
  return found.map(({ path, hunks }) => ({ path, applied: (text) => patched(text, hunks) }));
}

/** Each hunk where its lines stand, whatever its numbers say. */
function patched(text: string | undefined, hunks: readonly Hunk[]): string | undefined {
  let lines = text === undefined ? [] : text.replace(/\n$/, '').split('\n');
  let from = 0;
  for (const { before, after } of hunks) {
    const at = placeOf(before, lines, from);
    if (at === undefined) return undefined;
    lines = [...lines.slice(0, at), ...after, ...lines.slice(at + before.length)];
    from = at + after.length;
  }
  return `${lines.join('\n')}\n`;
}

function placeOf(wanted: readonly string[], lines: readonly string[], from: number): number | undefined {
  if (wanted.length * lines.length > MAX_COMPARED) return undefined;
  for (let at = from; at + wanted.length <= lines.length; at++)
    if (wanted.every((line, index) => lines[at + index] === line)) return at;
  return undefined;
}
