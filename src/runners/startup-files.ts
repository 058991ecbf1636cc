import { knownWord, wordValue } from '../model/word.ts';
import { baseName, resolvePath } from '../util/path.ts';
import { shellOptions } from '../wrappers/shells.ts';
import { changedConfig } from './changed-home.ts';
import type { Runner, RunnerCall, RunnerFinding } from './runner.ts';

/** How a shell was started. */
interface Kind {
  readonly isLogin: boolean;
  readonly isInteractive: boolean;
}

/** The files in HOME that a shell reads when it starts, of each group the first that is there. */
type StartupFiles = (kind: Kind) => readonly (readonly string[])[];

const profile: StartupFiles = ({ isLogin }) => (isLogin ? [['.profile']] : []);

/** Source: bash(1) 5.2, INVOCATION; zsh(1) 5.9, STARTUP/SHUTDOWN FILES; dash(1). */
const SHELLS: Readonly<Record<string, StartupFiles>> = {
  sh: profile,
  dash: profile,
  ksh: profile,
  mksh: profile,
  bash({ isLogin, isInteractive }) {
    if (isLogin) return [['.bash_profile', '.bash_login', '.profile']];
    return isInteractive ? [['.bashrc']] : [];
  },
  zsh: ({ isLogin, isInteractive }) => [
    ['.zshenv'],
    ...(isLogin ? [['.zprofile'], ['.zlogin']] : []),
    ...(isInteractive ? [['.zshrc']] : []),
  ],
};

/** Shells: the startup files of a HOME or XDG_CONFIG_HOME that the line sets. Those of the person's own are theirs. */
export const STARTUP_RUNNER: Runner = {
  programs: [...Object.keys(SHELLS), 'fish'],
  needsChangedHome: true,
  run(call) {
    const { cwd, files } = call;
    const program = baseName(wordValue(call.argv[0]) ?? '');
    if (cwd === undefined) return [];
    return pathsFor(program, call).flatMap((group): readonly RunnerFinding[] => {
      const file = group.map((path) => resolvePath(cwd, path)).find((path) => files.exists(path));
      if (file === undefined) return [];
      const shell = program === 'bash' || program === 'zsh' || program === 'fish' ? program : 'sh';
      return [{ kind: 'script-file', language: 'shell', shell, path: knownWord(file), positional: [], file }];
    });
  },
};

function pathsFor(program: string, call: RunnerCall): readonly (readonly string[])[] {
  if (program === 'fish') return changedConfig(call).map((folder) => [`${folder}/fish/config.fish`]);
  const home = call.changed('HOME');
  if (home === undefined) return [];
  return (SHELLS[program]?.(kindOf(call)) ?? []).map((group) => group.map((name) => `${home}/${name}`));
}

function kindOf({ argv }: RunnerCall): Kind {
  const options = shellOptions(argv);
  return {
    isLogin: options.has('l') || options.has('--login'),
    isInteractive: options.has('i') || options.has('--interactive') || argv.length === 1,
  };
}
