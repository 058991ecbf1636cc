import { onlyCalled } from '../code/called.ts';
import { HOLE } from '../model/hole.ts';
import { knownWord } from '../model/word.ts';
import { parentPath, resolvePath } from '../util/path.ts';
import { sourceFindings, sourcesAt } from './compiled-sources.ts';
import { holedWord } from './holes.ts';
import type { Runner, RunnerCall, RunnerFinding } from './runner.ts';
import { type CallWords, readCall } from './words.ts';

const FUNCTION = { header: /^([ \t]*)func (?:\([^)]*\) )?(\w+)/, end: '}', roots: /^(?:main|init)$/ } as const;
const MAX_COMMANDS = 200;

/** go: the literal starts and removals of a program that `run` compiles, and the lines of `generate`. Source: go help 1.22. */
export const GO_RUNNER: Runner = {
  programs: ['go'],
  onlyWith: { run: [''], generate: [''] },
  run: (call) => {
    const [first] = readCall(call.argv, { last: (operands) => operands.length > 0 })?.operands ?? [];
    const words = readCall(call.argv, {
      // behind the package stand arguments of the program
      last: (operands) => first === 'run' && operands.length > 1 && !operands.at(-1)?.endsWith('.go'),
    });
    if (words === undefined || call.cwd === undefined) return [];
    const folder = resolvePath(call.cwd, words.valueOf('-C') ?? '.');
    if (first === 'run') return runProgram(words.operands.slice(1), folder, call);
    return first === 'generate' && !words.has('-n') ? generate(words, folder, call) : [];
  },
};

function runProgram(operands: readonly string[], folder: string, call: RunnerCall): readonly RunnerFinding[] {
  const named = operands.filter((one) => one.endsWith('.go')).map((one) => resolvePath(folder, one));
  const paths = named.length > 0 ? named : filesOf(operands[0] ?? '', folder, call);
  const sources = sourcesAt(
    paths.filter((path) => !path.endsWith('_test.go')),
    call.files,
  );
  return sourceFindings('go', sources, (text) => onlyCalled(text, FUNCTION), call.cwd as string);
}

/** The files of a package that is named by its folder. */
function filesOf(name: string, folder: string, { files }: RunnerCall): readonly string[] {
  if (!/^\.{0,2}\/|^\.{1,2}$/.test(name)) return [];
  const deep = name.endsWith('...');
  const root = resolvePath(folder, deep ? parentPath(name) || '.' : name);
  return (deep ? ['*.go', '*/*.go', '*/*/*.go'] : ['*.go']).flatMap((pattern) => files.matching(pattern, root));
}

function generate(words: CallWords, folder: string, call: RunnerCall): readonly RunnerFinding[] {
  const given = words.operands.slice(1);
  const paths = (given.length > 0 ? given : ['.']).flatMap((one) =>
    one.endsWith('.go') ? [resolvePath(folder, one)] : filesOf(one, folder, call),
  );
  return sourcesAt(paths, call.files)
    .flatMap(({ path, text }) => commandsIn(path, text, call))
    .slice(0, MAX_COMMANDS);
}

/** `//go:generate program words`; `-command name words` gives a command a name. */
function commandsIn(path: string, text: string, call: RunnerCall): readonly RunnerFinding[] {
  const named = new Map<string, readonly string[]>();
  return text.split('\n').flatMap((line, at): readonly RunnerFinding[] => {
    const rest = /^\/\/go:generate[ \t]+(.*?)\s*$/.exec(line)?.[1];
    if (rest === undefined) return [];
    const [first = '', ...more] = wordsOf(rest, path, at + 1, call);
    if (first === '-command') {
      named.set(more[0] ?? '', more.slice(1));
      return [];
    }
    const argv = [...(named.get(first) ?? [first]), ...more].map(holedWord);
    return [{ kind: 'argv', argv, effects: { cwd: knownWord(parentPath(path)) }, file: path, line: at + 1 }];
  });
}

/** No shell reads them: blanks and double quotes count, and `$NAME` anywhere. */
function wordsOf(rest: string, path: string, line: number, call: RunnerCall): readonly string[] {
  const own: Readonly<Record<string, string>> = {
    GOFILE: path.slice(path.lastIndexOf('/') + 1),
    GOLINE: String(line),
    DOLLAR: '$',
  };
  const expand = (word: string) =>
    word.replace(/\$(?:(\w+)|\{(\w+)\})/g, (_, plain?: string, braced?: string) => {
      const name = plain ?? braced ?? '';
      return Object.hasOwn(own, name) ? (own[name] as string) : (call.variable(name) ?? (/^GO/.test(name) ? HOLE : ''));
    });
  return (rest.match(/"(?:[^"\\]|\\.)*"|[^\s]+/g) ?? []).map((word) =>
    expand(word.startsWith('"') ? unquoted(word) : word),
  );
}

function unquoted(word: string): string {
  return word.slice(1, -1).replace(/\\(.)/g, '$1');
}
