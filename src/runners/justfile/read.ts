export interface Parameter {
  readonly name: string;
  readonly isVariadic: boolean;
  /** an expression */
  readonly value: string | undefined;
}

export interface Dependency {
  readonly name: string;
  /** expressions */
  readonly args: readonly string[];
}

export interface Recipe {
  readonly name: string;
  readonly line: number;
  readonly parameters: readonly Parameter[];
  readonly before: readonly Dependency[];
  readonly after: readonly Dependency[];
  readonly lines: readonly { readonly text: string; readonly line: number }[];
  /** `[no-cd]`: runs where just was called */
  readonly isHere: boolean;
}

export interface Justfile {
  readonly recipes: ReadonlyMap<string, Recipe>;
  readonly first: Recipe | undefined;
  readonly aliases: ReadonlyMap<string, string>;
  /** expressions */
  readonly variables: ReadonlyMap<string, { readonly value: string; readonly line: number }>;
  readonly shell: readonly string[] | undefined;
}

interface Reading {
  readonly recipes: Map<string, Recipe>;
  readonly aliases: Map<string, string>;
  readonly variables: Map<string, { readonly value: string; readonly line: number }>;
  shell: readonly string[] | undefined;
  files: number;
}

const MAX_LINES = 20_000;
const MAX_FILES = 20;
const HEADER = /^(@?)([A-Za-z_][\w-]*)(|\s[^:]*):(?!=)(.*)$/;

/** Reads a justfile; `read` gives what it imports, undefined where that is not there. */
export function readJustfile(text: string, read: (path: string) => string | undefined): Justfile {
  const reading: Reading = { recipes: new Map(), aliases: new Map(), variables: new Map(), shell: undefined, files: 0 };
  readLines(text, read, reading);
  const { recipes, aliases, variables, shell } = reading;
  return { recipes, first: recipes.values().next().value, aliases, variables, shell };
}

function readLines(text: string, read: (path: string) => string | undefined, reading: Reading): void {
  const lines = text.split(/\r?\n/, MAX_LINES);
  let attributes = '';
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] as string).slice(0, 4096);
    if (/^\s*(?:#|$)/.test(line)) continue;
    if (/^\[.*\]\s*$/.test(line)) {
      attributes += line;
      continue;
    }
    const header = HEADER.exec(line);
    if (header !== null && !/^(?:set|alias|export|import|mod)\s/.test(line)) {
      const body = bodyFrom(lines, at + 1);
      reading.recipes.set(header[2] as string, recipeOf(header, at + 1, body.lines, attributes));
      at = body.end - 1;
    } else readSetting(line, at + 1, read, reading);
    attributes = '';
  }
}

function readSetting(line: string, at: number, read: (path: string) => string | undefined, reading: Reading): void {
  const variable = /^(?:export\s+)?([A-Za-z_][\w-]*)\s*:=\s*(.*)$/.exec(line);
  if (variable !== null) reading.variables.set(variable[1] as string, { value: variable[2] as string, line: at });
  const alias = /^alias\s+([\w-]+)\s*:=\s*([\w-]+)/.exec(line);
  if (alias !== null) reading.aliases.set(alias[1] as string, alias[2] as string);
  const shell = /^set\s+shell\s*:=\s*\[(.*)\]/.exec(line)?.[1];
  if (shell !== undefined) reading.shell = [...shell.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, a, b]) => a ?? b ?? '');
  const path = /^import\??\s+['"]([^'"]+)['"]/.exec(line)?.[1];
  const text = path === undefined || ++reading.files > MAX_FILES ? undefined : read(path);
  if (text !== undefined) readLines(text, read, reading);
}

/** The indented lines behind a header, without their indentation; a backslash joins the next one. */
function bodyFrom(lines: readonly string[], from: number): { readonly lines: Recipe['lines']; readonly end: number } {
  const body: { text: string; line: number }[] = [];
  let indent: string | undefined;
  let end = from;
  for (; end < lines.length; end++) {
    const line = lines[end] as string;
    if (line.trim() === '') continue;
    const own = /^[ \t]+/.exec(line)?.[0];
    if (own === undefined) break;
    indent ??= own;
    const text = line.startsWith(indent) ? line.slice(indent.length) : line.trimStart();
    const last = body.at(-1);
    if (last?.text.endsWith('\\')) last.text = `${last.text}\n${text}`;
    else body.push({ text, line: end + 1 });
  }
  return { lines: body, end };
}

function recipeOf(header: RegExpExecArray, line: number, lines: Recipe['lines'], attributes: string): Recipe {
  const [, , name = '', parameters = '', rest = ''] = header;
  const [before = '', after = ''] = rest.split('&&');
  return {
    name,
    line,
    parameters: [...parameters.matchAll(/([*+$]*)([A-Za-z_][\w-]*)(?:\s*=\s*('[^']*'|"[^"]*"|[\w-]+))?/g)].map(
      ([, sign = '', parameter = '', value]) => ({ name: parameter, isVariadic: /[*+]/.test(sign), value }),
    ),
    before: dependenciesOf(before),
    after: dependenciesOf(after),
    lines,
    isHere: attributes.includes('no-cd'),
  };
}

function dependenciesOf(text: string): readonly Dependency[] {
  return [...text.replace(/#.*$/, '').matchAll(/\(\s*([\w-]+)\s*([^)]*)\)|([\w-]+)/g)].map(
    ([, called, args = '', plain]) => ({
      name: called ?? plain ?? '',
      args: [...args.matchAll(/'[^']*'|"[^"]*"|[^\s]+/g)].map(([one]) => one),
    }),
  );
}
