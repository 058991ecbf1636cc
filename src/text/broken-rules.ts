import type { Problem } from '../model/errors.ts';
import { plural } from './plural.ts';
import { printable } from './printable.ts';
import { problemText } from './problems.ts';

const MAX_NAMED = 3;

/**
 * What is told where rule files have errors. The first line says which files, and what counts instead of each; each problem
 * follows. `standIns`: by file what it last said without errors, undefined = it is left out; absent = all rules of before count.
 */
export function brokenRulesText(
  problems: readonly Problem[],
  standIns: ReadonlyMap<string, string | undefined> | undefined,
): string {
  const errors = problems.filter(({ level }) => level === 'error');
  return [firstLine(standIns), ...errors.map(problemText)].join('\n');
}

/** The line that is enough where there is room for one. */
export function brokenRulesLine(text: string): string {
  return text.split('\n', 1)[0] as string;
}

/** Where no rules without errors are known. */
export const NO_RULES_LINE =
  'rule files have errors, and no rules without errors are known: agents are refused until they are fixed (safeshell lint)';

function firstLine(standIns: ReadonlyMap<string, string | undefined> | undefined): string {
  if (standIns === undefined)
    return 'rule files have errors: the last rules without errors stay in force (safeshell lint)';
  const files = [...standIns];
  const old = files.flatMap(([file, text]) => (text === undefined ? [] : file));
  const left = files.flatMap(([file, text]) => (text === undefined ? file : []));
  const said = [
    ...(old.length > 0 ? [`${named(old)}: the last version without errors stays in force`] : []),
    ...(left.length > 0 ? [`${named(left)}: never was without errors, and is left out`] : []),
  ];
  return printable(`rule files have errors: ${said.join('; ')} (safeshell lint)`);
}

function named(files: readonly string[]): string {
  const more = files.length - MAX_NAMED;
  return `${files.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${plural(more, 'other')}` : ''}`;
}
