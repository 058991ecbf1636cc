import { DEFAULT_GRAMMAR } from '../grammar/index.ts';
import { HOLE } from '../model/hole.ts';
import type { Assignment } from '../model/invocation.ts';
import { knownWord, type Word, wordValue } from '../model/word.ts';
import { resolvePath } from '../util/path.ts';
import { startOf } from '../wrappers/peeled.ts';
import { has, optionValues, type Reading, readAll } from '../wrappers/reading.ts';
import { holedCode, holedWord } from './holes.ts';
import type { Variable } from './makefile/expand.ts';
import { type Command, Goals } from './makefile/goals.ts';
import { type FilePosition, MakefileReader } from './makefile/read.ts';
import { readAssignment } from './makefile/statement.ts';
import type { Runner, RunnerCall, RunnerFinding } from './runner.ts';

const FILE_NAMES = ['GNUmakefile', 'makefile', 'Makefile'];

/** What make defines itself, where recipes use it. Source: make -p, 4.3. */
const DEFAULTS: Readonly<Record<string, string>> = {
  AR: 'ar',
  AS: 'as',
  CC: 'cc',
  CXX: 'g++',
  CPP: '$(CC) -E',
  FC: 'f77',
  LD: 'ld',
  LEX: 'lex',
  YACC: 'yacc',
  RM: 'rm -f',
  MAKE_VERSION: '4.3',
  MAKEFILES: '',
};

/** Variables whose value make sets, which is not known here. */
const UNKNOWN_NAMES = new Set([
  'MAKEFLAGS',
  'MFLAGS',
  'MAKE_HOST',
  'MAKE_TERMOUT',
  '.FEATURES',
  '.VARIABLES',
  'MAKEOVERRIDES',
]);

interface Run {
  readonly call: RunnerCall;
  readonly cwd: string;
  readonly goals: readonly string[];
  readonly assigned: ReadonlyMap<string, Variable>;
  readonly isDry: boolean;
  /** `-e`: the environment counts more than what the files assign */
  readonly isEnvironmentFirst: boolean;
}

/** GNU make: what the recipes of the goals run, and `$(shell ..)` of the lines that it reads. */
export const MAKE_RUNNER: Runner = {
  programs: ['make', 'gmake'],
  run: (call) => {
    const reading = readAll(DEFAULT_GRAMMAR, call.argv);
    const cwd = directoryOf(call, reading);
    if (cwd === undefined || has(reading, '-h', '-v')) return [];
    const operands = reading.operands.map(wordValue);
    if (operands.some((operand) => operand === undefined)) return [];
    const assigned = new Map<string, Variable>();
    const goals = (operands as string[]).filter((operand) => !assign(operand, assigned));
    const isEnvironmentFirst =
      has(reading, '-e') || /^-?[a-zA-Z]*e[a-zA-Z]*(?:\s|$)/.test(call.variable('MAKEFLAGS') ?? '');
    return runMake({ call, cwd, goals, assigned, isDry: has(reading, '-n', '-t', '-q'), isEnvironmentFirst }, reading);
  },
};

function assign(operand: string, assigned: Map<string, Variable>): boolean {
  const found = readAssignment(operand);
  if (found === undefined) return false;
  assigned.set(found.name, { value: found.value, isSimple: false, from: 'command' });
  return true;
}

function directoryOf({ cwd }: RunnerCall, reading: Reading): string | undefined {
  let folder = cwd;
  for (const word of optionValues(reading, '-C')) {
    const value = wordValue(word);
    folder = folder === undefined || value === undefined ? undefined : resolvePath(folder, value);
  }
  return folder;
}

function runMake(run: Run, reading: Reading): readonly RunnerFinding[] {
  const { call, cwd, goals } = run;
  const found: RunnerFinding[] = [];
  const makefile: MakefileReader = new MakefileReader({
    cwd,
    variable: (name) => variableOf(name, run),
    read: (path) => call.files.read(path),
    existing: (pattern) => existing(pattern, run),
    shell: (code, place) => {
      found.push(shellFinding(code, place, run));
      return outputOf(code, cwd);
    },
  });
  const isRead = readMakefiles(makefile, run, reading);
  if (!isRead || makefile.fails) return found;
  const reached = new Goals(makefile, (name) => call.files.exists(resolvePath(cwd, name)));
  for (const file of makefile.included) if (makefile.rules.has(file)) reached.reach(file);
  for (const goal of goals.length > 0 ? goals : defaultGoals(makefile)) reached.reach(goal);
  const commands = run.isDry ? reached.commands.filter(({ isAlways }) => isAlways) : reached.commands;
  return distinct([...found, ...commands.map((command) => commandFinding(command, run))]);
}

