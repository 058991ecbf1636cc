/**
 * Adds items to a list at the top level of a YAML file, right below its key and indented as its first item; all other text
 * stays. Items may have several lines. undefined = the list is in brackets or has an anchor: no line can be added.
 * By text, without the YAML library: the shim, which writes an exception after the answer `always`, must not pay for loading
 * it. Lists in brackets are for rules/edit-file.ts.
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
