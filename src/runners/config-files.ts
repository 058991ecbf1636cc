import { knownWord } from '../model/word.ts';
import { parentPath, resolvePath } from '../util/path.ts';
import type { Runner, RunnerCall, RunnerFinding } from './runner.ts';
import { findUpward } from './upward.ts';
import { type CallWords, readCall } from './words.ts';

/** A program that loads a file of code from the working directory, whatever else it does. */
interface ConfigProgram {
  readonly programs: string;
  /** the first that is there */
  readonly files: string;
  /** `python-module` and the like: of its functions those run that `tasks` names */
  readonly language: 'javascript' | 'python' | 'python-module' | 'ruby';
  /** looked for in folders above as well */
  readonly upward?: true;
  /** options that name another file */
  readonly file: string;
  /** options that name the folder it stands in */
  readonly folder?: string;
  /** other options with a value */
  readonly valued?: string;
  /** what its operands are: functions of the file, or first the folder that it stands in */
  readonly operands?: 'tasks' | 'folder';
  readonly source: string;
}

const ENDINGS = ['js', 'mjs', 'cjs'];
const endings = (name: string) => ENDINGS.map((ending) => `${name}.${ending}`).join(' ');

/**
 * vite, vitest, jest, eslint, prettier, babel, postcss, tailwindcss and next are left out: such a file is there in nearly every project that
 * has them, so that each of their many calls would start Node.js.
 */
const PROGRAMS: readonly ConfigProgram[] = [
  {
    programs: 'gulp',
    files: endings('gulpfile'),
    language: 'javascript',
    upward: true,
    file: '-f --gulpfile',
    folder: '--cwd',
    source: 'gulp --help 5',
  },
  {
    programs: 'grunt',
    files: 'Gruntfile.js Gruntfile.cjs gruntfile.js',
    language: 'javascript',
    upward: true,
    file: '--gruntfile',
    folder: '-b --base',
    source: 'grunt --help 1.6',
  },
  {
    programs: 'webpack webpack-cli',
    files: endings('webpack.config'),
    language: 'javascript',
    file: '-c --config',
    valued: '-m --mode -o --output-path --env --config-name -e --entry',
    source: 'webpack --help 5',
  },
  {
    programs: 'rollup',
    files: endings('rollup.config'),
    language: 'javascript',
    file: '-c --config',
    valued: '-i --input -o --file -d --dir -f --format -n --name -p --plugin -e --external -g --globals',
    source: 'rollup --help 4',
  },
  {
    programs: 'nox',
    files: 'noxfile.py',
    language: 'python',
    file: '-f --noxfile',
    valued: '-s --session --sessions -k --keywords -t --tags -p --python -e --default-venv-backend --envdir',
    source: 'nox --help 2024.4',
  },
  {
    programs: 'invoke inv',
    files: 'tasks.py',
    language: 'python-module',
    upward: true,
    file: '',
    folder: '-r --search-root',
    valued: '-c --collection -f --config -T --command-timeout',
    operands: 'tasks',
    source: 'invoke --help 2.2',
  },
  {
    programs: 'fab fab2',
    files: 'fabfile.py',
    language: 'python-module',
    upward: true,
    file: '',
    folder: '-r --search-root',
    valued: '-c --collection -f --config -H --hosts -i --identity -S --ssh-config -T --command-timeout',
    operands: 'tasks',
    source: 'fab --help 3.2',
  },
  {
    programs: 'doit',
    files: 'dodo.py',
    language: 'python',
    file: '-f --file',
    folder: '-d --dir',
    valued: '-n --process --db-file --backend -r --reporter -o --output-file',
    source: 'doit help run 0.36',
  },
  {
    programs: 'sphinx-build',
    files: 'conf.py',
    language: 'python',
    file: '',
    folder: '-c --conf-dir',
    valued: '-b --builder -d --doctree-dir -D --define -A --html-define -t --tag -j --jobs -w --warning-file -M',
    operands: 'folder',
    source: 'sphinx-build(1) 7.2',
  },
  {
    programs: 'scons',
    files: 'SConstruct Sconstruct sconstruct SConstruct.py',
    language: 'python',
    file: '-f --file --makefile --sconstruct',
    folder: '-C --directory',
    valued: '-j --jobs -I --include-dir',
    source: 'scons(1) 4.5',
  },
  {
    programs: 'waf',
    files: 'wscript',
    language: 'python-module',
    upward: true,
    file: '',
    folder: '-t --top',
    valued: '-j --jobs -o --out --prefix',
    operands: 'tasks',
    source: 'waf --help 2.0',
  },
  {
    programs: 'bundle bundler',
    files: 'Gemfile gems.rb',
    language: 'ruby',
    upward: true,
    file: '--gemfile',
    source: 'bundle(1) 2.5, gemfile(5)',
  },
  { programs: 'guard', files: 'Guardfile', language: 'ruby', file: '-G --guardfile', source: 'guard help start 2.18' },
  {
    programs: 'cap',
    files: 'Capfile capfile Capfile.rb',
    language: 'ruby',
    upward: true,
    file: '-f --rakefile',
    source: 'cap --help 3.18',
  },
  {
    programs: 'pod',
    files: 'Podfile',
    language: 'ruby',
    file: '',
    folder: '--project-directory',
    source: 'pod --help 1.15',
  },
  {
    programs: 'vagrant',
    files: 'Vagrantfile vagrantfile',
    language: 'ruby',
    upward: true,
    file: '',
    source: 'vagrant --help 2.4',
  },
];

const list = (text = ''): readonly string[] => text.split(' ').filter(Boolean);
const SHOWS = ['-h', '--help', '--version'];

export const CONFIG_RUNNERS: readonly Runner[] = PROGRAMS.map((one) => {
  const files = list(one.files);
  const options = [...list(one.file), ...list(one.folder)];
  const valued = new Set([...options, ...list(one.valued)]);
  return {
    programs: list(one.programs),
    // where a word may name another folder, a file of that name may stand in any
    ...(one.operands === 'folder' ? {} : { codeIn: { names: files, options: options.map(beginning) } }),
    run(call) {
      const words = readCall(call.argv, { valued });
      if (words === undefined || call.cwd === undefined || words.has(...SHOWS)) return [];
      const file = fileFor(one, words, call);
      return file === undefined || !call.files.exists(file) ? [] : [loaded(file, one, words)];
    },
  };
});

/** A cluster (`-vf x`) and a value that is attached begin otherwise: any option of one letter counts. */
function beginning(option: string): string {
  return option.startsWith('--') ? option : '-';
}

function fileFor(one: ConfigProgram, words: CallWords, { cwd = '/', files }: RunnerCall): string | undefined {
  const folder = words.valueOf(...list(one.folder)) ?? (one.operands === 'folder' ? words.operands[0] : undefined);
  const from = resolvePath(cwd, folder ?? '.');
  const given = words.valueOf(...list(one.file));
  if (given !== undefined) return resolvePath(from, given);
  const at = (place: string) =>
    list(one.files)
      .map((name) => resolvePath(place, name))
      .find((path) => files.exists(path));
  return one.upward ? findUpward(from, at) : at(from);
}

function loaded(file: string, { language, operands, upward }: ConfigProgram, words: CallWords): RunnerFinding {
  const tasks = operands === 'tasks' ? words.operands.map((name) => knownWord(name.replaceAll('-', '_'))) : [];
  const path = knownWord(file);
  const effects = upward ? { effects: { cwd: knownWord(parentPath(file)) } } : {};
  return { kind: 'script-file', language, path, positional: [path, ...tasks], ...effects, file };
}
