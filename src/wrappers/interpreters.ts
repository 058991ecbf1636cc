import type { Grammar } from '../grammar/grammar.ts';
import { NO_LEVEL } from '../grammar/level.ts';
import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { dataCode } from './data-url.ts';
import { codeFile, codeOf } from './peeled.ts';
import { lookPastDynamic } from './prefix.ts';
import {
  flags,
  has,
  longs,
  optionValue,
  optionValues,
  type Reading,
  readAll,
  readBehind,
  readOptions,
  readUntil,
} from './reading.ts';
import { joinWords } from './words.ts';
import type { Peeled, WrapperFamily } from './wrapper.ts';

/** A program whose arguments are code in its own language, else a script file, else standard input. */
interface InterpreterSpec {
  readonly names: readonly string[];
  readonly language: string;
  readonly options: readonly string[];
  /** options whose value is code */
  readonly code: readonly string[];
  /** the code option ends the options: what follows are arguments */
  readonly codeLast?: boolean;
  /** options whose value is a script file */
  readonly file?: readonly string[];
  /** an option whose value may name a file that is run first */
  readonly settings?: { readonly option: string; readonly pattern: RegExp };
  /** an option that sets a variable before the code runs: `awk -v x=1` */
  readonly sets?: string;
  /** an option that sets what separates fields: `awk -F:` */
  readonly separator?: string;
  /** the first operand is code where no option gives it (awk, sed) */
  readonly codeOperand?: boolean;
  /** without an operand the code comes from standard input */
  readonly input?: boolean;
  /** operands are no script: what it runs comes from standard input */
  readonly inputOnly?: boolean;
  /** with one of these it runs neither code nor a script */
  readonly noneIf?: readonly string[];
  readonly singleDash?: boolean;
  readonly anyOption?: boolean;
  /** options may follow operands */
  readonly permute?: boolean;
  readonly source: string;
}

function scriptOrInput(language: string, operands: readonly Word[]): readonly Peeled[] {
  const path = operands[0];
  if (path === undefined) return [{ kind: 'stdin-code', language, positional: operands }];
  return [codeFile(language, path, operands), ...filesOfFolder(language, path, operands)];
}

const MAIN_FILES: Readonly<Record<string, readonly string[]>> = {
  python: ['/__main__.py'],
  javascript: ['/index.js', '.js'],
};

/** `python3 tool` may be a folder with a main file in it, and `node tool` the file tool.js: what is not there stops nothing. */
function filesOfFolder(language: string, path: Word, operands: readonly Word[]): readonly Peeled[] {
  const name = wordValue(path);
  if (name === undefined || /\.\w+$/.test(name) || name === '-') return [];
  return (MAIN_FILES[language] ?? []).map((file) => {
    const word = knownWord(name.replace(/\/+$/, '') + file);
    return { kind: 'script-file', language, path: word, positional: [word, ...operands.slice(1)] };
  });
}

function readSpec(spec: InterpreterSpec, grammar: Grammar, argv: readonly Word[]): Reading {
  if (spec.permute) return readAll(grammar, argv);
  return spec.codeLast ? readUntil(grammar, argv, spec.code) : readOptions(grammar, argv);
}

/** Files that a setting makes an interpreter run beside its script: `php -d auto_prepend_file=x`. */
function filesOfSettings({ settings, language }: InterpreterSpec, reading: Reading): readonly Peeled[] {
  if (settings === undefined) return [];
  return optionValues(reading, settings.option).flatMap((word) => {
    const path = settings.pattern.exec(wordValue(word) ?? '')?.[1];
    return path === undefined ? [] : [codeFile(language, knownWord(path))];
  });
}

function peelInterpreter(spec: InterpreterSpec, grammar: Grammar, argv: readonly Word[]): readonly Peeled[] {
  const reading = readSpec(spec, grammar, argv);
  if (spec.noneIf !== undefined && has(reading, ...spec.noneIf)) return reading.doubts;
  return [...filesOfSettings(spec, reading), ...mainCode(spec, reading)];
}

/** What `-v` and `-F` set, as code; a value that is not known stays one. */
function variablesOf({ sets, separator }: InterpreterSpec, reading: Reading): readonly Word[] {
  if (sets === undefined) return [];
  const given = optionValues(reading, sets).map((word) => wordValue(word));
  const split = separator === undefined ? undefined : optionValue(reading, separator);
  if (split !== undefined) given.push(`FS=${wordValue(split) ?? '\\|'}`);
  return given.flatMap((text) => {
    const [, name, value] = /^([A-Za-z_]\w*)=([^\n]*)$/.exec(text ?? '') ?? [];
    return name === undefined ? [] : [knownWord(`BEGIN { ${name} = "${(value ?? '').replaceAll('"', '\\"')}" }`)];
  });
}

