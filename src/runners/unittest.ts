import { type Word, wordValue } from '../model/word.ts';
import { resolvePath } from '../util/path.ts';
import { loadedFile } from './loaded-file.ts';
import type { Runner, RunnerCall } from './runner.ts';
import { readCall } from './words.ts';

const VALUED = new Set(['-s', '--start-directory', '-p', '--pattern', '-t', '--top-level-directory', '-k']);
const MAX_FILES = 20;

/** `python3 -m unittest`: what test files do while they are loaded, and their tests. Source: Python 3.12 library, unittest, command-line interface. */
export const UNITTEST_RUNNER: Runner = {
  programs: ['python', 'python3'],
  codeIn: 'file',
  run: (call) => {
    const { argv, cwd, files } = call;
    const at = argv.findIndex((word) => wordValue(word) === 'unittest');
    if (at < 2 || wordValue(argv[at - 1]) !== '-m' || cwd === undefined) return [];
    const paths = new Set(testFiles(call, argv.slice(at), cwd));
    return [...paths]
      .filter((path) => files.exists(path))
      .slice(0, MAX_FILES)
      .map((file) => loadedFile('python-module', file, cwd, testNames(files.read(file) ?? '')));
  },
};

const TESTS =
  /^[ \t]*(?:async[ \t]+)?def[ \t]+(test\w*|(?:asyncS|s)etUp\w*|(?:asyncT|t)earDown\w*|(?:setup|teardown)_\w+)/gm;

/** Functions and methods that a runner of tests calls by their names. Source: unittest, Python 3.12; pytest 8.2, python_functions */
export function testNames(text: string): readonly string[] {
  return [...new Set([...text.matchAll(TESTS)].map(([, name = '']) => name))];
}

function testFiles({ files }: RunnerCall, argv: readonly Word[], cwd: string): readonly string[] {
  const words = readCall(argv, { valued: VALUED });
  if (words === undefined) return [];
  const modules = words.operands.filter((one) => one !== 'discover');
  if (modules.length > 0) return modules.flatMap((name) => moduleFiles(name, cwd));
  const folder = resolvePath(cwd, words.valueOf('-s', '--start-directory') ?? '.');
  const pattern = words.valueOf('-p', '--pattern') ?? 'test*.py';
  return ['', 'test/', 'tests/'].flatMap((below) => files.matching(`${below}${pattern}`, folder));
}

/** `a.b.TestCase.test_x` stands in a/b.py; an operand may be a path as well. */
function moduleFiles(name: string, cwd: string): readonly string[] {
  if (name.endsWith('.py')) return [resolvePath(cwd, name)];
  const steps = name.split('.');
  return steps.map((_, at) => resolvePath(cwd, `${steps.slice(0, at + 1).join('/')}.py`));
}
