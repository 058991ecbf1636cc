import { isRecord, isString } from '../../util/guards.ts';
import { parentPath, resolvePath } from '../../util/path.ts';
import type { RunnerFiles } from '../runner.ts';
import { readYaml } from './yaml.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** One of a task's commands: code, or another task. */
export type TaskCommand =
  | { readonly code: string; readonly isLooped: boolean }
  | { readonly task: string; readonly variables: Variables };

export interface Task {
  readonly before: readonly TaskCommand[];
  /** those of `preconditions` and `status`, which run first */
  readonly checks: readonly string[];
  readonly commands: readonly TaskCommand[];
  /** relative to that of the file */
  readonly folder: string | undefined;
  readonly variables: Variables;
  readonly environment: Variables;
  readonly file: Taskfile;
}

export interface Taskfile {
  readonly path: string;
  readonly text: string;
  readonly folder: string;
  readonly variables: Variables;
  readonly environment: Variables;
}

/** All tasks by their full name: those of an included file begin with its name. */
export type Tasks = ReadonlyMap<string, Task>;

export const FILE_NAMES = ['yml', 'yaml']
  .flatMap((ending) => [`Taskfile.${ending}`, `taskfile.${ending}`])
  .concat(['yml', 'yaml'].flatMap((ending) => [`Taskfile.dist.${ending}`, `taskfile.dist.${ending}`]));

const MAX_FILES = 10;
const MAX_ITEMS = 500;

/** Reads a Taskfile with those that it includes. Source: taskfile.dev/reference/schema, 3.39. */
export function readTasks(path: string, files: RunnerFiles): Tasks {
  const tasks = new Map<string, Task>();
  const seen = new Set<string>();
  const readFile = (at: string, prefix: string, folder: string) => {
    const text = seen.size < MAX_FILES ? files.read(at) : undefined;
    const value = text === undefined || seen.has(at) ? undefined : readYaml(text);
    seen.add(at);
    if (text === undefined || !isRecord(value)) return;
    const file = { path: at, text, folder, variables: record(value.vars), environment: record(value.env) };
    for (const [name, task] of entries(value.tasks)) addTask(prefix + name, task, file, prefix, tasks);
    for (const [name, included] of entries(value.includes)) {
      const target = isString(included) ? included : record(included).taskfile;
      if (!isString(target)) continue;
      const found = fileAt(resolvePath(parentPath(at), target), files);
      const own = record(included).dir;
      const isFlat = record(included).flatten === true;
      if (found !== undefined)
        readFile(
          found,
          isFlat ? prefix : `${prefix}${name}:`,
          isString(own) ? resolvePath(parentPath(at), own) : folder,
        );
    }
  };
  readFile(path, '', parentPath(path));
  return tasks;
}

/** A file, or the one of a usual name in a folder. */
export function fileAt(path: string, files: RunnerFiles): string | undefined {
  const inside = FILE_NAMES.map((name) => `${path}/${name}`).find((one) => files.exists(one));
  return inside ?? (files.exists(path) ? path : undefined);
}

function addTask(name: string, value: unknown, file: Taskfile, prefix: string, tasks: Map<string, Task>): void {
  const task = isRecord(value) ? value : { cmds: value };
  const one: Task = {
    before: items(task.deps).flatMap((item) => commandOf(item, prefix, 'task')),
    checks: [...items(task.preconditions), ...items(task.status)].flatMap((item) => {
      const code = isString(item) ? item : record(item).sh;
      return isString(code) ? [code] : [];
    }),
    commands: [...items(task.cmds), ...items(task.cmd)].flatMap((item) => commandOf(item, prefix, 'code')),
    folder: isString(task.dir) ? task.dir : undefined,
    variables: record(task.vars),
    environment: record(task.env),
    file,
  };
  for (const each of [
    name,
    ...items(task.aliases)
      .filter(isString)
      .map((alias) => prefix + alias),
  ])
    if (!tasks.has(each)) tasks.set(each, one);
}

/** `rm x`, `{cmd: rm x}`, `{task: x}`, `{defer: ..}`; of dependencies a text is a task. */
function commandOf(item: unknown, prefix: string, textIs: 'code' | 'task'): readonly TaskCommand[] {
  const named = (name: string, variables: unknown): TaskCommand => ({
    task: name.startsWith(':') ? name.slice(1) : prefix + name,
    variables: record(variables),
  });
  if (isString(item)) return textIs === 'task' ? [named(item, {})] : [{ code: item, isLooped: false }];
  const { cmd, task, defer, vars, for: loop } = record(item);
  if (isString(task)) return loop === undefined ? [named(task, vars)] : [named(task, {})];
  if (isString(cmd)) return [{ code: cmd, isLooped: loop !== undefined }];
  return defer === undefined ? [] : commandOf(defer, prefix, 'code');
}

function items(value: unknown): readonly unknown[] {
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]).slice(0, MAX_ITEMS);
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function entries(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(record(value)).slice(0, MAX_ITEMS);
}
