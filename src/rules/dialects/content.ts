type Content = Readonly<Record<string, unknown>>;

/** The mapping at the top of a file; undefined = it is no mapping. */
export function mappingOf(content: unknown): Content | undefined {
  return typeof content === 'object' && content !== null && !Array.isArray(content) ? (content as Content) : undefined;
}

/** The rules of a file, whichever language it is in: the list at `rules`, or a bare list. */
export function rulesOf(content: unknown): readonly Content[] {
  const list = Array.isArray(content) ? content : mappingOf(content)?.rules;
  return Array.isArray(list) ? list.map(mappingOf).filter((one) => one !== undefined) : [];
}

/** Keys that only a rule of our own language has, `action` aside, which ClaudeCube has too. */
const NATIVE_RULE = ['commands', 'conditions', 'unless', 'redirect_to', 'on_unknown', 'context'];
const NATIVE_FILE = ['overrides', 'tool_calls'];

/** Has it what files of no other language have? Then a stray key of theirs is a mistake in it, not its language. */
export function isNative(content: unknown): boolean {
  const has = (one: Content | undefined, keys: readonly string[]) => keys.some((key) => one?.[key] !== undefined);
  return has(mappingOf(content), NATIVE_FILE) || rulesOf(content).some((rule) => has(rule, NATIVE_RULE));
}

/** Has a rule an id and one of these, and is none a rule of our own or of another language? */
export function hasRulesWith(content: unknown, keys: readonly string[], foreign: readonly string[]): boolean {
  const rules = rulesOf(content);
  const isOther = isNative(content) || rules.some((rule) => foreign.some((key) => key in rule));
  return !isOther && rules.some((rule) => 'id' in rule && keys.some((key) => key in rule));
}
