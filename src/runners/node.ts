import { wordValue } from '../model/word.ts';
import { isWithin, parentPath, resolvePath } from '../util/path.ts';
import { loadedFile } from './loaded-file.ts';
import { runNodeScript } from './package-scripts.ts';
import type { Runner, RunnerCall, RunnerFinding } from './runner.ts';
import { readCall } from './words.ts';

/** Where `node --test` finds tests of itself, two folders deep. Source: Node.js 20, Test runner execution model. */
const TEST_FILES = ['*.test.', '*-test.', '*_test.', 'test-*.', 'test.', 'test/*.'].flatMap((name) =>
  ['js', 'cjs', 'mjs'].flatMap((ending) => ['', '*/'].map((folder) => `${folder}${name}${ending}`)),
);
const MAX_FILES = 20;

/** `node --run x` and `node --test`; code and script files of other calls are its words. */
export const NODE_RUNNER: Runner = {
  programs: ['node'],
  onlyWith: {},
  run: (call) => [...runNodeScript(call), ...runTests(call)],
};

function runTests({ argv, cwd, files }: RunnerCall): readonly RunnerFinding[] {
  const words = readCall(argv, { last: (operands) => operands.length > 0 });
  if (cwd === undefined || words?.has('--test') !== true) return [];
  const named = [...words.operands, ...words.rest.flatMap((word) => wordValue(word) ?? [])];
  const paths =
    named.length > 0 ? named.flatMap((path) => testsAt(resolvePath(cwd, path), files)) : testsBelow(cwd, files);
  return paths
    .filter((path) => files.exists(path))
    .slice(0, MAX_FILES)
    .map((file) => loadedFile('javascript', file, cwd));
}

/** A file, or the tests of a folder. */
function testsAt(path: string, files: RunnerCall['files']): readonly string[] {
  const below = /\.\w+$/.test(path) ? [] : testsBelow(parentPath(path), files).filter((file) => isWithin(file, path));
  return below.length > 0 ? below : [path];
}

function testsBelow(folder: string, files: RunnerCall['files']): readonly string[] {
  const found = TEST_FILES.flatMap((name) => files.matching(name, folder));
  return [...new Set(found)].filter((path) => !path.includes('/node_modules/'));
}
