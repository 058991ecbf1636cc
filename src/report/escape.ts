import { printable } from '../text/printable.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text of strangers as HTML or SVG, between tags or in a quoted attribute: shown, never obeyed; secrets masked. */
export function escapeHtml(text: string): string {
  return printable(text).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