function mainCode(spec: InterpreterSpec, reading: Reading): readonly Peeled[] {
  const { operands } = reading;
  const codes = optionValues(reading, ...spec.code);
  const files = optionValues(reading, ...(spec.file ?? [])).map((path) => codeFile(spec.language, path));
  const behind = (code: Word) => joinWords([...variablesOf(spec, reading), code]);
  if (codes.length > 0)
    return [...files, codeOf(spec.language, behind(joinWords(codes, '\n')), operands), ...reading.doubts];
  if (files.length > 0) return [...files, ...reading.doubts];
  if (spec.inputOnly) return [{ kind: 'stdin-code', language: spec.language }, ...reading.doubts];
  const code = operands[0];
  if (!spec.codeOperand) return [...scriptOrInput(spec.language, operands), ...reading.doubts];
  if (code === undefined && spec.input) return [{ kind: 'stdin-code', language: spec.language }, ...reading.doubts];
  return [...(code === undefined ? [] : [codeOf(spec.language, behind(code), operands.slice(1))]), ...reading.doubts];
}

function interpreterFamily(spec: InterpreterSpec): WrapperFamily {
  const grammar: Grammar = {
    options: spec.options,
    source: spec.source,
    ...(spec.permute ? {} : { optionsFirst: true }),
    ...(spec.singleDash ? { singleDash: true } : {}),
    ...(spec.anyOption ? { anyOption: true } : {}),
  };
  return {
    names: spec.names,
    peel: ({ argv }) => lookPastDynamic(argv, (words) => peelInterpreter(spec, grammar, words)),
  };
}

