/** FNV-1a over UTF-16 code units, 32 bits: spreads names evenly and is no secret. Another `seed` gives another hash. */
export function fnv1a(text: string, seed = 0x811c9dc5): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** 16 hex digits that stand for a text in the name of a file. */
export function hashName(text: string): string {
  return [fnv1a(text), fnv1a(text, text.length)].map((hash) => hash.toString(16).padStart(8, '0')).join('');
}
