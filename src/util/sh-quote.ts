/** One word of sh that stands for exactly this text. */
export function shQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The same, without quotes where it needs none wherever it stands. */
export function shWord(text: string): string {
  return /^[\w@%+:,./-]+$/.test(text) ? text : shQuote(text);
}
