import { HOLE } from '../model/hole.ts';
import { knownWord } from '../model/word.ts';
import { parentPath, resolvePath } from '../util/path.ts';
import { startOf } from '../wrappers/peeled.ts';
import { holedCode } from './holes.ts';
import { type Justfile, type Recipe, readJustfile } from './justfile/read.ts';
import { Values } from './justfile/values.ts';
import type { Runner, RunnerCall, RunnerFinding } from './runner.ts';
import { findUpward } from './upward.ts';
import { type CallWords, readCall } from './words.ts';

const VALUED = new Set([
  '-f',
  '--justfile',
  '-d',
  '--working-directory',
  '--shell',
  '--shell-arg',
  '--dotenv-path',
  '--color',
]);
const SHOWS = [
  '-l',
  '--list',
  '--dump',
  '-s',
  '--show',
  '--summary',
  '-n',
  '--dry-run',
  '--evaluate',
  '--fmt',
  '--choose',
  '-e',
  '--edit',
  '--init',
  '--variables',
  '-h',
  '--help',
  '-V',
  '--version',
];
const NAMES = ['justfile', '.justfile', 'Justfile', 'JUSTFILE'];
const MAX_STARTS = 500;

interface Run {
  readonly file: string;
  readonly folder: string;
  readonly justfile: Justfile;
  readonly values: Values;
  readonly found: RunnerFinding[];
  readonly seen: Set<string>;
}

function fileFor(words: CallWords, { cwd, files }: RunnerCall): string | undefined {
  const given = words.valueOf('-f', '--justfile');
  if (given !== undefined) return resolvePath(cwd as string, given);
  return findUpward(cwd as string, (at) =>
    NAMES.map((name) => resolvePath(at, name)).find((path) => files.exists(path)),
  );
}

/** just: recipes with what they depend on. Source: just manual 1.36. */
export const JUST_RUNNER: Runner = {
  programs: ['just'],
  run: (call) => {
    // `--set NAME VALUE` has two words
    const words = readCall(call.argv, { valued: VALUED });
    if (words === undefined || call.cwd === undefined || words.has(...SHOWS, '-c', '--command', '--set')) return [];
    const file = fileFor(words, call);
    const text = file === undefined ? undefined : call.files.read(file);
    if (file === undefined || text === undefined) return [];
    const operands = [...words.operands, ...words.rest.map(({ text: word }) => word)];
    const assigned = operands.filter((one) => /^[A-Za-z_][\w-]*=/.test(one));
    const folder = resolvePath(call.cwd, words.valueOf('-d', '--working-directory') ?? parentPath(file));
    const justfile = readJustfile(text, (path) => call.files.read(resolvePath(parentPath(file), path)));
    const found: RunnerFinding[] = [];
    const values = new Values({
      justfile,
      folder,
      cwd: call.cwd,
      given: new Map(assigned.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)])),
      variable: (name) => call.variable(name),
      shell: (code, line) => found.push(codeFinding('sh', code, { file, folder }, line)),
    });
    const run: Run = { file, folder, justfile, values, found, seen: new Set() };
    runOperands(
      operands.filter((one) => !assigned.includes(one)),
      run,
    );
    return found;
  },
};

function runOperands(operands: readonly string[], run: Run): void {
  const [first] = operands;
  if (first === undefined) {
    const recipe = run.justfile.recipes.get('default') ?? run.justfile.first;
    if (recipe !== undefined) runRecipe(recipe, [], run);
    return;
  }
  for (let at = 0; at < operands.length; ) {
    const recipe = recipeNamed(operands[at] as string, run);
    if (recipe === undefined) return;
    const count = recipe.parameters.some(({ isVariadic }) => isVariadic) ? operands.length : recipe.parameters.length;
    runRecipe(recipe, operands.slice(at + 1, at + 1 + count), run);
    at += 1 + count;
  }
}

function recipeNamed(name: string, { justfile }: Run): Recipe | undefined {
  return justfile.recipes.get(justfile.aliases.get(name) ?? name);
}

function runRecipe(recipe: Recipe, args: readonly string[], run: Run): void {
  const key = JSON.stringify([recipe.name, args]);
  if (run.seen.has(key) || run.seen.size > MAX_STARTS) return;
  run.seen.add(key);
  const names = run.values.parameters(recipe, args);
  const follow = (dependencies: Recipe['before']) => {
    for (const { name, args: given } of dependencies) {
      const other = recipeNamed(name, run);
      if (other !== undefined)
        runRecipe(
          other,
          given.map((one) => run.values.evaluate(one, names, recipe.line)),
          run,
        );
    }
  };
  follow(recipe.before);
  runBody(recipe, names, run);
  follow(recipe.after);
}

function runBody(recipe: Recipe, names: ReadonlyMap<string, string>, run: Run): void {
  const { file, justfile, values, found } = run;
  const at = { file, folder: recipe.isHere ? undefined : run.folder };
  const lines = recipe.lines.map(({ text, line }) => ({ text: values.interpolate(text, names, line), line }));
  const shebang = /^#!\s*(?:\S*\/env\s+(?:-S\s+)?)?(\S+)/.exec(lines[0]?.text ?? '')?.[1];
  if (shebang !== undefined) {
    found.push(scriptFinding(shebang, lines.map(({ text }) => text).join('\n'), at, lines[0]?.line));
    return;
  }
  for (const { text, line } of lines) {
    const code = text.replace(/^[@-]+/, '');
    if (code.trim() !== '' && found.length < MAX_STARTS) found.push(recipeFinding(code, justfile.shell, at, line));
  }
}

interface At {
  readonly file: string;
  readonly folder: string | undefined;
}

function recipeFinding(code: string, shell: readonly string[] | undefined, at: At, line: number): RunnerFinding {
  const name = /^(?:.*\/)?(sh|bash|zsh|dash)$/.exec(shell?.[0] ?? 'sh')?.[1];
  if (name !== undefined) return codeFinding(name as 'sh', code, at, line);
  const [start] = startOf([...(shell ?? []).map((word) => knownWord(word)), holedCode(code)], effectsOf(at));
  return { ...(start as Extract<RunnerFinding, { kind: 'argv' }>), file: at.file, line };
}

function effectsOf({ folder }: At): { readonly cwd?: ReturnType<typeof knownWord> } {
  return folder === undefined ? {} : { cwd: knownWord(folder) };
}

function codeFinding(shell: 'sh' | 'bash' | 'zsh' | 'dash', code: string, at: At, line: number): RunnerFinding {
  return { kind: 'code', language: 'shell', shell, code: holedCode(code), effects: effectsOf(at), file: at.file, line };
}

const LANGUAGES: Readonly<Record<string, string>> = {
  python: 'python',
  python3: 'python',
  node: 'javascript',
  ruby: 'ruby',
  perl: 'perl',
  php: 'php',
};

function scriptFinding(program: string, text: string, at: At, line: number | undefined): RunnerFinding {
  const name = program.slice(program.lastIndexOf('/') + 1);
  const place = { file: at.file, ...(line === undefined ? {} : { line }) };
  const language = Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : undefined;
  if (language === undefined) return { ...codeFinding('bash', text, at, line ?? 1), ...place };
  // readers of other languages know holes themselves
  return { kind: 'code', language, code: knownWord(text.replaceAll(HOLE, '')), effects: effectsOf(at), ...place };
}
