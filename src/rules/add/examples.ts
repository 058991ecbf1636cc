import type { Scene } from './part.ts';
import type { Wish } from './wish.ts';

/** An example as a rule file has it: the command alone, or with the world that it needs. */
export type Example = string | Readonly<Record<string, unknown>>;

export interface Examples {
  readonly match: readonly Example[];
  readonly noMatch: readonly Example[];
}

/** One in which all holds; and for each thing that is asked for, one in which it alone does not. */
export function examplesFor({ written, parts, exceptions, plain }: Wish): Examples {
  const held = parts.map(({ yes }) => yes);
  const apart = exceptions.flatMap((one) => one.slice(0, 1).map(({ no }) => no ?? {}));
  const without = parts.flatMap(({ no }, at) => (no === undefined ? [] : [[...held.with(at, no), ...apart]]));
  const excepted = exceptions.map((one) => [...held, ...one.map(({ yes }) => yes)]);
  const noMatch = [...without, ...excepted].map((scenes) => example(written, scenes));
  const isBare = parts.length + exceptions.length === 0 && plain.argv.length > 1;
  return {
    match: [example(written, [...held, ...apart])],
    noMatch: isBare ? [shorter(written, plain.argv.length)] : noMatch,
  };
}

/** The command without its last word. */
function shorter(written: string, words: number): string {
  return words > 2 ? written.replace(/\s+\S+$/, '') : `${written.replace(/\s.*$/s, '')} --version`;
}

function example(written: string, scenes: readonly Scene[]): Example {
  const { cwd, branch, noRepository, actor, at } = Object.assign({}, ...scenes) as Scene;
  const prefix = scenes.map((scene) => scene.prefix ?? '').join('');
  const words = scenes.flatMap((scene) => scene.words ?? []);
  const command = `${prefix}${[written, ...words].join(' ')}`;
  const hasGit = branch !== undefined && noRepository === undefined;
  if ([cwd, branch, noRepository, actor, at].every((one) => one === undefined)) return command;
  return {
    command,
    ...(cwd !== undefined && { cwd }),
    ...(actor !== undefined && { actor }),
    ...(at !== undefined && { at }),
    ...(hasGit && { facts: { git: { branch } } }),
  };
}

/** `git push origin main  (on main)` */
export function exampleText(one: Example): string {
  if (typeof one === 'string') return one;
  const { command, cwd, actor, at, facts } = one as {
    command: string;
    cwd?: string;
    actor?: string;
    at?: string;
    facts?: { git: { branch: string } };
  };
  const said = [
    cwd === undefined ? '' : `in ${cwd}`,
    facts === undefined ? '' : `on branch ${facts.git.branch}`,
    actor === undefined ? '' : actor === 'ai' ? 'by an agent' : 'by a person',
    at === undefined ? '' : `on ${DAYS[new Date(`${at}Z`).getUTCDay()]} at ${at.slice(11, 16)}`,
  ].filter(Boolean);
  return said.length === 0 ? command : `${command}  (${said.join(', ')})`;
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