const INTERPRETERS: readonly InterpreterSpec[] = [
  {
    names: ['php', 'php-cli', 'php7', 'php8'],
    language: 'php',
    options: [
      ...flags('aChHilmnqsvwe'),
      '-r --run =code',
      '-B --process-begin =code',
      '-R --process-code =code',
      '-E --process-end =code',
      '-f --file =path',
      '-F --process-file =path',
      '-S --server =text',
      '-t --docroot =path',
      ...flags('cdz', '=text'),
      ...longs('version help info modules ini syntax-check no-php-ini'),
      ...longs('rf rc re rz ri', '=text'),
    ],
    code: ['-B', '-r', '-R', '-E'],
    file: ['-f', '-F'],
    settings: { option: '-d', pattern: /^auto_(?:pre|ap)pend_file\s*=\s*["']?([^"']+)/ },
    noneIf: ['-i', '-m', '-v', '-h', '-l', '-S'],
    source: 'php --help 8.2',
  },
  {
    names: ['lua', 'lua5.1', 'lua5.3', 'lua5.4', 'luajit'],
    language: 'lua',
    options: [...flags('ivEW'), '-e =code', '-l =text'],
    code: ['-e'],
    source: 'lua(1) 5.4',
  },
  {
    names: ['awk', 'gawk', 'mawk', 'nawk', 'original-awk'],
    language: 'awk',
    options: [
      ...flags('bcCghIMnNOPrsStVh'),
      '-e --source =code',
      '-f --file --exec =path',
      '-F --field-separator =text',
      '-v --assign =text',
      '-i --include =text',
      '-l --load =path',
      ...flags('EWm', '=text'),
      ...flags('dDLop', '[=text]'),
      ...longs('re-interval posix traditional sandbox version help csv non-decimal-data'),
    ],
    code: ['--source'],
    file: ['--file', '-E'],
    settings: { option: '--include', pattern: /^(.*[/.].*)$/ },
    sets: '--assign',
    separator: '-F',
    codeOperand: true,
    noneIf: ['--version', '--help', '--sandbox', '-S'],
    source: 'mawk(1), gawk(1) 5.2',
  },
  {
    names: ['sed', 'gsed'],
    language: 'sed',
    options: [
      ...flags('nErsuza'),
      '-e --expression =code',
      '-f --file =path',
      '-l --line-length =text',
      '-i --in-place [=text]',
      ...longs('quiet silent regexp-extended separate unbuffered null-data posix debug sandbox follow-symlinks'),
      ...longs('help version'),
    ],
    code: ['--expression'],
    file: ['--file'],
    codeOperand: true,
    permute: true,
    noneIf: ['--sandbox', '--help', '--version'],
    source: 'sed(1) 4.9',
  },
  {
    names: ['apply_patch', 'applypatch'],
    language: 'patch',
    options: [],
    code: [],
    codeOperand: true,
    input: true,
    source: 'codex-rs/apply-patch, seen in Codex CLI 0.169.0: it also applies what a line of its shell hands to it',
  },
  {
    names: ['osascript'],
    language: 'applescript',
    options: ['-e =code', '-l =text', '-i', '-s =text'],
    code: ['-e'],
    source: 'osascript(1) macOS, online page',
  },
  {
    names: ['Rscript', 'R'],
    language: 'r',
    options: ['-e =code', '-f --file =path', '-g =text'],
    code: ['-e'],
    file: ['-f'],
    singleDash: true,
    anyOption: true,
    source: 'R --help 4.2',
  },
  {
    names: ['julia'],
    language: 'julia',
    options: [
      '-e --eval =code',
      '-E --print =code',
      ...flags('LtpJHC', '=text'),
      ...longs('load threads procs sysimage', '=text'),
    ],
    code: ['-e', '-E'],
    anyOption: true,
    source: 'julia --help 1.10',
  },
  {
    names: ['groovy', 'scala', 'jshell', 'elixir', 'swift', 'ghc', 'runghc'],
    language: 'generic',
    options: ['-e --eval =code', '-s =code', ...flags('cS', '=text')],
    code: ['-e', '-s'],
    anyOption: true,
    singleDash: true,
    source: 'their --help texts, online',
  },
  {
    names: ['guile', 'sage', 'gosh'],
    language: 'generic',
    options: ['-c =code', '-e =code', '-l =path', '-s =path', ...flags('qhv'), ...flags('LCx', '=text')],
    code: ['-c', '-e'],
    anyOption: true,
    source: 'guile(1) 3.0; sage --help, gosh(1), online',
  },
  {
    names: ['erl', 'iex', 'ocaml', 'sbcl', 'ecl', 'clisp', 'csi', 'octave', 'octave-cli'],
    language: 'generic',
    options: ['-e --e --eval -eval -x =code', ...flags('rsp', '=text'), '--load =path'],
    code: ['-e'],
    singleDash: true,
    anyOption: true,
    source: 'erl(1) 25; ocaml(1) 4.13; sbcl(1) 2.2; the others online',
  },
  {
    names: ['clojure', 'clj', 'bb', 'kotlin', 'racket', 'raku', 'perl6', 'crystal', 'janet', 'ghci', 'nim'],
    language: 'generic',
    options: ['-e --eval =code', ...flags('lmr', '=text')],
    code: ['-e'],
    anyOption: true,
    source: 'their --help texts, online',
  },
  {
    names: ['expect'],
    language: 'tcl',
    options: ['-c =code', '-f =path', ...flags('dDinNvb')],
    code: ['-c'],
    file: ['-f'],
    source: 'expect(1) 5.45',
  },
  {
    names: ['tclsh', 'wish'],
    language: 'tcl',
    options: ['-encoding =text'],
    code: [],
    singleDash: true,
    source: 'tclsh(1) 8.6',
  },
  {
    names: ['m4', 'gm4'],
    language: 'm4',
    options: [...flags('EeGgiPQs'), '-D --define =code', ...flags('UIBFLRtdHSNloT', '=text')],
    code: ['-D'],
    anyOption: true,
    source: 'm4(1) 1.4.19',
  },
  {
    names: ['dc'],
    language: 'dc',
    options: ['-e --expression =code', '-f --file =path', ...flags('hV')],
    code: ['-e'],
    file: ['-f'],
    source: 'dc(1) 1.4',
  },
  {
    names: ['gnuplot'],
    language: 'gnuplot',
    options: ['-e =code', '-c =path', ...flags('dps')],
    code: ['-e'],
    anyOption: true,
    source: 'gnuplot(1) 5.4',
  },
  {
    names: ['lftp'],
    language: 'client',
    options: ['-e =code', '-c =code', '-f =path', ...flags('ups', '=text')],
    code: ['-e', '-c'],
    file: ['-f'],
    inputOnly: true,
    source: 'lftp(1) 4.9',
  },
  {
    names: ['ftp', 'tnftp', 'telnet'],
    language: 'client',
    options: flags('PNqrsTuxXlben', '=text'),
    code: [],
    anyOption: true,
    inputOnly: true,
    source: 'ftp(1) tnftp, telnet(1) inetutils',
  },
  {
    names: ['mail', 'mailx', 's-nail'],
    language: 'mail',
    options: flags('sabcrSqu', '=text'),
    code: [],
    anyOption: true,
    inputOnly: true,
    source: 'mailx(1) bsd-mailx',
  },
  {
    names: ['irb'],
    language: 'ruby',
    options: flags('rIEU', '=text'),
    code: [],
    anyOption: true,
    source: 'irb(1) 3.1',
  },
];

/** What an interpreter of one language does with its arguments; sed and awk take code as their first operand. */
export const INTERPRETER_FAMILIES: readonly WrapperFamily[] = INTERPRETERS.map(interpreterFamily);

const PYTHON: Grammar = {
  options: [
    ...flags('bBdEhiIOPqRsSuvVx?'),
    '-c =code',
    '-m =text',
    ...flags('WXQ', '=text'),
    '--check-hash-based-pycs =text',
    ...longs('help version help-env help-xoptions help-all'),
  ],
  optionsFirst: true,
  source: 'python3 --help 3.12',
};

/** Modules that are programs of their own as well, with their names. */
export const PYTHON_MODULES: Readonly<Record<string, string>> = {
  ...Object.fromEntries('pip pipx twine poetry flit hatch pdm uv maturin'.split(' ').map((name) => [name, name])),
  awscli: 'aws',
};

/** Modules that are programs which read code of the project: the gates look for that, so that others start no Node.js. */
const PROJECT_MODULES: Readonly<Record<string, string>> = { pytest: 'pytest' };

/** Modules that run a script of their operands (`-m cProfile x.py`), and those that run what they read. */
export const PYTHON_RUNNERS = ['cProfile', 'pdb', 'profile', 'trace', 'runpy'];
export const PYTHON_READERS = ['asyncio', 'code', 'pdb'];

const RUNNER: Grammar = {
  options: [...flags('osfC', '=text'), '-m =text', '-c =text', '-t --trace', '--count'],
  optionsFirst: true,
  anyOption: true,
  source: 'python3 -m cProfile --help, -m trace --help 3.12',
};

/** `-c` of pdb are its commands, and a line that is none is Python. */
function moduleCode(module: string, words: readonly Word[]): readonly Peeled[] {
  const reading = readOptions(RUNNER, [knownWord(module), ...words], NO_LEVEL);
  const script = PYTHON_RUNNERS.includes(module) && !has(reading, '-m') ? reading.operands : [];
  return [
    ...(module === 'pdb' ? optionValues(reading, '-c').map((code) => codeOf('python', code)) : []),
    ...(script.length > 0 ? scriptOrInput('python', script) : []),
    ...(PYTHON_READERS.includes(module) ? [{ kind: 'stdin-code', language: 'python' } as const] : []),
  ];
}

/** -c and -m end the options. `-m timeit` takes code of its own. */
function peelPython(argv: readonly Word[]): readonly Peeled[] {
  const reading = readUntil(PYTHON, argv, ['-c', '-m']);
  const { operands, doubts } = reading;
  const code = optionValue(reading, '-c');
  if (code !== undefined) return [codeOf('python', code, operands), ...doubts];
  const module = optionValue(reading, '-m');
  if (wordValue(module) === 'timeit') return [...timeitCode(operands), ...doubts];
  const name = wordValue(module) ?? '';
  if (PYTHON_RUNNERS.includes(name) || PYTHON_READERS.includes(name)) return [...moduleCode(name, operands), ...doubts];
  const own = { ...PYTHON_MODULES, ...PROJECT_MODULES };
  if (Object.hasOwn(own, name)) {
    const program = knownWord(own[name] as string);
    return [{ kind: 'argv', argv: [program, ...operands], standsFor: 'python -m' }, ...doubts];
  }
  if (has(reading, '-V', '-h', '--version', '--help')) return doubts;
  if (module !== undefined) return [...unpacked(name, operands), ...moduleFiles(name, operands), ...doubts];
  return [...scriptOrInput('python', operands), ...doubts];
}

/** `-m tarfile -e ARCHIVE [DIR]`, `-m zipfile -e ARCHIVE DIR` */
function unpacked(name: string, [option, archive, folder = knownWord('.')]: readonly Word[]): readonly Peeled[] {
  const isUnpacking = /^(?:tarfile|zipfile)$/.test(name) && /^(?:-e|--extract)$/.test(wordValue(option) ?? '');
  if (!isUnpacking || archive === undefined) return [];
  const argv = [knownWord('tar'), knownWord('-xf'), archive, knownWord('-C'), folder];
  return [{ kind: 'argv', argv, standsFor: 'python -m' }];
}

/** `-m a.b` runs a/b.py or a/b/__main__.py, of the working directory before all others. */
function moduleFiles(name: string, operands: readonly Word[]): readonly Peeled[] {
  if (!/^\w+(\.\w+)*$/.test(name)) return [];
  const path = name.replaceAll('.', '/');
  return [`${path}.py`, `${path}/__main__.py`].map((file) => {
    const word = knownWord(file);
    return { kind: 'script-file', language: 'python', path: word, positional: [word, ...operands] };
  });
}

const TIMEIT: Grammar = { options: [...flags('nrsu', '=text'), ...flags('pvh')], optionsFirst: true };

function timeitCode(words: readonly Word[]): readonly Peeled[] {
  const reading = readOptions(TIMEIT, [knownWord('timeit'), ...words], NO_LEVEL);
  const codes = [...optionValues(reading, '-s'), ...reading.operands];
  return codes.length === 0 ? [] : [codeOf('python', joinWords(codes, '\n'))];
}

export const PYTHON_FAMILY: WrapperFamily = {
  names: [
    'python',
    'python2',
    'python3',
    ...[7, 8, 9, 10, 11, 12, 13, 14].map((minor) => `python3.${minor}`),
    'pypy',
    'pypy3',
    'ipython',
    'ipython3',
  ],
  peel: ({ argv }) => lookPastDynamic(argv, peelPython),
};

/** `pdb3 x.py` is `python3 -m pdb x.py`. */
export const PDB_FAMILY: WrapperFamily = {
  names: ['pdb', 'pdb3', 'pdb3.11'],
  peel: ({ argv }) => moduleCode('pdb', argv.slice(1)),
};

const NODE: Grammar = {
  options: [
    '-e --eval -pe =code',
    '-p --print',
    '-r --require --import --loader --experimental-loader =path',
    '-C --conditions =text',
    ...longs('input-type env-file env-file-if-exists test-name-pattern title watch-path', '=text'),
    ...longs('icu-data-dir openssl-config stack-trace-limit unhandled-rejections dns-result-order', '=text'),
    ...flags('ichv'),
    ...longs('interactive check help version test watch'),
  ],
  optionsFirst: true,
  singleDash: true,
  anyOption: true, // V8 alone has hundreds; their values are attached
  source: 'node --help 20',
};

/** What -r, --import and --loader load: a file, or code in a data address. */
function preloaded(reading: Reading): readonly Peeled[] {
  return optionValues(reading, '-r').flatMap((word) => {
    const code = dataCode(wordValue(word) ?? '');
    if (code !== undefined) return [codeOf('javascript', knownWord(code))];
    return /^\.{0,2}\/|\.[cm]?[jt]s$/.test(wordValue(word) ?? '') ? [codeFile('javascript', word)] : [];
  });
}

/** -p prints the value of the code that -e, or else the first operand, gives. */
function peelNode(argv: readonly Word[]): readonly Peeled[] {
  const reading = readOptions(NODE, argv);
  const { operands } = reading;
  const code = optionValue(reading, '-e') ?? (has(reading, '-p') ? operands[0] : undefined);
  const before = preloaded(reading);
  if (code !== undefined) {
    return [...before, codeOf('javascript', code, operands[0] === code ? operands.slice(1) : operands)];
  }
  if (has(reading, '-v', '-h', '-c', '--check', '--version', '--help')) return [];
  if (has(reading, '--test')) return before;
  const script = wordValue(operands[0]) === 'inspect' ? operands.slice(1) : operands;
  return [...before, ...scriptOrInput('javascript', script)];
}

export const NODE_FAMILY: WrapperFamily = {
  names: ['node', 'nodejs', 'tsx', 'ts-node'],
  peel: ({ argv }) => lookPastDynamic(argv, peelNode),
};

const DENO: Grammar = { options: ['-q --quiet', '-L --log-level =text'], optionsFirst: true, anyOption: true };

export const DENO_FAMILY: WrapperFamily = {
  names: ['deno'],
  peel: ({ argv }) => {
    const before = readOptions(DENO, argv);
    const [subcommand] = before.operands;
    const { operands } = readBehind(before, DENO);
    const first = operands[0];
    if (first === undefined) return [];
    if (wordValue(subcommand) === 'eval') return [codeOf('javascript', first, operands.slice(1))];
    return wordValue(subcommand) === 'run' ? scriptOrInput('javascript', operands) : [];
  },
};
