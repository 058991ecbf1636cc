/** The lines that differ between two texts, which have one place where they do, with two lines around. Characters stand for bytes. */
export function diffText(path: string, before = '', after = ''): string {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < Math.min(old.length, fresh.length) && old[start] === fresh[start]) start += 1;
  let end = 0;
  const shortest = Math.min(old.length, fresh.length) - start;
  while (end < shortest && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
  const marked = (mark: string, lines: readonly string[]) => lines.map((line) => `${mark}${line}`);
  return [
    `--- ${path}`,
    `+++ ${path}`,
    ...marked(' ', old.slice(Math.max(0, start - AROUND), start)),
    ...marked('-', old.slice(start, old.length - end)),
    ...marked('+', fresh.slice(start, fresh.length - end)),
    ...marked(' ', old.slice(old.length - end, old.length - end + AROUND)),
  ].join('\n');
}

const AROUND = 2;

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
