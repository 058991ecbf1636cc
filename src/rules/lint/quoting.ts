import { type Document, isScalar, Scalar, visit } from 'yaml';

/** The text between double quotes as single quotes would have to hold it, to say what was written. */
export function inSingleQuotes(written: string): string {
  return `'${written.replace(/\\(["\\])/g, '$1').replaceAll("'", "''")}'`;
}

export interface DoubleQuoted {
  /** between the quotes, as it stands */
  readonly written: string;
  readonly offset: number;
}

/** Every text in double quotes on one line. */
export function doubleQuoted(document: Document, text: string): readonly DoubleQuoted[] {
  const found: DoubleQuoted[] = [];
  visit(document, {
    Scalar(_key, node) {
      if (!isScalar(node) || node.type !== Scalar.QUOTE_DOUBLE || !node.range) return;
      const written = text.slice(node.range[0] + 1, node.range[1] - 1);
      if (!written.includes('\n')) found.push({ written, offset: node.range[0] });
    },
  });
  return found;
}

/** Escapes that YAML turns into a character which nobody looks for, and that a regex means otherwise: `\b`, `\P`, `\N` .. */
const EATEN = /^(?:[^\\]|\\[^abeNLP_0])*\\[abeNLP_0]/;

export function losesEscape({ written }: DoubleQuoted): boolean {
  return EATEN.test(written);
}
