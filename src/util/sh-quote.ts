/** One word of sh with exactly this text, always in quotes. */
export function shQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The text that `shQuote` made this of; undefined = it has made nothing like it. */
export function shUnquote(word: string): string | undefined {
  const text = word.slice(1, -1).replaceAll("'\\''", "'");
  return shQuote(text) === word ? text : undefined;
}

/** One word of sh with exactly this text, in quotes only where it needs them at any position of a command. */
export function shWord(text: string): string {
  return /^[\w@%+:,./-]+$/.test(text) ? text : shQuote(text);
}

/** The same behind the first word of a command, where `a=b` is no assignment. */
export function shArgument(text: string): string {
  return /^[\w@%+:,./-][\w@%+:,./=-]*$/.test(text) ? text : shQuote(text);
}

/** A command of exactly these words. */
export function shLine(words: readonly string[]): string {
  return words.map((word, at) => (at === 0 ? shWord(word) : shArgument(word))).join(' ');
}

/** One word of fish with exactly this text, always in quotes: its rules inside of '..' are not those of sh. */
export function fishQuote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
