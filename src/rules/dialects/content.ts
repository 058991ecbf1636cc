type Content = Readonly<Record<string, unknown>>;

/** The mapping at the top of a file; undefined = something else stands there. */
export function mappingOf(content: unknown): Content | undefined {
  return typeof content === 'object' && content !== null && !Array.isArray(content) ? (content as Content) : undefined;
}

/** The rules of a file, whichever language it is in: the list at `rules`, or a bare list. */
export function rulesOf(content: unknown): readonly Content[] {
  const list = Array.isArray(content) ? content : mappingOf(content)?.rules;
  return Array.isArray(list) ? list.map(mappingOf).filter((one) => one !== undefined) : [];
}
