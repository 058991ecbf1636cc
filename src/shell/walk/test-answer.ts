import { type Tri, triAll, triAny, triNot, triOf } from '../../model/tri.ts';
import type { Ast } from '../parse/parse.ts';
import type { Frame } from '../state/frame.ts';
import { LIMITS } from '../state/limits.ts';
import type { UnknownValue } from '../state/value.ts';
import type { Walker } from '../state/walker.ts';
import { expandValue } from '../word/expand.ts';
import { isSetByItself } from './set-by-itself.ts';

/**
 * Whether a list of commands succeeds, inside a file: only tests of values tell. A variable that nobody has set, an argument or an answer
 * that nobody gave is empty; what a command prints and what is on disk are not known, so that either branch may run.
 */
export function answerOf(commands: readonly Ast.Statement[], walker: Walker, frame: Frame): Tri {
  const [only, ...more] = commands;
  if (only === undefined || more.length > 0 || only.background === true) return 'unknown';
  return commandAnswer(only.command, walker, frame);
}

/** Where commands stand that run only where the answer is yes. */
export function unlessNo(answer: Tri, frame: Frame): Frame {
  return answer === 'no' ? frame.with({ mayNotRun: true }) : frame;
}

export function commandAnswer(node: Ast.PipelineNode | Ast.AndOr, walker: Walker, frame: Frame): Tri {
  // a loop of so many turns is walked once only, and a later turn may find other values
  if (!frame.inFile || frame.turns >= LIMITS.turns) return 'unknown';
  switch (node.type) {
    case 'AndOr':
      return listAnswer(node, walker, frame);
    case 'Pipeline': {
      const [only, ...more] = node.commands;
      if (only === undefined || more.length > 0) return 'unknown';
      const isNegated = node.prefixes.filter(({ type }) => type === 'Negation').length % 2 === 1;
      const answer = commandAnswer(only, walker, frame);
      return isNegated ? triNot(answer) : answer;
    }
    case 'TestCommand':
      return frame.dialect === 'posix' ? 'unknown' : expressionAnswer(node.expression, walker, frame);
    case 'Command':
      return simpleAnswer(node, walker, frame);
    default:
      return 'unknown';
  }
}

function listAnswer({ commands, operators }: Ast.AndOr, walker: Walker, frame: Frame): Tri {
  let all: Tri = 'yes';
  for (const [index, command] of commands.entries()) {
    const next = commandAnswer(command, walker, frame);
    if (index === 0) all = next;
    else all = (operators[index - 1] === '&&' ? triAll : triAny)([all, next], (one) => one);
  }
  return all;
}

/**
 * Programs that ask yes or no at the terminal or the display, whatever their input is: nobody has said yes. One that takes its default
 * after a while asks nobody. Source: gum confirm --help 0.14, zenity(1), kdialog --help, dialog(1)
 */
const QUESTIONS: Readonly<Record<string, RegExp>> = {
  gum: /^confirm(?!.*--timeout)/,
  zenity: /^(?!.*--timeout).*--question/,
  kdialog: /--(?:warning)?yesno/,
  dialog: /^(?!.*--timeout).*--yesno/,
};

