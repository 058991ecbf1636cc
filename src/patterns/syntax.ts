import { type AST, RegExpParser } from '@eslint-community/regexpp';

export type Element = AST.Element;
export type Alternative = AST.Alternative;

const parser = new RegExpParser({ ecmaVersion: 2022 });

/** The alternatives of a regex that is already known to be one; undefined where this parser disagrees. */
export function parseRegex(source: string): readonly Alternative[] | undefined {
  try {
    return parser.parsePattern(source, 0, source.length, { unicode: false }).alternatives;
  } catch {
    return undefined;
  }
}

/** Longest text, in UTF-16 units, that the alternatives can consume; Infinity where the regex sets no bound. */
export function widthOf(alternatives: readonly Alternative[]): number {
  return Math.max(...alternatives.map((one) => one.elements.reduce((sum, element) => sum + elementWidth(element), 0)));
}

function elementWidth(element: Element): number {
  switch (element.type) {
    case 'Assertion':
      return 0;
    case 'Quantifier': {
      const width = elementWidth(element.element);
      return width === 0 || element.max === 0 ? 0 : width * element.max;
    }
    case 'Group':
    case 'CapturingGroup':
      return widthOf(element.alternatives);
    case 'Backreference':
      return Number.POSITIVE_INFINITY;
    default:
      return 1;
  }
}

/** Only characters, repetitions, groups and edges: nothing that looks around or refers back. */
export function isPlain(alternatives: readonly Alternative[]): boolean {
  return everyElement(alternatives, (one) => one.type !== 'Backreference' && !isLookaround(one));
}

export function refersBack(alternatives: readonly Alternative[]): boolean {
  return !everyElement(alternatives, (one) => one.type !== 'Backreference');
}

/** It sees the beginning or the end of the text, or looks around: another text around the same match changes the answer. */
export function seesAround(alternatives: readonly Alternative[]): boolean {
  return !everyElement(alternatives, (one) => one.type !== 'Assertion' || one.kind === 'word');
}

function isLookaround(element: Element): boolean {
  return element.type === 'Assertion' && (element.kind === 'lookahead' || element.kind === 'lookbehind');
}

function everyElement(alternatives: readonly Alternative[], holds: (element: Element) => boolean): boolean {
  return alternatives.every((one) => one.elements.every((element) => everyBelow(element, holds)));
}

function everyBelow(element: Element, holds: (element: Element) => boolean): boolean {
  if (!holds(element)) return false;
  if (element.type === 'Quantifier') return everyBelow(element.element, holds);
  return 'alternatives' in element ? everyElement(element.alternatives, holds) : true;
}
