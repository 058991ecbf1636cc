/** A text in which hundreds of literals are looked for. */
export interface Haystack {
  holdsOneOf(literals: readonly string[]): boolean;
}

/** Most literals are ruled out by their first two characters, or their last two, without a search. */
export function createHaystack(text: string): Haystack {
  // a line may name thousands of paths: a typed array for each takes longer than it spares
  const pairs: number[] = new Array(PAIRS / 32).fill(0);
  for (let at = 0; at + 1 < text.length; at++) {
    const pair = pairAt(text, at);
    pairs[pair >> 5] = (pairs[pair >> 5] as number) | (1 << (pair & 31));
  }
  const holds = (pair: number) => ((pairs[pair >> 5] as number) & (1 << (pair & 31))) !== 0;
  return {
    holdsOneOf(literals) {
      for (const literal of literals) {
        const { length } = literal;
        if (length > 1 && !(holds(pairAt(literal, 0)) && holds(pairAt(literal, length - 2)))) continue;
        if (text.includes(literal)) return true;
      }
      return false;
    },
  };
}

const PAIRS = 1024;

/** Different pairs may share a place: then the text is searched. */
function pairAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 37 + text.charCodeAt(at + 1)) & (PAIRS - 1);
}

/** As many as a long text may have: places for runs of three characters, of which each literal has several. */
const RUNS = 2 ** 16;

/** The same for the paths of thousands of words: they hold nearly every pair of characters, and a search in them takes long. */
export function createLongHaystack(text: string): Haystack {
  const runs = new Uint8Array(RUNS);
  for (let at = 0; at + 2 < text.length; at++) runs[runAt(text, at)] = 1;
  const mayHold = (literal: string) => {
    for (let at = 0; at + 2 < literal.length; at++) if (runs[runAt(literal, at)] === 0) return false;
    return true;
  };
  return { holdsOneOf: (literals) => literals.some((literal) => mayHold(literal) && text.includes(literal)) };
}

function runAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 1369 + text.charCodeAt(at + 1) * 37 + text.charCodeAt(at + 2)) & (RUNS - 1);
}
