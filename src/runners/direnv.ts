import { knownWord } from '../model/word.ts';
import { parentPath, resolvePath } from '../util/path.ts';
import type { Runner } from './runner.ts';
import { findUpward } from './upward.ts';
import { readCall } from './words.ts';

/** direnv: the .envrc of the folder or above it, which bash reads. Source: direnv(1) 2.32. */
export const DIRENV_RUNNER: Runner = {
  programs: ['direnv'],
  onlyWith: { exec: [''], export: [''] },
  run: ({ argv, cwd, files }) => {
    const words = readCall(argv, { last: (operands) => operands.length === 2 });
    const [subcommand, folder = '.'] = words?.operands ?? [];
    if (cwd === undefined || (subcommand !== 'exec' && subcommand !== 'export')) return [];
    const from = subcommand === 'exec' ? resolvePath(cwd, folder) : cwd;
    const file = findUpward(from, (at) => {
      const path = resolvePath(at, '.envrc');
      return files.exists(path) ? path : undefined;
    });
    if (file === undefined) return [];
    const effects = { cwd: knownWord(parentPath(file)) };
    const path = knownWord(file);
    return [{ kind: 'script-file', language: 'shell', shell: 'bash', path, positional: [], effects, file }];
  },
};
