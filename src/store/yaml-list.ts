/**
 * The text of a YAML file with items added to the list under a key at its top level, right below the key and in the
 * indentation of the item that stands there; everything else stays as people wrote it. Items may have several lines.
 * undefined = the list is spelled so that a line cannot be added.
 */
export function withListItems(text: string, key: string, items: readonly string[]): string | undefined {
  const found = new RegExp(`^${key}:[ \\t]*(?:\\[[ \\t]*\\][ \\t]*)?(#.*)?\\r?$\\n?`, 'm').exec(text);
  if (found === null) {
    if (new RegExp(`^${key}:`, 'm').test(text)) return undefined;
    return `${ended(text)}${key}:\n${items.map((item) => listItem(item, '  ')).join('')}`;
  }
  const after = text.slice(found.index + found[0].length);
  const indent = /^(?:[ \t]*(?:#.*)?\r?\n)*([ ]*)- /.exec(after)?.[1] ?? '  ';
  const head = `${text.slice(0, found.index)}${key}:${found[1] === undefined ? '' : ` ${found[1]}`}\n`;
  return head + items.map((item) => listItem(item, indent)).join('') + after;
}

function listItem(text: string, indent: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line, at) => `${indent}${at === 0 ? '- ' : '  '}${line}\n`)
    .join('');
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
