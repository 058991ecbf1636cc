import { localTime } from '../../src/facts/local-time.ts';
import { whatIfFacts } from '../../src/facts/what-if.ts';
import type { Facts } from '../../src/model/facts.ts';
import type { Analysis } from '../../src/model/invocation.ts';
import { analyzeLine } from '../../src/shell/analyze.ts';
import { normalizePath } from '../../src/util/path.ts';
import type { ConfirmRow } from './confirm-rows.ts';
import type { Argv, Executed } from './executed.ts';
import type { Place, Ran, RealShell, RealShellName } from './real-shell.ts';

/** Every program that the snippets name. */
export const STUBS: readonly string[] = [
  ...'cmda cmdb cmdc cmdd cmde cmdf cmdg cmdh cmdy cmdz'.split(' '),
  ...'rm mv cp ls cat git curl make npm node grep sed awk touch mkdir tee sort head tail chmod docker tar sudo date'.split(
    ' ',
  ),
  ...['vX wX', 'vX', 'vY', 'z1', 'foo', 'p1', 'aB', 'xB'],
  ...'env nohup timeout nice xargs stdbuf setsid find flock time ionice sh bash dash zsh python3 basename dirname seq'.split(
    ' ',
  ),
];

/** What is there unless a row says otherwise. */
const FILES = { 'in.txt': 'a b\nc\n', 'a.txt': 'x\n', bb: '' };

/** Two worlds: what differs between them cannot be known from the line. */
const QUIET = { env: {}, positional: [], stub: { status: 0, prints: 'cmdz' } };
const LOUD = {
  env: { X: 'vX wX', Y: 'vY', Z: 'z1', FOO: 'foo', BAR: 'b r', x: 'xB', a: 'aB', b: 'bB', i: '5', n: '6', f: 'fB' },
  positional: ['p1', 'p 2'],
  stub: { status: 1, prints: 'cmdy yB' },
};

/** Runs a row in both worlds. */
export async function executedBy(real: RealShell, row: ConfirmRow, shell: RealShellName): Promise<Executed> {
  const runs: Ran[] = [];
  for (const { env, positional, stub } of [QUIET, LOUD]) {
    const files = { ...FILES, ...row.files };
    runs.push(
      await real.run({ text: row.run, shell, env: { ...env, ...row.env }, positional, stub, files, real: row.real }),
    );
  }
  const [quiet = [], loud = []] = runs.map(({ executed }) => distinct(executed.map(nameDescriptors)));
  const inLoud = new Set(loud.map((argv) => JSON.stringify(argv)));
  const isKnowable = (argv: Argv) => inLoud.has(JSON.stringify(argv)) && !argv.some((word) => DESCRIPTOR.test(word));
  return { all: distinct([...quiet, ...loud]), always: quiet.filter(isKnowable) };
}

/** What stands for a process substitution: its number is nobody's business. */
const DESCRIPTOR = /\/dev\/fd\/\d/;

function nameDescriptors(argv: Argv): Argv {
  return argv.map((word) => word.replace('/proc/self/fd/', '/dev/fd/'));
}

/** What we say of the same row in the same place. */
export function analyzedIn({ home, cwd, path }: Place, row: ConfirmRow, shell: RealShellName): Analysis {
  const env = { HOME: home, PATH: path, LC_ALL: 'C.UTF-8', ...row.env };
  return analyzeLine(row.run, { cwd, env, facts: factsOf(cwd, env, { ...FILES, ...row.files }), shell });
}

function factsOf(cwd: string, env: Record<string, string>, files: Readonly<Record<string, string>>): Facts {
  const byPath = new Map(Object.entries(files).map(([name, content]) => [normalizePath(`${cwd}/${name}`), content]));
  const world = whatIfFacts({ env, cwd, at: localTime('2025-01-06T10:00:00'), git: null, files: [...byPath.keys()] });
  return {
    ...world,
    readCode(path) {
      const text = byPath.get(normalizePath(path));
      return text === undefined ? undefined : { text, isWhole: true };
    },
  };
}

function distinct(argvs: readonly Argv[]): readonly Argv[] {
  return [...new Map(argvs.map((argv) => [JSON.stringify(argv), argv])).values()];
}
