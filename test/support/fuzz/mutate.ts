import { AROUND } from './around.ts';
import type { Random } from './random.ts';

/** Pieces of shell syntax: what may stand anywhere in a line. */
const PIECES = [
  ...'\'"\\$`(){}[]<>|&;#!*?~=:,.\n \t-+%@^01aX',
  ...'$( ${ $(( (( )) [[ ]] <( >( && || ;; ;& |& &> >> << <<- <<< 2>&1 >&- $" $\' ${! ${# "$@" $* $1 $? \\\n'.split(
    ' ',
  ),
  ...' ; # = in do done then fi esac else { } ! time coproc function select '.split(' ').map((word) => ` ${word} `),
  ...'=cmda ${(e)X} ${X@P} ${!X} ${=X} ${~X} $A[1] ${A[@]} *(N) ;| <<<$(cmda) ${X:=cmdb} ${X/a/cmdc} ${X%?} A[0]= +='.split(
    ' ',
  ),
  ...'<<E\n E\n $(cmda) `cmdb` "$X" ${X:-$(cmdc)} <(cmdd) X=1 f() A=(a b) eval trap alias exec declare export'.split(
    ' ',
  ),
];

const JOINTS = ['; ', ' && ', ' || ', ' | ', '\n', ' & ', ' ', ''];

/** A line made from lines: one to four changes, each small. */
export function mutate(random: Random, lines: readonly string[]): string {
  let line = random.pick(lines);
  for (let left = 1 + random.below(4); left > 0; left--) line = change(line, random, lines);
  return line;
}

function change(line: string, random: Random, lines: readonly string[]): string {
  const at = random.below(line.length + 1);
  const end = Math.min(line.length, at + 1 + random.below(8));
  switch (random.below(9)) {
    case 0:
      return line.slice(0, at) + line.slice(end);
    case 1:
      return line.slice(0, end) + line.slice(at);
    case 2:
    case 3:
      return line.slice(0, at) + random.pick(PIECES) + line.slice(at);
    case 4:
      return line.slice(0, at) + random.pick(PIECES) + line.slice(end);
    case 5: {
      const [before, after] = random.pick(AROUND);
      return before + line + after;
    }
    case 6:
      return line + random.pick(JOINTS) + random.pick(lines);
    case 7:
      return insertPart(line, at, random, random.pick(lines));
    default: {
      const [before, after] = random.pick(AROUND);
      return line.slice(0, at) + before + line.slice(at, end) + after + line.slice(end);
    }
  }
}

function insertPart(line: string, at: number, random: Random, other: string): string {
  const from = random.below(other.length + 1);
  return line.slice(0, at) + other.slice(from, from + 1 + random.below(20)) + line.slice(at);
}

/** Text that is hard on a reader: a mutant, or a piece of one many times over, or pieces without a plan. */
export function hardText(random: Random, lines: readonly string[]): string {
  const kind = random.below(12);
  if (kind < 9) return mutate(random, lines);
  if (kind < 11) return Array.from({ length: 1 + random.below(60) }, () => random.pick(PIECES)).join('');
  const line = mutate(random, lines);
  const at = random.below(line.length);
  const piece = random.next() < 0.5 ? random.pick(PIECES) : line.slice(at, at + 1 + random.below(12));
  return line.slice(0, at) + piece.repeat(1 + random.below(70_000 / Math.max(1, piece.length))) + line.slice(at);
}