function defaultGoals(makefile: MakefileReader): readonly string[] {
  const chosen = makefile.variables.has('.DEFAULT_GOAL') ? makefile.expander.expand('$(.DEFAULT_GOAL)').trim() : '';
  if (chosen !== '') return [chosen];
  return makefile.firstTarget === undefined ? [] : [makefile.firstTarget];
}

function readMakefiles(makefile: MakefileReader, { call, cwd }: Run, reading: Reading): boolean {
  const given = optionValues(reading, '-f');
  for (const code of optionValues(reading, '-E')) {
    const text = wordValue(code);
    if (text !== undefined) makefile.readFile('--eval', text);
  }
  const names = given.length > 0 ? given.map((word) => wordValue(word)) : FILE_NAMES;
  let isRead = false;
  for (const name of names) {
    const text = name === undefined ? undefined : call.files.read(resolvePath(cwd, name));
    if (text === undefined) continue;
    makefile.readFile(name as string, text);
    isRead = true;
    if (given.length === 0) break;
  }
  return isRead;
}

function variableOf(name: string, { call, cwd, goals, assigned, isEnvironmentFirst }: Run): Variable | undefined {
  const given = assigned.get(name);
  if (given !== undefined) return given;
  if (name === 'CURDIR') return { value: cwd, isSimple: true, from: 'file' };
  if (name === 'MAKECMDGOALS') return { value: goals.join(' '), isSimple: true, from: 'default' };
  if (name === 'MAKE') return { value: call.argv[0]?.text ?? 'make', isSimple: true, from: 'default' };
  if (name === 'SHELL') return undefined; // not taken from the environment
  // what stands behind a folder of its own is the PATH that was there, as in `$PATH`
  if (UNKNOWN_NAMES.has(name) || (name === 'PATH' && call.variable(name) !== undefined))
    return { value: HOLE, isSimple: true, from: 'default' };
  const inherited = call.variable(name);
  if (inherited !== undefined)
    return {
      value: inherited.replaceAll('$', '$$$$'),
      isSimple: false,
      from: isEnvironmentFirst ? 'command' : 'environment',
    };
  if (name === 'MAKELEVEL') return { value: '0', isSimple: true, from: 'environment' };
  const value = Object.hasOwn(DEFAULTS, name) ? DEFAULTS[name] : undefined;
  return value === undefined ? undefined : { value, isSimple: false, from: 'default' };
}

function existing(pattern: string, { call, cwd }: Run): string {
  if (!/[*?[]/.test(pattern)) return call.files.exists(resolvePath(cwd, pattern)) ? pattern : '';
  const found = call.files.matching(pattern, cwd);
  if (found.length === 0) return HOLE;
  const names = pattern.startsWith('/') ? found : found.map((path) => path.replace(`${cwd}/`, ''));
  return names.join(' ');
}

/** What `$(shell code)` prints, for the code that makefiles use to find themselves. */
function outputOf(code: string, cwd: string): string {
  return /^(?:pwd|pwd -P|realpath \.|readlink -f \.)$/.test(code.trim()) ? cwd : HOLE;
}

function shellFinding(code: string, { file, line }: FilePosition, { cwd }: Run): RunnerFinding {
  return {
    kind: 'code',
    language: 'shell',
    shell: 'sh',
    code: holedCode(code),
    effects: { cwd: knownWord(cwd) },
    file,
    line,
  };
}

const ORDINARY_SHELL = /^(?:\/(?:usr\/)?bin\/)?(?:env )?(ba|da)?sh$/;

function commandFinding(command: Command, run: Run): RunnerFinding {
  const { code, place, shell, shellFlags, exported } = command;
  const effects = { cwd: knownWord(run.cwd), assignments: assignmentsOf(exported) };
  const ordinary = ORDINARY_SHELL.exec(shell.trim());
  if (shell.trim() === '' || shell.includes(HOLE) || (ordinary !== null && shellFlags === undefined)) {
    const name = ordinary?.[1] === 'ba' ? 'bash' : 'sh';
    return { kind: 'code', language: 'shell', shell: name, code: holedCode(code), effects, ...place };
  }
  const words: readonly Word[] = [shell, shellFlags ?? '-c'].flatMap((text) =>
    text.split(/\s+/).map((part) => holedWord(part)),
  );
  const [start] = startOf([...words, holedCode(code)], effects);
  return { ...(start as Extract<RunnerFinding, { kind: 'argv' }>), ...place };
}

function assignmentsOf(exported: Command['exported']): readonly Assignment[] {
  return exported.map(([name, value]) => ({ name, value: holedWord(value) }));
}

/** Each command once for each place. */
function distinct(findings: readonly RunnerFinding[]): readonly RunnerFinding[] {
  const seen = new Set<string>();
  return findings.filter((finding) => {
    const key = JSON.stringify([finding.file, finding.line, finding.kind === 'code' ? finding.code.text : finding]);
    return !seen.has(key) && seen.add(key);
  });
}
