import { isWithin, parentPath, resolvePath } from '../util/path.ts';
import { loadedFile } from './loaded-file.ts';
import type { Runner, RunnerCall } from './runner.ts';
import { testNames } from './unittest.ts';
import { findUpward } from './upward.ts';
import { readCall } from './words.ts';

const VALUED = new Set(
  `-k -m -c -p -o -n -W --rootdir --confcutdir --maxfail --durations --tb --deselect --ignore --ignore-glob --basetemp
  --junitxml --junit-xml --log-level --log-cli-level --cov --cov-report --cov-config --numprocesses --timeout --color
  --capture --import-mode --override-ini`.split(/\s+/),
);
const ROOT_FILES = ['pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg', 'setup.py', '.git'];
const MAX_PARENTS = 40;
const MAX_FILES = 20;

/** pytest: what a conftest.py and test files do while they are loaded, and their tests. Source: pytest --help 8.2. */
export const PYTEST_RUNNER: Runner = {
  programs: ['pytest', 'py.test'],
  run: (call) => {
    const words = readCall(call.argv, { valued: VALUED });
    if (words === undefined || call.cwd === undefined) return [];
    if (words.has('-h', '--help', '--version', '-V', '--fixtures', '--markers')) return [];
    const { cwd } = call;
    const named = words.operands.map((one) => resolvePath(cwd, one.replace(/::.*$/s, '')));
    const given = words.valueOf('--rootdir');
    const root = given === undefined ? rootFor(cwd, call) : resolvePath(cwd, given);
    const isAlone = words.has('--noconftest');
    const files = new Set(
      isAlone ? [] : [...conftestsFor(cwd, root), ...named.flatMap((path) => conftestsFor(path, root))],
    );
    const folders = named.length === 0 ? [cwd, ...testFolders(cwd)] : named;
    for (const path of folders) for (const file of testFilesAt(path, call)) files.add(file);
    return [...files]
      .filter((path) => call.files.exists(path))
      .slice(0, MAX_FILES)
      .map((path) => loadedFile('python-module', path, cwd, testNames(call.files.read(path) ?? '')));
  },
};

function rootFor(cwd: string, { files }: RunnerCall): string {
  const hasRootFile = (at: string) => ROOT_FILES.some((name) => files.exists(resolvePath(at, name)));
  return findUpward(cwd, (at) => (hasRootFile(at) ? at : undefined)) ?? cwd;
}

/** From the root down to the folder, and in the usual folder of tests. */
function conftestsFor(path: string, root: string): readonly string[] {
  const folder = path.endsWith('.py') ? parentPath(path) : path;
  const found = [folder, ...testFolders(folder)].map((one) => `${one}/conftest.py`);
  for (let at = folder, count = 0; at !== root && isWithin(root, at) && count < MAX_PARENTS; count++) {
    at = parentPath(at);
    found.unshift(`${at}/conftest.py`);
  }
  return found;
}

function testFolders(folder: string): readonly string[] {
  return ['test', 'tests'].map((name) => `${folder}/${name}`);
}

/** A file, or those of a folder whose names say that they hold tests. */
function testFilesAt(path: string, { files }: RunnerCall): readonly string[] {
  return path.endsWith('.py') ? [path] : ['test_*.py', '*_test.py'].flatMap((names) => files.matching(names, path));
}
