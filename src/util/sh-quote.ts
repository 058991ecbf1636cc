/** One word of sh that stands for exactly this text. */
export function shQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
