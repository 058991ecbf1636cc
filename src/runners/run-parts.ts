import { knownWord } from '../model/word.ts';
import { baseName, resolvePath } from '../util/path.ts';
import type { Runner } from './runner.ts';
import { readCall } from './words.ts';

const VALUED = new Set(['--regex', '-a', '--arg', '-u', '--umask']);
/** Without `--regex`; with it any name may be run. Source: run-parts(8) 5.7. */
const NAME = /^[A-Za-z0-9_-]+$/;

/** run-parts: the programs of a folder, in the order of their names. Source: run-parts(8) 5.7. */
export const RUN_PARTS_RUNNER: Runner = {
  programs: ['run-parts'],
  run: ({ argv, cwd, files }) => {
    const words = readCall(argv, { valued: VALUED });
    const folder = words?.operands[0];
    if (words === undefined || folder === undefined || cwd === undefined) return [];
    if (words.has('--test', '--list', '--help')) return [];
    const given = words.valuesOf('-a', '--arg').map((one) => knownWord(one));
    const isAny = words.has('--regex', '--lsbsysinit');
    return files
      .matching('*', resolvePath(cwd, folder))
      .filter((path) => isAny || NAME.test(baseName(path)))
      .map((path) => ({ kind: 'argv', argv: [knownWord(path), ...given], file: path }));
  },
};
