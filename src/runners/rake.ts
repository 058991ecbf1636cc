import { knownWord } from '../model/word.ts';
import { parentPath, resolvePath } from '../util/path.ts';
import { readRakefile } from './rakefile.ts';
import type { Runner, RunnerCall, RunnerFinding } from './runner.ts';
import { findUpward } from './upward.ts';
import { type CallWords, readCall } from './words.ts';

const VALUED = new Set(
  '-f --rakefile -C --directory -e --execute -E --execute-continue -p --execute-print -I --libdir -r --require -R --rakelibdir'.split(
    ' ',
  ),
);
const SHOWS = `-T --tasks -P --prereqs -W --where -D --describe -A --all -n --dry-run -h -H --help -V --version`.split(
  ' ',
);
const NAMES = ['rakefile', 'Rakefile', 'rakefile.rb', 'Rakefile.rb'];
const MAX_FILES = 40;

/** rake: what stands outside of tasks, and the bodies of those that are reached. Source: rake(1) 13.0. */
export const RAKE_RUNNER: Runner = {
  programs: ['rake', 'drake'],
  run: (call) => {
    const words = readCall(call.argv, { valued: VALUED });
    if (words === undefined || call.cwd === undefined || words.has(...SHOWS)) return [];
    const given = words.valuesOf('-e', '--execute', '-E', '--execute-continue', '-p', '--execute-print');
    const file = fileFor(words, call);
    const ownCode = given.map((code) => finding(code, file ?? (call.cwd as string), call.cwd as string));
    if (file === undefined || words.has('-e', '--execute', '-p', '--execute-print')) return ownCode;
    const operands = words.operands.filter((one) => !/^\w+=/.test(one)).map((one) => one.replace(/\[.*$/s, ''));
    return [...ownCode, ...filesFound(file, operands.length > 0 ? operands : ['default'], call)];
  },
};

function fileFor(words: CallWords, { cwd, files }: RunnerCall): string | undefined {
  const from = resolvePath(cwd as string, words.valueOf('-C', '--directory') ?? '.');
  const given = words.valueOf('-f', '--rakefile');
  if (given !== undefined) return resolvePath(from, given);
  return findUpward(from, (at) => NAMES.map((name) => resolvePath(at, name)).find((path) => files.exists(path)));
}

function filesFound(file: string, goals: readonly string[], { files }: RunnerCall): readonly RunnerFinding[] {
  const folder = parentPath(file);
  const text = files.read(file);
  if (text === undefined) return [];
  // of Rails
  const patterns = ['rakelib/*.rake', ...(text.includes('load_tasks') ? ['lib/tasks/*.rake'] : [])];
  const named = [...text.matchAll(/^\s*(?:import|load)\s*\(?\s*['"]([^'"#]+)['"]/gm)].map(([, path = '']) => path);
  const others = [
    ...patterns.flatMap((pattern) => files.matching(pattern, folder)),
    ...named.map((path) => resolvePath(folder, path)),
  ];
  const all = [file, ...others.slice(0, MAX_FILES)].flatMap((path) => {
    const own = files.read(path);
    return own === undefined ? [] : [{ path, text: own }];
  });
  const codes = readRakefile(
    all.map((one) => one.text),
    goals,
  );
  return codes.flatMap((code, at) =>
    code.trim() === '' ? [] : [finding(code, (all[at] as { path: string }).path, folder)],
  );
}

function finding(code: string, file: string, folder: string): RunnerFinding {
  return { kind: 'code', language: 'rake', code: knownWord(code), effects: { cwd: knownWord(folder) }, file };
}
