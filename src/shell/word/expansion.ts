import type { Ast } from '../parse/parse.ts';
import type { Frame } from '../state/frame.ts';
import type { Value } from '../state/value.ts';
import type { Walker } from '../state/walker.ts';
import type { Piece, Splitting } from './pieces.ts';

/** The context of the expansion of one word, with what its parts report about it. */
export interface Expansion extends Splitting {
  readonly walker: Walker;
  readonly frame: Frame;
  /** `$X is "rm"`: where values come from, for explain */
  readonly origins: string[];
  /** outputs of the `<(..)` in this word */
  readonly streams: Value[];
  value(word: Ast.Word): Value;
  pattern(word: Ast.Word): string | undefined;
  pieces(word: Ast.Word, quoted: boolean): readonly Piece[];
  /** parts as one text, as if in double quotes */
  parts(parts: readonly Ast.WordPart[]): Value;
}
