import { onlyCalled } from '../code/called.ts';
import { parentPath, resolvePath } from '../util/path.ts';
import { sourceFindings, sourcesAt } from './compiled-sources.ts';
import type { Runner, RunnerCall, RunnerFiles, RunnerFinding } from './runner.ts';
import { findUpward } from './upward.ts';
import { type CallWords, readCall } from './words.ts';

const BUILDS =
  'build b check c run r test t bench clippy doc d rustc rustdoc fix package publish install nextest miri'.split(' ');
const FUNCTION = {
  header: /^([ \t]*)(?:pub(?:\([^)]*\))? )?(?:(?:async|unsafe|const|extern "C") )*fn (\w+)/,
  end: '}',
  roots: /^main$/,
} as const;
const MAX_PACKAGES = 40;

/** cargo: build.rs of the packages that are built, and the program that `run` starts. Source: cargo help 1.80. */
export const CARGO_RUNNER: Runner = {
  programs: ['cargo'],
  onlyWith: Object.fromEntries(BUILDS.map((name) => [name, ['']])),
  codeIn: { names: ['Cargo.toml'], options: ['-C', '--man'] },
  run: (call) => {
    const words = readCall(call.argv);
    const [first] = (words?.operands ?? []).filter((one) => !one.startsWith('+'));
    if (words === undefined || call.cwd === undefined || first === undefined || !BUILDS.includes(first)) return [];
    const root = manifestFor(words, call);
    if (root === undefined) return [];
    const runs = first === 'run' || first === 'r' ? programFiles(root, words, call.files) : [];
    return packagesOf(root, call.files)
      .flatMap((folder) => found(buildScripts(folder, call.files), folder, call.files))
      .concat(runs.length === 0 ? [] : found(runs, call.cwd, call.files));
  },
};

function found(paths: readonly string[], cwd: string, files: RunnerFiles): readonly RunnerFinding[] {
  return sourceFindings('rust', sourcesAt(paths, files), (text) => onlyCalled(text, FUNCTION), cwd);
}

/** The folder of the nearest Cargo.toml. */
function manifestFor(words: CallWords, { cwd, files }: RunnerCall): string | undefined {
  const from = resolvePath(cwd as string, words.valueOf('-C') ?? '.');
  const given = words.valueOf('--manifest-path');
  if (given !== undefined) return parentPath(resolvePath(from, given));
  return findUpward(from, (at) => (files.exists(resolvePath(at, 'Cargo.toml')) ? at : undefined));
}

/** The package itself, members of its workspace, and packages that it needs by their path. */
function packagesOf(root: string, files: RunnerFiles): readonly string[] {
  // a set that grows is followed to its end
  const folders = new Set([root]);
  for (const folder of folders) {
    const text = files.read(`${folder}/Cargo.toml`) ?? '';
    const members = /^\s*members\s*=\s*\[([^\]]*)\]/m.exec(text)?.[1] ?? '';
    const named = [...members.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
    const needed = [...text.matchAll(/\bpath\s*=\s*"([^"]+)"/g)].map(([, path = '']) => path);
    const inside = named.flatMap((one) =>
      one.includes('*') ? files.matching(`${one}/Cargo.toml`, folder).map(parentPath) : [resolvePath(folder, one)],
    );
    for (const one of [
      ...inside,
      ...needed.filter((path) => !path.endsWith('.rs')).map((path) => resolvePath(folder, path)),
    ])
      if (folders.size < MAX_PACKAGES) folders.add(one);
  }
  return [...folders];
}

function buildScripts(folder: string, files: RunnerFiles): readonly string[] {
  const named = /^\s*build\s*=\s*(?:"([^"]+)"|(false))/m.exec(files.read(`${folder}/Cargo.toml`) ?? '');
  return named?.[2] === undefined ? [resolvePath(folder, named?.[1] ?? 'build.rs')] : [];
}

function programFiles(root: string, words: CallWords, files: RunnerFiles): readonly string[] {
  const example = words.valueOf('--example');
  const program = words.valueOf('--bin');
  const names =
    example !== undefined
      ? [`examples/${example}.rs`, `examples/${example}/main.rs`]
      : [...(program === undefined ? [] : [`src/bin/${program}.rs`, `src/bin/${program}/main.rs`]), 'src/main.rs'];
  const first = names.map((name) => resolvePath(root, name)).find((path) => files.exists(path));
  const beside = first === undefined || example !== undefined ? [] : files.matching('*.rs', parentPath(first));
  return first === undefined ? [] : [first, ...beside.filter((path) => !/\/(?:lib|bin)\b/.test(path))];
}
