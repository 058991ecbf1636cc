/** A text in which hundreds of literals are looked for. */
export interface Haystack {
  holdsOneOf(literals: readonly string[]): boolean;
}

/** Most literals are ruled out by their first two characters, or their last two, without a search. */
export function createHaystack(text: string): Haystack {
  const pairs = new Uint8Array(PAIRS);
  for (let at = 0; at + 1 < text.length; at++) pairs[pairAt(text, at)] = 1;
  return {
    holdsOneOf(literals) {
      for (const literal of literals) {
        const { length } = literal;
        if (length > 1 && (pairs[pairAt(literal, 0)] === 0 || pairs[pairAt(literal, length - 2)] === 0)) continue;
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
