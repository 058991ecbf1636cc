import { closingLines, onlyCalled, push } from '../code/called.ts';

interface Task {
  readonly name: string;
  readonly needs: readonly string[];
  /** lines of its block, from 0; empty where it has none */
  readonly from: number;
  readonly to: number;
  readonly file: number;
}

const HEADER = /^([ \t]*)(task|multitask|file|directory|namespace|rule)\b[ \t(]*(.*)$/;
const OPENS = /(?:\bdo(?:\s*\|[^|]*\|)?|\{(?:\s*\|[^|]*\|)?)\s*(?:#.*)?$/;
const DEF = {
  header: /^([ \t]*)def (?:self\.)?(\w+[?!]?)/,
  end: 'end',
  roots: /^(?:initialize|method_missing)$/,
} as const;

/** The code of files of rake that runs for some goals: the bodies of other tasks, and functions that nobody calls, are left out. */
export function readRakefile(texts: readonly string[], goals: readonly string[]): readonly string[] {
  const files = texts.map((text) => text.split('\n'));
  const tasks = files.flatMap((lines, file) => tasksIn(lines, file));
  const reached = reachedFrom(goals, tasks, files);
  for (const { file, from, to } of tasks.filter((task) => !reached.has(task))) files[file]?.fill('', from, to + 1);
  return files.map((lines) => onlyCalled(lines.join('\n'), DEF));
}

function tasksIn(lines: readonly string[], file: number): readonly Task[] {
  const tasks: Task[] = [];
  const closing = closingLines(lines, /^(?:end\b|\})/);
  const spaces: { readonly name: string; readonly to: number }[] = [];
  for (let at = 0; at < lines.length; at++) {
    while (spaces.length > 0 && (spaces.at(-1)?.to ?? 0) < at) spaces.pop();
    const [, indent = '', kind, rest = ''] = HEADER.exec((lines[at] as string).slice(0, 2000)) ?? [];
    if (kind === undefined) continue;
    const isOpen = OPENS.test(rest);
    const to = isOpen ? (closing(at, indent) ?? lines.length - 1) : at;
    if (kind === 'namespace') {
      spaces.push({ name: nameIn(rest), to });
      continue;
    }
    const prefix = spaces.map(({ name }) => `${name}:`).join('');
    const { name, needs } = heading(rest.replace(OPENS, ''), prefix);
    tasks.push({ name: kind === 'file' ? name : prefix + name, needs, from: at, to, file });
    if (isOpen) at = to;
  }
  return tasks;
}

function nameIn(text: string): string {
  return /^:?["']?([\w:./-]+?)["']?(?=[\s,:=)]|$)/.exec(text)?.[1] ?? '';
}

/** `:c => [:a, "b"]`, `c: :a`, `:c, [:arg] => %w[a b]`: what stands behind the last arrow, or behind the key, is needed. */
function heading(text: string, prefix: string): { readonly name: string; readonly needs: readonly string[] } {
  const arrow = text.lastIndexOf('=>');
  const name = nameIn(text);
  const key = text.startsWith(`${name}:`) ? text.slice(name.length + 1) : '';
  // behind `{` stands a block
  const needed = (arrow >= 0 ? text.slice(arrow + 2) : key).split(/[{#]|\bdo\b/, 1)[0] ?? '';
  const names = [...needed.matchAll(/[\w:./-]+/g)]
    .map(([one]) => one.replace(/^:/, ''))
    .filter((one) => one !== 'w' && one !== 'i');
  return { name, needs: names.flatMap((one) => (prefix === '' ? [one] : [prefix + one, one])) };
}

/** `Rake::Task["x"].invoke` */
const INVOKES = /\bTask\[\s*:?["']?([\w:]+)["']?\s*\]/g;

function reachedFrom(
  goals: readonly string[],
  tasks: readonly Task[],
  files: readonly (readonly string[])[],
): ReadonlySet<Task> {
  const byName = new Map<string, Task[]>();
  for (const task of tasks) push(byName, task.name, task);
  const reached = new Set<Task>();
  // a set that grows is followed to its end
  const names = new Set(goals);
  for (const name of names) {
    for (const task of byName.get(name) ?? []) {
      reached.add(task);
      const body = (files[task.file] ?? []).slice(task.from, task.to + 1).join('\n');
      for (const one of [...task.needs, ...[...body.matchAll(INVOKES)].map(([, invoked = '']) => invoked)])
        names.add(one);
    }
  }
  return reached;
}
