/** Reads values of a git configuration file, by `section.name` or `section.sub.name` in lower case; the last one counts. */
export function readGitConfig(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let section = '';
  for (const line of text.split('\n', MAX_LINES)) {
    const header = /^\s*\[\s*([\w.-]+)(?:\s+"([^"]*)")?\s*\]/.exec(line);
    if (header !== null) section = `${header[1]?.toLowerCase()}${header[2] === undefined ? '' : `.${header[2]}`}`;
    const entry = /^\s*([A-Za-z][\w-]*)\s*=\s*(.*?)\s*$/.exec(header === null ? line : line.slice(header[0].length));
    if (entry !== null) values.set(`${section}.${entry[1]?.toLowerCase()}`, unquoted(entry[2] ?? ''));
  }
  return values;
}

const MAX_LINES = 5_000;

function unquoted(value: string): string {
  return value.startsWith('"') && value.endsWith('"') && value.length > 1
    ? value.slice(1, -1).replace(/\\(["\\])/g, '$1')
    : value.replace(/\\(["\\])/g, '$1');
}
