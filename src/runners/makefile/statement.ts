import { findOutside } from './text.ts';

export interface AssignmentLine {
  readonly modifiers: readonly string[];
  readonly name: string;
  /** `=`, `:=`, `?=`, `+=`, `!=` */
  readonly operator: string;
  readonly value: string;
}

const MODIFIER = /^\s*(override|export|private|unexport)\s+(?=[^\s:=+?!])/;

/** Reads `export X := value`; undefined where the line is no assignment. */
export function readAssignment(line: string): AssignmentLine | undefined {
  const at = findOutside(line, (char) => char === '=' || char === ':');
  if (at < 0) return undefined;
  const operator = operatorAt(line, at);
  if (operator === undefined) return undefined;
  const modifiers: string[] = [];
  let name = line.slice(0, operator.start);
  for (let found = MODIFIER.exec(name); found !== null; found = MODIFIER.exec(name)) {
    modifiers.push(found[1] as string);
    name = name.slice(found[0].length);
  }
  const trimmed = name.trim();
  if (trimmed === '' || findOutside(trimmed, (char) => /\s/.test(char)) >= 0) return undefined;
  return { modifiers, name: trimmed, operator: operator.text, value: line.slice(operator.end).replace(/^[ \t]+/, '') };
}

interface Operator {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The operator that begins at or in front of the first `=` or `:` of a line. */
function operatorAt(line: string, at: number): Operator | undefined {
  if (line[at] === '=') {
    const before = line[at - 1] ?? '';
    const start = /[?+!]/.test(before) ? at - 1 : at;
    return { text: line.slice(start, at + 1), start, end: at + 1 };
  }
  const colons = /^:{1,3}=/.exec(line.slice(at, at + 4))?.[0];
  return colons === undefined ? undefined : { text: ':=', start: at, end: at + colons.length };
}

export interface RuleLine {
  readonly targets: string;
  readonly isDouble: boolean;
  /** what follows the colons, up to a recipe on the same line */
  readonly rest: string;
  readonly recipe: string | undefined;
}

/** Reads `targets: prerequisites ; recipe`, not expanded yet. */
export function readRuleLine(line: string): RuleLine | undefined {
  const colon = findOutside(line, (char) => char === ':');
  if (colon < 0) return undefined;
  const isDouble = line[colon + 1] === ':';
  const from = colon + (isDouble ? 2 : 1);
  const semicolon = findOutside(line, (char) => char === ';', from);
  return {
    targets: line.slice(0, colon).replace(/&\s*$/, ''),
    isDouble,
    rest: semicolon < 0 ? line.slice(from) : line.slice(from, semicolon),
    recipe: semicolon < 0 ? undefined : line.slice(semicolon + 1),
  };
}
