import type { Ast } from '../parse/parse.ts';
import type { Frame } from '../state/frame.ts';
import type { Value } from '../state/value.ts';
import type { Walker } from '../state/walker.ts';
import type { Piece, Splitting } from './pieces.ts';

/** The expansion of one word: what its parts may use, and what they leave behind. */
export interface Expansion extends Splitting {
  readonly walker: Walker;
  readonly frame: Frame;
  /** `$X is "rm"`: how values came about, for explain */
  readonly origins: string[];
  /** what can be read from the `<(..)` of this word */
  readonly streams: Value[];
  value(word: Ast.Word): Value;
  pattern(word: Ast.Word): string | undefined;
  pieces(word: Ast.Word, quoted: boolean): readonly Piece[];
  /** parts as one text, as in double quotes */
  parts(parts: readonly Ast.WordPart[]): Value;
}
