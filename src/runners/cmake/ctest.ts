import { knownWord } from '../../model/word.ts';
import { resolvePath } from '../../util/path.ts';
import { holedWord } from '../holes.ts';
import type { Runner, RunnerCall, RunnerFinding } from '../runner.ts';
import { readCall } from '../words.ts';
import { readCmake } from './read.ts';

const VALUED = new Set(
  `-C --build-config --test-dir -R --tests-regex -E --exclude-regex -L --label-regex -LE --label-exclude -j --parallel -I
  --tests-information --timeout --output-junit -O --output-log --repeat --stop-time -FA -FS -FC --preset -M -T -A
  --resource-spec-file --test-load --schedule-random-seed`.split(/\s+/),
);
const SHOWS = ['-N', '--show-only', '--print-labels', '-h', '--help', '--version', '--list-presets'];
/** Ways in which it is no runner of the tests here. */
const OTHERS = ['-S', '--script', '-SP', '--build-and-test', '-D', '--dashboard'];
const MAX_FOLDERS = 40;

/** ctest: the commands of the tests of a folder and of its subfolders. Source: ctest(1) 3.25. */
export const CTEST_RUNNER: Runner = {
  programs: ['ctest'],
  codeIn: { names: ['CTestTestfile.cmake'], options: ['--test-dir'] },
  run: (call) => {
    const words = readCall(call.argv, { valued: VALUED });
    if (words === undefined || call.cwd === undefined || words.has(...SHOWS, ...OTHERS)) return [];
    // a set that grows is followed to its end
    const folders = new Set([resolvePath(call.cwd, words.valueOf('--test-dir') ?? '.')]);
    const pattern = words.valueOf('-R', '--tests-regex');
    const isMeant = (name: string) => pattern === undefined || fits(name, pattern);
    const found: RunnerFinding[] = [];
    for (const folder of folders) found.push(...testsOf(folder, folders, isMeant, call));
    return found;
  },
};

function fits(name: string, pattern: string): boolean {
  try {
    return new RegExp(pattern).test(name);
  } catch {
    return true;
  }
}

function testsOf(
  folder: string,
  folders: Set<string>,
  isMeant: (name: string) => boolean,
  { files }: RunnerCall,
): readonly RunnerFinding[] {
  const file = `${folder}/CTestTestfile.cmake`;
  const calls = readCmake(files.read(file) ?? '', () => undefined);
  const places = new Map<string, string>();
  for (const { name, words } of calls) {
    if (name === 'subdirs' || name === 'add_subdirectory')
      for (const one of words) if (folders.size < MAX_FOLDERS) folders.add(resolvePath(folder, one));
    const place = words.indexOf('WORKING_DIRECTORY');
    if (name === 'set_tests_properties' && place > 0) places.set(words[0] ?? '', words[place + 1] ?? '.');
  }
  return calls.flatMap(({ name, words: [test = '', ...argv], line }): readonly RunnerFinding[] => {
    if (name !== 'add_test' || argv.length === 0 || !isMeant(test)) return [];
    const effects = { cwd: knownWord(resolvePath(folder, places.get(test) ?? '.')) };
    return [{ kind: 'argv', argv: argv.map(holedWord), effects, file, line }];
  });
}
