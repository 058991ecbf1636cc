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
