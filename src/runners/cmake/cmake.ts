import { type Word, wordValue } from '../../model/word.ts';
import { parentPath, resolvePath } from '../../util/path.ts';
import { holedWord } from '../holes.ts';
import type { Runner, RunnerCall, RunnerFinding } from '../runner.ts';
import { readCall } from '../words.ts';
import { type CmakeCall, readCmake } from './read.ts';

const VALUED = new Set(
  '-S -B -D -U -G -T -A -C -P --preset --toolchain --install-prefix --log-level --graphviz --trace-format'.split(' '),
);
/** Ways in which it configures nothing. */
const OTHERS = ['-E', '--build', '--install', '--open', '--workflow', '-N', '-h', '--help', '--version'];
/** Before words of `execute_process` that are no part of a command. */
const SETTING =
  /^(?:WORKING_DIRECTORY|TIMEOUT|RESULTS?_VARIABLE|(?:OUTPUT|ERROR)_(?:VARIABLE|QUIET|FILE|STRIP_TRAILING_WHITESPACE)|INPUT_FILE|COMMAND_(?:ECHO|ERROR_IS_FATAL)|ECHO_(?:OUTPUT|ERROR)_VARIABLE|ENCODING)$/;

/** cmake: what CMakeLists.txt, or a script under -P, starts and removes while it is read. Source: cmake(1), cmake-commands(7) 3.25. */
export const CMAKE_RUNNER: Runner = {
  programs: ['cmake'],
  run: (call) => {
    const words = readCall(call.argv, { valued: VALUED });
    if (words === undefined || call.cwd === undefined || words.has(...OTHERS)) return [];
    const script = words.valueOf('-P');
    const given = definitions(call.argv);
    if (script !== undefined) return startsIn(resolvePath(call.cwd, script), call.cwd, given, call);
    const folder = resolvePath(call.cwd, words.valueOf('-S') ?? words.operands[0] ?? '.');
    const build = resolvePath(call.cwd, words.valueOf('-B') ?? '.');
    return startsIn(resolvePath(folder, 'CMakeLists.txt'), build, given, call);
  },
};

/** `-DNAME=value`, `-D NAME:PATH=value` */
function definitions(argv: readonly Word[]): Readonly<Record<string, string>> {
  const values = argv.map((word) => wordValue(word) ?? '');
  const pairs = values.flatMap((value, at) =>
    value.startsWith('-D') ? [value.slice(2) || (values[at + 1] ?? '')] : [],
  );
  const named = pairs.map((pair) => /^([\w.-]+)(?::\w+)?=([\s\S]*)$/.exec(pair));
  return Object.fromEntries(named.flatMap((found) => (found === null ? [] : [[found[1], found[2]]])));
}

function startsIn(
  file: string,
  build: string,
  given: Readonly<Record<string, string>>,
  { files, variable }: RunnerCall,
): readonly RunnerFinding[] {
  const folder = parentPath(file);
  const places: Readonly<Record<string, string>> = {
    ...given,
    ...Object.fromEntries(['CMAKE', 'PROJECT', 'CMAKE_CURRENT'].map((name) => [`${name}_SOURCE_DIR`, folder])),
    ...Object.fromEntries(['CMAKE', 'PROJECT', 'CMAKE_CURRENT'].map((name) => [`${name}_BINARY_DIR`, build])),
    CMAKE_CURRENT_LIST_DIR: folder,
    CMAKE_COMMAND: 'cmake',
  };
  const find = (name: string) => {
    if (name.startsWith('ENV:')) return variable(name.slice('ENV:'.length));
    return Object.hasOwn(places, name) ? places[name] : undefined;
  };
  return readCmake(files.read(file) ?? '', find).flatMap((one) =>
    commandsOf(one).map(({ argv, cwd = build }) => {
      const effects = { cwd: holedWord(resolvePath(build, cwd)) };
      return { kind: 'argv', argv: argv.map(holedWord), effects, file, line: one.line };
    }),
  );
}

interface Command {
  readonly argv: readonly string[];
  readonly cwd?: string | undefined;
}

function commandsOf({ name, words }: CmakeCall): readonly Command[] {
  const [mode = '', ...paths] = words;
  if (name === 'file' && /^REMOVE(?:_RECURSE)?$/.test(mode) && paths.length > 0)
    return [{ argv: ['rm', mode === 'REMOVE' ? '-f' : '-rf', ...paths] }];
  if (name !== 'execute_process') return [];
  const commands: string[][] = [];
  let open = false;
  for (const word of words) {
    open = word === 'COMMAND' || (open && !SETTING.test(word));
    if (word === 'COMMAND') commands.push([]);
    else if (open) commands.at(-1)?.push(word);
  }
  const place = words.indexOf('WORKING_DIRECTORY');
  const cwd = place < 0 ? undefined : words[place + 1];
  return commands.filter((argv) => argv.length > 0).map((argv) => ({ argv, cwd }));
}
