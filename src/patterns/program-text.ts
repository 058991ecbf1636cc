import type { Pattern } from '../model/policy.ts';
import type { Edge, ProgramText, RegexProgram, Step } from '../model/regex-program.ts';
import { memoizeByObject } from '../util/memoize.ts';

/**
 * `exact 47;97,122 <start s0 s1 m`: whether it is exact, the sets, then a letter and its numbers for each step. A quarter of
 * its JSON. A compiled policy holds hundreds of programs, and a call runs one or none.
 */
export function programText({ exact, sets, code }: RegexProgram): ProgramText {
  return [exact ? 'exact' : 'wide', sets.map(setText).join(';'), ...code.map(stepText)].join(' ');
}

/** The program of a pattern, parsed at the first call. undefined = the pattern has none. */
export const programOf = memoizeByObject(({ program }: Pattern): RegexProgram | undefined =>
  program === undefined ? undefined : parse(program),
);

function parse(text: ProgramText): RegexProgram {
  const [exact, sets = '', ...steps] = text.split(' ');
  return {
    exact: exact === 'exact',
    sets: sets === '' ? [] : sets.split(';').map(parseSet),
    code: steps.map(parseStep),
  };
}

const EMPTY_SET = '-';

/** One character is written once. */
function setText(set: readonly number[]): string {
  if (set.length === 0) return EMPTY_SET;
  return set.length === 2 && set[0] === set[1] ? String(set[0]) : set.join();
}

function parseSet(text: string): readonly number[] {
  if (text === EMPTY_SET) return [];
  const numbers = text.split(',').map(Number);
  return numbers.length === 1 ? [...numbers, ...numbers] : numbers;
}

function stepText(step: Step): string {
  switch (step[0]) {
    case 'set':
      return `s${step[1]}`;
    case 'jump':
      return `j${step[1]}`;
    case 'split':
      return `p${step[1]},${step[2]}`;
    case 'edge':
      return `<${step[1]}`;
    case 'ahead':
      return `${step[1] === 'is' ? '+' : '-'}${step[2]}`;
    case 'match':
      return 'm';
  }
}

function parseStep(text: string): Step {
  const rest = text.slice(1);
  switch (text[0]) {
    case 's':
      return ['set', Number(rest)];
    case 'j':
      return ['jump', Number(rest)];
    case 'p': {
      const comma = rest.indexOf(',');
      return ['split', Number(rest.slice(0, comma)), Number(rest.slice(comma + 1))];
    }
    case '<':
      return ['edge', rest as Edge];
    case '+':
      return ['ahead', 'is', Number(rest)];
    case '-':
      return ['ahead', 'not', Number(rest)];
    case 'm':
      return ['match'];
    default:
      throw new Error(`no step of a program: ${text}`);
  }
}
