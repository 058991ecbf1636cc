/** How xargs cuts what it reads into items, and items into command lines. Source: xargs(1) findutils 4.9; executed. */
export interface Cutting {
  /** one character that ends an item; undefined = blanks and quotes */
  readonly delimiter?: string;
  /** each line is an item (`-I`) */
  readonly lines: boolean;
  /** at most so many items (`-n`) or lines (`-L`) make a command line */
  readonly items?: number;
  readonly perLines?: number;
}

/** The items of each command line; undefined where the text is not one that xargs takes, or cannot be followed. */
export function cutInput(text: string, cutting: Cutting): readonly (readonly string[])[] | undefined {
  const { delimiter, lines, items, perLines } = cutting;
  if (delimiter !== undefined) return inGroups(withoutLast(text.split(delimiter)), lines ? 1 : (items ?? perLines));
  const cut = withoutLast(text.split('\n'));
  if (lines) {
    const unquoted = cut.map((line) => unquotedItems(line.replace(/^[ \t]+/, ''), true));
    return unquoted.includes(undefined) ? undefined : inGroups((unquoted as string[][]).flat(), 1);
  }
  if (perLines === undefined) {
    const all = unquotedItems(text, false);
    return all === undefined ? undefined : inGroups(all, items);
  }
  // a blank at its end joins a line with the next one
  if (cut.some((line) => /[ \t]$/.test(line))) return undefined;
  const perLine = cut.filter((line) => line !== '').map((line) => unquotedItems(line, false));
  if (perLine.includes(undefined)) return undefined;
  return inGroups(perLine as string[][], perLines).map((group) => group.flat());
}

function withoutLast(parts: readonly string[]): readonly string[] {
  return parts.at(-1) === '' ? parts.slice(0, -1) : parts;
}

function inGroups<T>(all: readonly T[], size: number | undefined): readonly (readonly T[])[] {
  if (size === undefined || all.length <= size) return [all];
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

const ITEM_PIECE = /([ \t\n]+)|'([^'\n]*)'|"([^"\n]*)"|\\([\s\S])|([^ \t\n'"\\]+)/y;

/** xargs' own quoting: inside quotes nothing is special, and none may hold a line's end. */
function unquotedItems(text: string, whole: boolean): string[] | undefined {
  const items: string[] = [];
  let item: string | undefined;
  ITEM_PIECE.lastIndex = 0;
  while (ITEM_PIECE.lastIndex < text.length) {
    const piece = ITEM_PIECE.exec(text);
    if (piece === null) return undefined;
    const [, blank, single, double, escaped, plain] = piece;
    if (blank !== undefined && !whole) {
      if (item !== undefined) items.push(item);
      item = undefined;
    } else item = (item ?? '') + (blank ?? single ?? double ?? escaped ?? plain);
  }
  if (item !== undefined) items.push(item);
  return items;
}
