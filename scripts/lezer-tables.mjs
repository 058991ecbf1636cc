import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const FILES = /@lezer[\\/](javascript|php|python)[\\/]dist[\\/]index\.js$/;
const HIGHLIGHT = '@lezer/highlight';
/** Tables that lezer keeps as text, as the field of a parser that holds what it made of them; its runtime takes either. */
const TABLES = {
  states: ({ states }) => states,
  stateData: ({ data }) => data,
  goto: ({ goto }) => goto,
  tokenData: ({ tokenizers }) => tokenizers.find(({ id, data }) => id !== undefined && data !== undefined).data,
};

/**
 * Parsers of lezer with their tables as bytes, decoded by Node.js itself: their own way, a loop over 100 KB of text, takes
 * 3 to 8 ms of each process that needs one. And without colors for highlighting, which nobody here asks for.
 */
export const lezerTables = {
  name: 'lezer-tables',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^@lezer\/highlight$/ }, () => ({ path: HIGHLIGHT, namespace: 'lezer-tables' }));
    onLoad({ filter: /./, namespace: 'lezer-tables' }, () => ({
      contents:
        'const tag = () => tag; export const tags = new Proxy({}, { get: () => tag }); export const styleTags = tag;',
    }));
    onLoad({ filter: FILES }, async ({ path }) => {
      const { parser } = await import(pathToFileURL(path).href);
      let text = withoutLine(await readFile(path, 'utf8'), /^ {2}propSources: .*\n/m, '');
      for (const [field, read] of Object.entries(TABLES)) {
        text = withoutLine(text, new RegExp(`^  ${field}: ".*",\n`, 'm'), `  ${field}: ${source(read(parser))},\n`);
      }
      return { contents: `const bytes = (text) => new Uint8Array(Buffer.from(text, 'base64')).buffer;\n${text}` };
    });
  },
};

function withoutLine(text, line, put) {
  if (!line.test(text)) throw new Error(`lezer: no line ${line}`);
  return text.replace(line, () => put);
}

function source(table) {
  const bytes = Buffer.from(table.buffer, table.byteOffset, table.byteLength);
  return `new ${table.constructor.name}(bytes("${bytes.toString('base64')}"))`;
}
