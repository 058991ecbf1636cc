import type { ValueKind } from './grammar.ts';

/** 'text path* write' taken apart: fixed kinds, the one that repeats, fixed kinds at the end. */
interface Shape {
  readonly before: readonly ValueKind[];
  readonly repeated: ValueKind | undefined;
  readonly after: readonly ValueKind[];
}

const SHAPES = new Map<string, Shape>();

function shapeOf(pattern: string): Shape {
  const known = SHAPES.get(pattern);
  if (known !== undefined) return known;
  const tokens = pattern.split(' ').filter((token) => token !== '');
  const star = tokens.findIndex((token) => token.endsWith('*'));
  const shape: Shape = {
    before: (star < 0 ? tokens : tokens.slice(0, star)) as ValueKind[],
    repeated: star < 0 ? undefined : (tokens[star]?.slice(0, -1) as ValueKind),
    after: (star < 0 ? [] : tokens.slice(star + 1)) as ValueKind[],
  };
  SHAPES.set(pattern, shape);
  return shape;
}

/**
 * The kind of operand `at` of `total` in a pattern such as 'path* write'. Leading kinds are served first, then the
 * trailing ones from the end, the repeated kind gets what is left; what exceeds a pattern without one is text.
 */
export function operandKind(pattern: string, at: number, total: number): ValueKind {
  const { before, repeated, after } = shapeOf(pattern);
  const leading = before[at];
  if (leading !== undefined) return leading;
  const fromEnd = after[after.length - (total - at)];
  return fromEnd ?? repeated ?? 'text';
}