function isQuestion(program: string, suffix: Ast.Command['suffix']): boolean {
  const words = suffix.map((word) => (word.type === 'Word' ? word.text : '$'));
  // an option may stand in a variable
  return QUESTIONS[program]?.test(words.join(' ')) === true && !words.some((word) => /^['"]?[$`]/.test(word));
}

function simpleAnswer({ name, prefix, suffix, redirects }: Ast.Command, walker: Walker, frame: Frame): Tri {
  const program =
    name === undefined || prefix.length > 0 || redirects.length > 0 ? undefined : textOf(name, walker, frame);
  if (program === undefined || isReplaced(program, frame)) return 'unknown';
  if (program === 'true' || program === ':') return 'yes';
  if (program === 'false') return 'no';
  if (isQuestion(program, suffix)) return 'no';
  const last = suffix.at(-1);
  const isClosed = last?.type === 'Word' && last.text === ']';
  if (program !== 'test' && !(program === '[' && isClosed)) return 'unknown';
  const words = program === '[' ? suffix.slice(0, -1) : suffix;
  const operands = words.map((word) => (word.type === 'Word' ? operandOf(word, walker, frame) : undefined));
  return testAnswer(operands.filter((operand) => operand !== NO_WORD));
}

/** A function or an alias has this name. */
function isReplaced(program: string, { scope: { functions, aliases } }: Frame): boolean {
  return functions.get(program) !== undefined || aliases.get(program) !== undefined;
}

interface Branches {
  readonly ifYes: readonly string[];
  readonly ifNo: readonly string[];
}

/** The variables that have no value in the branches of `if [ -n "${X-}" ]`. `S="${X+x}"` before it makes a test of S one of X. */
export function emptyIn({ pos, end }: Ast.CompoundList, frame: Frame): Branches {
  const { scope, text, isFish } = frame;
  const [, program = '', operator, plain, name = plain ?? '', close] = OF_ONE.exec(text.slice(pos, end)) ?? [];
  const { target, tells } = scope.variables.get(name) ?? {};
  const isTest = !isFish && operator !== undefined && (program === '[') === (close !== undefined);
  if (!isTest || isReplaced(program, frame) || target !== undefined) return { ifYes: [], ifNo: [] };
  const names = tells === undefined ? [name] : [name, tells];
  return operator === '-n' ? { ifYes: [], ifNo: names } : { ifYes: names, ifNo: [] };
}

const OF_ONE = /^(test|\[) (-[nz]) "\$(?:(\w+)|\{(\w+)(?::?-|:?\+\w+)?\})"( \])?\s*;?\s*$/;

/** A word that expands to none. */
const NO_WORD = Symbol('no word');
type Operand = string | undefined | typeof NO_WORD;

/** Without quotes an empty value is no word, and one with blanks or wildcards several. */
function operandOf(word: Ast.Word, walker: Walker, frame: Frame): Operand {
  const text = textOf(word, walker, frame);
  if (text === undefined || /['"\\]/.test(word.text)) return text;
  if (text === '') return NO_WORD;
  return /[\s*?[]/.test(text) && text !== '[' ? undefined : text;
}

/** By the number of operands, as POSIX has it; undefined = not known. Source: test(1p), IEEE Std 1003.1-2017 */
function testAnswer(operands: readonly Operand[]): Tri {
  const [first, second, third] = operands;
  if (operands.length === 0) return 'no';
  if (operands.length === 1) return typeof first === 'string' ? triOf(first !== '') : 'unknown';
  if (operands.length === 3 && typeof second === 'string' && isBinary(second)) return compared(first, second, third);
  if (first === '!') return triNot(testAnswer(operands.slice(1)));
  for (const [word, join] of JOINS) {
    const at = operands.indexOf(word, 1);
    if (at > 0 && !operands.includes('(')) {
      return join([operands.slice(0, at), operands.slice(at + 1)], testAnswer);
    }
  }
  return operands.length === 2 ? unary(first, second) : 'unknown';
}

const JOINS = [
  ['-o', triAny],
  ['-a', triAll],
] as const;

function unary(operator: Operand, operand: Operand): Tri {
  if (typeof operand !== 'string') return 'unknown';
  if (operator === '-z') return triOf(operand === '');
  return operator === '-n' ? triOf(operand !== '') : 'unknown';
}

function isBinary(operator: string): boolean {
  return EQUALITY.has(operator) || NUMERIC.has(operator);
}

const EQUALITY = new Set(['=', '==', '!=']);
const NUMERIC: ReadonlyMap<string, (one: number, other: number) => boolean> = new Map([
  ['-eq', (one, other) => one === other],
  ['-ne', (one, other) => one !== other],
  ['-lt', (one, other) => one < other],
  ['-le', (one, other) => one <= other],
  ['-gt', (one, other) => one > other],
  ['-ge', (one, other) => one >= other],
]);
const NUMBER = /^[+-]?\d{1,15}$/;

function compared(left: Operand, operator: string, right: Operand): Tri {
  if (typeof left !== 'string' || typeof right !== 'string') return 'unknown';
  if (EQUALITY.has(operator)) return triOf((left === right) === (operator !== '!='));
  const compare = NUMERIC.get(operator);
  return compare !== undefined && NUMBER.test(left) && NUMBER.test(right)
    ? triOf(compare(Number(left), Number(right)))
    : 'unknown';
}

/** `[[ .. ]]`: words are not split; the right side of `==` is a pattern where it is not quoted. */
function expressionAnswer(node: Ast.TestExpression, walker: Walker, frame: Frame): Tri {
  switch (node.type) {
    case 'TestLogical':
      return (node.operator === '&&' ? triAll : triAny)(node.operands, (one) => expressionAnswer(one, walker, frame));
    case 'TestNot': {
      const answer = expressionAnswer(node.operand, walker, frame);
      return node.negations.length % 2 === 1 ? triNot(answer) : answer;
    }
    case 'TestGroup':
      return expressionAnswer(node.expression, walker, frame);
    case 'TestUnary':
      return unary(node.operator, textOf(node.operand, walker, frame));
    case 'TestBinary': {
      const right = textOf(node.right, walker, frame);
      if (EQUALITY.has(node.operator) && /[*?[\]()\\|]/.test(right ?? '')) return 'unknown';
      return compared(textOf(node.left, walker, frame), node.operator, right);
    }
  }
}

/** Substitutions and assignments in a word, which a second reading would repeat. */
const ACTS = /\$\(|`|[<>]\(|\$\{[^}]*[:=?@!#%/^,(]|\$\[/;

function textOf(word: Ast.Word, walker: Walker, frame: Frame): string | undefined {
  if (ACTS.test(word.text)) return undefined;
  const value = expandValue(word, walker, frame);
  if (value.known) return value.text;
  if (!isGivenByNobody(word, value, frame)) return undefined;
  const empty = expandValue(word, walker, frame.with({ assumeUnset: true }));
  return empty.known ? empty.text : undefined;
}

/** All that is not known in the word is a variable that is set nowhere, an argument, or an answer at the terminal. */
function isGivenByNobody({ text }: Ast.Word, value: UnknownValue, { scope, stdin }: Frame): boolean {
  const names = [...text.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name);
  if (names.length !== text.split('$').length - 1 || value.from.length > 0) return false;
  return names.every((name) => {
    if (/^\d+$/.test(name)) return name !== '0' && scope.nothingGiven && scope.positional === undefined;
    const variable = scope.variable(name);
    if (variable === undefined || variable.value.known) return !isSetByItself(name);
    const { reason, alternatives, from } = variable.value;
    return reason === 'stdin' && stdin.kind === 'inherit' && alternatives === undefined && from.length === 0;
  });
}
