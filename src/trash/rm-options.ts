/** What the options of rm say, as far as they mean anything where nothing is lost. */
export interface RmOptions {
  readonly force: boolean;
  readonly recursive: boolean;
  /** empty folders too */
  readonly folders: boolean;
  readonly ask: 'each' | 'once' | 'never' | 'usual';
  readonly verbose: boolean;
  readonly operands: readonly string[];
}

export interface RmUsageError {
  /** as rm says it, without its name */
  readonly usage: string;
}

const LONG = [
  'force',
  'recursive',
  'dir',
  'verbose',
  'interactive',
  'one-file-system',
  'no-preserve-root',
  'preserve-root',
];
const WHEN: Readonly<Record<string, RmOptions['ask']>> = {
  '': 'each',
  always: 'each',
  yes: 'each',
  once: 'once',
  never: 'never',
  no: 'never',
  none: 'never',
};

/**
 * The words behind `rm`. Options may follow operands, long ones may be cut short; the later of -f and -i counts.
 * Source: rm(1) GNU coreutils 9.1; of FreeBSD's, -P, -W and -x are without effect here.
 */
export function parseRmOptions(words: readonly string[]): RmOptions | RmUsageError {
  const given = { force: false, recursive: false, folders: false, verbose: false, ask: 'usual' as RmOptions['ask'] };
  const operands: string[] = [];
  for (const [index, word] of words.entries()) {
    if (word === '--') {
      operands.push(...words.slice(index + 1));
      break;
    }
    if (word === '-' || !word.startsWith('-')) operands.push(word);
    else {
      const problem = word.startsWith('--') ? readLong(word.slice(2), given) : readShort(word.slice(1), given);
      if (problem !== undefined) return { usage: problem };
    }
  }
  return { ...given, operands };
}

type Given = { -readonly [Key in keyof Omit<RmOptions, 'operands'>]: RmOptions[Key] };

function readLong(word: string, given: Given): string | undefined {
  const [name = '', ...rest] = word.split('=');
  const value = rest.length === 0 ? undefined : rest.join('=');
  const found = LONG.includes(name) ? [name] : LONG.filter((one) => one.startsWith(name));
  if (found.length !== 1) return `${found.length === 0 ? 'unrecognized' : 'ambiguous'} option '--${name}'`;
  const [option = ''] = found;
  if (option === 'interactive') {
    const ask = WHEN[value ?? ''];
    if (ask === undefined) return `invalid argument '${value}' for '--interactive'`;
    given.ask = ask;
    return undefined;
  }
  if (value !== undefined && option !== 'preserve-root') return `option '--${option}' doesn't allow an argument`;
  if (option === 'force') forced(given);
  if (option === 'recursive') given.recursive = true;
  if (option === 'dir') given.folders = true;
  if (option === 'verbose') given.verbose = true;
  return undefined;
}

function readShort(letters: string, given: Given): string | undefined {
  for (const letter of letters) {
    if (letter === 'f') forced(given);
    else if (letter === 'r' || letter === 'R') given.recursive = true;
    else if (letter === 'd') given.folders = true;
    else if (letter === 'v') given.verbose = true;
    else if (letter === 'i') [given.ask, given.force] = ['each', false];
    else if (letter === 'I') [given.ask, given.force] = ['once', false];
    else if (!'PWx'.includes(letter)) return `invalid option -- '${letter}'`;
  }
  return undefined;
}

function forced(given: Given): void {
  given.force = true;
  given.ask = 'never';
}
