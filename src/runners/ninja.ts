import { knownWord } from '../model/word.ts';
import { resolvePath } from '../util/path.ts';
import type { Runner, RunnerFiles, RunnerFinding } from './runner.ts';
import { readCall } from './words.ts';

const VALUED = new Set(['-C', '-f', '-j', '-k', '-l', '-d', '-w', '-t']);
const MAX_EDGES = 2_000;
const MAX_FILES = 8;

type Variables = ReadonlyMap<string, string>;

/** A `build` statement: how its outputs are made. */
interface Edge {
  readonly outputs: readonly string[];
  readonly inputs: readonly string[];
  /** what `$in` stands for: neither implicit inputs nor those of the order */
  readonly explicit: readonly string[];
  readonly rule: string;
  readonly variables: Variables;
  readonly line: number;
  readonly file: string;
}

interface Build {
  readonly rules: Map<string, Variables>;
  readonly edges: Edge[];
  readonly defaults: string[];
  readonly variables: Map<string, string>;
}

/** ninja: the commands of the targets that it makes, as if all were out of date. Source: ninja manual 1.11. */
export const NINJA_RUNNER: Runner = {
  programs: ['ninja', 'ninja-build', 'samu'],
  codeIn: { names: ['build.ninja'], options: ['-'] },
  run: ({ argv, cwd, files }) => {
    const words = readCall(argv, { valued: VALUED });
    if (words === undefined || cwd === undefined || words.has('-n', '-t', '-h', '--help', '--version')) return [];
    const folder = resolvePath(cwd, words.valueOf('-C') ?? '.');
    const build: Build = { rules: new Map(), edges: [], defaults: [], variables: new Map() };
    readBuild(resolvePath(folder, words.valueOf('-f') ?? 'build.ninja'), build, { folder, files });
    const goals = words.operands.map((one) => one.replace(/\^$/, ''));
    return edgesFor(goals.length > 0 ? goals : build.defaults, build).flatMap((edge) => findings(edge, build, folder));
  },
};

interface Place {
  readonly folder: string;
  readonly files: RunnerFiles;
}

function readBuild(path: string, build: Build, place: Place, depth = 0): void {
  const lines = (place.files.read(path) ?? '').split('\n');
  let indented: Map<string, string> | undefined;
  for (let at = 0; at < lines.length && build.edges.length < MAX_EDGES; at++) {
    const line = at + 1;
    let text = lines[at] ?? '';
    // `$` at the end of a line goes on in the next one
    while (/(?:^|[^$])(?:\$\$)*\$$/.test(text) && at + 1 < lines.length)
      text = text.slice(0, -1) + (lines[++at] ?? '').trimStart();
    if (/^\s*(?:#|$)/.test(text)) continue;
    const [, indent = '', name = '', value = ''] = /^(\s*)([\w.-]+)\s*=\s*(.*)$/s.exec(text) ?? [];
    if (name !== '' && indent !== '') indented?.set(name, value);
    else if (name !== '')
      build.variables.set(
        name,
        expand(value, (one) => build.variables.get(one)),
      );
    else indented = readStatement(text, { build, file: path, line, ...place, depth });
  }
}

interface Statement extends Place {
  readonly build: Build;
  readonly file: string;
  readonly line: number;
  readonly depth: number;
}

/** The variables that follow a `rule` or `build` go into the answer. */
function readStatement(text: string, statement: Statement): Map<string, string> | undefined {
  const { build, file, line, folder, files, depth } = statement;
  const [, keyword = '', rest = ''] = /^(\w+)\s+(.*)$/s.exec(text) ?? [];
  const variables = new Map<string, string>();
  const top = (name: string) => build.variables.get(name);
  if (keyword === 'rule') build.rules.set(rest.trim(), variables);
  if (keyword === 'default') build.defaults.push(...pathsIn(rest, top));
  if ((keyword === 'include' || keyword === 'subninja') && depth < MAX_FILES) {
    for (const path of pathsIn(rest, top)) readBuild(resolvePath(folder, path), build, { folder, files }, depth + 1);
  }
  if (keyword === 'build') {
    const colon = /(?:^|[^$])(?:\$\$)*:/.exec(rest);
    if (colon === null) return undefined;
    const end = colon.index + colon[0].length;
    const [, rule = '', inputs = ''] = /^\s*([\w.-]+)(.*)$/s.exec(rest.slice(end)) ?? [];
    const [explicit = ''] = inputs.split(/\s\|/);
    build.edges.push({
      outputs: pathsIn(rest.slice(0, end - 1), top),
      inputs: pathsIn(inputs, top),
      explicit: pathsIn(explicit, top),
      ...{ rule, variables, line, file },
    });
  }
  return /^(?:rule|build|pool)$/.test(keyword) ? variables : undefined;
}

function pathsIn(text: string, find: (name: string) => string | undefined): readonly string[] {
  const words = text.match(/(?:\$[\s\S]|[^\s$])+/g) ?? [];
  return words.filter((word) => !/^\|[|@]?$/.test(word)).map((word) => expand(word, find));
}

/** `$name`, `${name}`, and `$` before a character that stands for itself. */
function expand(text: string, find: (name: string) => string | undefined): string {
  return text.replace(/\$(?:\{([\w.-]+)\}|([\w-]+)|([\s\S]))/g, (_, braced, plain, self) =>
    self === undefined ? (find(braced ?? plain) ?? '') : self,
  );
}

/** Those that make the goals and what they need; without goals all. */
function edgesFor(goals: readonly string[], { edges }: Build): readonly Edge[] {
  if (goals.length === 0) return edges;
  const byOutput = new Map(edges.flatMap((edge) => edge.outputs.map((output) => [output, edge] as const)));
  // a set that grows is followed to its end
  const wanted = new Set<string>(goals);
  const found = new Set<Edge>();
  for (const goal of wanted) {
    const edge = byOutput.get(goal);
    if (edge === undefined || found.has(edge)) continue;
    found.add(edge);
    for (const input of edge.inputs) wanted.add(input);
  }
  return [...found].reverse();
}

const MAX_VALUE_DEPTH = 8;

function findings(edge: Edge, { rules, variables }: Build, folder: string): readonly RunnerFinding[] {
  const rule = rules.get(edge.rule);
  const own = new Map([
    ['in', edge.explicit.join(' ')],
    ['out', edge.outputs.join(' ')],
  ]);
  const lookUp = (name: string, depth = 0): string | undefined => {
    if (own.has(name)) return own.get(name);
    const text = edge.variables.get(name) ?? rule?.get(name);
    if (text === undefined) return variables.get(name);
    return depth > MAX_VALUE_DEPTH ? '' : expand(text, (one) => lookUp(one, depth + 1));
  };
  const code = lookUp('command');
  if (rule === undefined || code === undefined || code.trim() === '') return [];
  const effects = { cwd: knownWord(folder) };
  const { file, line } = edge;
  return [{ kind: 'code', language: 'shell', shell: 'sh', code: knownWord(code), effects, file, line }];
}
