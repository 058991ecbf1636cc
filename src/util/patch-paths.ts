/** The files that a patch would change. */
export interface PatchPaths {
  readonly written: readonly string[];
  readonly deleted: readonly string[];
  readonly moved: readonly (readonly [from: string, to: string])[];
}

type Found = { [Kind in keyof PatchPaths]: PatchPaths[Kind][number][] };

/** Tools whose text fields are patches, not commands: `apply_patch`, `ApplyPatch`, `mcp__fs__patch`. */
export function isPatchTool(tool: string): boolean {
  return /(^|__)(apply_?)?patch$/i.test(tool);
}

/** More moves than this are reported as writes of both ends. */
const MAX_MOVES = 50;

/**
 * Reads patches in the format of `apply_patch` (Codex; blanks in front of its headers are allowed there), else a
 * unified diff. Text that is neither names no files. Linear in their length.
 */
export function patchPaths(texts: readonly string[]): PatchPaths {
  const read = texts.map(readPatch);
  const moved = read.flatMap((one) => one.moved);
  return {
    written: [...read.flatMap((one) => one.written), ...moved.slice(MAX_MOVES).flat()],
    deleted: read.flatMap((one) => one.deleted),
    moved: moved.slice(0, MAX_MOVES),
  };
}

function readPatch(text: string): PatchPaths {
  const found: Found = { written: [], deleted: [], moved: [] };
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.some((line) => ENVELOPE.test(line))) readEnvelope(lines, found);
  else readDiff(lines, found);
  return found;
}

const ENVELOPE = /^[ \t]*\*\*\* (?:(Add|Update|Delete) File|(Move) to): (.+)$/;

function readEnvelope(lines: readonly string[], found: Found): void {
  for (const line of lines) {
    const [, verb, move, rest = ''] = ENVELOPE.exec(line) ?? [];
    const path = rest.trim();
    const from = move === undefined ? undefined : found.written.pop();
    if (from !== undefined) found.moved.push([from, path]);
    else if (verb === 'Delete') found.deleted.push(path);
    else if (path !== '') found.written.push(path);
  }
}

const NOWHERE = '/dev/null';

function readDiff(lines: readonly string[], found: Found): void {
  lines.forEach((line, at) => {
    const next = lines[at + 1] ?? '';
    if (line.startsWith('--- ') && next.startsWith('+++ ')) {
      const [from, to] = [diffPath(line), diffPath(next)];
      if (to === NOWHERE) found.deleted.push(from);
      else found.written.push(to);
    }
    if (line.startsWith('rename from ') && next.startsWith('rename to ')) {
      found.moved.push([line.slice('rename from '.length), next.slice('rename to '.length)]);
    }
  });
}

/** Without the time behind a tab, quotes, and the letter that git puts in front. */
function diffPath(line: string): string {
  const path =
    line
      .slice(4)
      .split('\t')[0]
      ?.trim()
      .replace(/^"(.*)"$/, '$1') ?? '';
  return path.replace(/^[ab]\//, '');
}
