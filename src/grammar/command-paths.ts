/** `each('a, b', 'list, delete')`: 'a list, a delete, b list, b delete'. Of clients whose nouns all take the same verbs. */
export function each(nouns: string, verbs: string): string {
  const second = verbs.split(/[,\n]/).map((verb) => verb.trim());
  return nouns
    .split(/[,\n]/)
    .map((noun) => noun.trim())
    .filter((noun) => noun !== '')
    .flatMap((noun) => second.map((verb) => `${noun} ${verb}`))
    .join(', ');
}
