import { HOLE } from '../model/hole.ts';
import { knownWord } from '../model/word.ts';
import { isRecord, isString } from '../util/guards.ts';
import { parentPath, resolvePath } from '../util/path.ts';
import { shQuote } from '../util/sh-quote.ts';
import { holedCode, holedWord } from './holes.ts';
import type { Runner, RunnerCall, RunnerFinding } from './runner.ts';
import { fileAt, readTasks, type Task, type TaskCommand, type Tasks, type Variables } from './taskfile/read.ts';
import { findUpward } from './upward.ts';
import { type CallWords, readCall } from './words.ts';

const VALUED = new Set([
  '-t',
  '--taskfile',
  '-d',
  '--dir',
  '-C',
  '--concurrency',
  '-o',
  '--output',
  '-I',
  '--interval',
]);
const SHOWS = `-l --list -a --list-all -i --init -n --dry --summary --status -h --help --version --completion`.split(
  ' ',
);

const MAX_DEPTH = 20;
const MAX_STARTS = 500;
const MAX_TEMPLATES = 5_000;

interface Run {
  readonly call: RunnerCall;
  readonly tasks: Tasks;
  readonly root: string;
  readonly given: Variables;
  readonly found: RunnerFinding[];
  readonly seen: Set<string>;
  /** templates that may still be expanded */
  left: number;
}

/** task of taskfile.dev: the commands of tasks with what they depend on. */
export const TASK_RUNNER: Runner = {
  programs: ['task', 'go-task'],
  run: (call) => {
    const words = readCall(call.argv, { valued: VALUED });
    if (words === undefined || call.cwd === undefined || words.has(...SHOWS)) return [];
    const file = fileFor(words, call);
    if (file === undefined) return [];
    const isAssignment = (word: string) => /^\w+=/.test(word);
    const assigned = words.operands.filter(isAssignment);
    const names = words.operands.filter((word) => !isAssignment(word));
    const given = Object.fromEntries(assigned.map((one) => [one.split('=', 1)[0], one.slice(one.indexOf('=') + 1)]));
    const run: Run = {
      call,
      tasks: readTasks(file, call.files),
      root: parentPath(file),
      given: { ...given, CLI_ARGS: words.rest.map(({ text }) => shQuote(text)).join(' ') },
      found: [],
      seen: new Set(),
      left: MAX_TEMPLATES,
    };
    for (const name of names.length > 0 ? names : ['default']) runTask(name, {}, run, 0);
    return run.found;
  },
};

function fileFor(words: CallWords, { cwd, files, variable }: RunnerCall): string | undefined {
  const given = words.valueOf('-t', '--taskfile');
  if (given !== undefined) return fileAt(resolvePath(cwd as string, given), files);
  const home = words.has('-g', '--global') ? variable('HOME') : undefined;
  const from = resolvePath(cwd as string, home ?? words.valueOf('-d', '--dir') ?? '.');
  return findUpward(from, (at) => {
    const found = fileAt(at, files);
    return found === at ? undefined : found;
  });
}

function runTask(name: string, variables: Variables, run: Run, depth: number): void {
  const task = run.tasks.get(name);
  const key = JSON.stringify([name, variables]);
  if (task === undefined || depth > MAX_DEPTH || run.seen.has(key) || run.seen.size > MAX_STARTS) return;
  run.seen.add(key);
  const names = { ...task.file.variables, ...task.variables, ...variables, ...run.given };
  const expand = (text: string) => expanded(text, task, names, run);
  for (const command of task.before) follow(command, task, expand, run, depth);
  for (const check of task.checks) addCode(check, task, expand, run);
  for (const command of task.commands) follow(command, task, expand, run, depth);
}

type Expand = (text: string) => string;

function follow(command: TaskCommand, task: Task, expand: Expand, run: Run, depth: number): void {
  if ('code' in command) {
    addCode(command.code, task, expand, run);
    return;
  }
  const given = Object.entries(command.variables).map(([name, value]) => [
    name,
    isString(value) ? expand(value) : value,
  ]);
  runTask(expand(command.task), Object.fromEntries(given), run, depth + 1);
}

function addCode(code: string, task: Task, expand: Expand, run: Run): void {
  if (run.found.length >= MAX_STARTS) return;
  const { file } = task;
  const folder = expand(task.folder ?? '.');
  const environment = Object.entries({ ...file.environment, ...task.environment });
  run.found.push({
    kind: 'code',
    language: 'shell',
    shell: 'bash',
    code: holedCode(expand(code)),
    effects: {
      cwd: folder.includes(HOLE) ? holedWord(folder) : knownWord(resolvePath(file.folder, folder)),
      assignments: environment.map(([name, value]) => ({
        name,
        value: holedWord(textOf(value, expand)),
      })),
    },
    file: file.path,
    ...lineOf(code, file.text),
  });
}

function lineOf(code: string, text: string): { readonly line?: number } {
  const at = text.indexOf(code.split('\n', 1)[0]?.trim() ?? '');
  return at < 0 ? {} : { line: text.slice(0, at).split('\n').length };
}

const MAX_LENGTH = 16 * 1024;

/** `{{.NAME}}`; what any other template gives is not known. */
function expanded(text: string, task: Task, names: Variables, run: Run, depth = 0): string {
  if (depth > MAX_DEPTH) return HOLE;
  const whole = text.slice(0, MAX_LENGTH).replace(/\{\{(.*?)\}\}/gs, (_, template: string) => {
    const name = /^-?\s*\.(\w+)\s*-?$/.exec(template)?.[1];
    if (name === undefined || run.left-- <= 0) return HOLE;
    if (name === 'ROOT_DIR') return run.root;
    if (name === 'TASKFILE_DIR') return parentPath(task.file.path);
    if (name === 'USER_WORKING_DIR') return run.call.cwd as string;
    const value = Object.hasOwn(names, name) ? names[name] : run.call.variable(name);
    return textOf(value ?? HOLE, (inner) => expanded(inner, task, names, run, depth + 1));
  });
  return whole.length > MAX_LENGTH ? HOLE : whole;
}

/** `{sh: ..}`, lists and maps are not known as a text. */
function textOf(value: unknown, expand: Expand): string {
  if (isRecord(value) || Array.isArray(value) || value === null) return HOLE;
  return isString(value) ? expand(value) : String(value);
}
