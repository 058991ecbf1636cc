/** A word of a sentence. */
export interface Token {
  /** as written, with its quotes */
  readonly raw: string;
  readonly text: string;
  /** in quotes: never a word of the sentence itself */
  readonly quoted: boolean;
  /** contains `*`, `?` or `[` outside quotes */
  readonly glob: boolean;
}

const PIECE = /'([^']*)'|"((?:\\.|[^"\\])*)"|`([^`]*)`|\\(.)|(\s+)|([^\s'"`\\]+)/gsy;

/** The words of a sentence, commas apart. undefined = a quote is not closed. */
export function tokensOf(sentence: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  let open: { raw: string; text: string; quoted: boolean; glob: boolean } | undefined;
  let end = 0;
  const close = () => {
    if (open !== undefined) tokens.push(...withoutComma(open));
    open = undefined;
  };
  for (const [piece, single, double, tick, escaped, blank, plain] of sentence.matchAll(PIECE)) {
    end += piece.length;
    if (blank !== undefined) {
      close();
      continue;
    }
    const quoted = single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? tick ?? escaped;
    open ??= { raw: '', text: '', quoted: false, glob: false };
    open.raw += piece;
    open.text += quoted ?? plain;
    open.quoted ||= quoted !== undefined;
    open.glob ||= /[*?[]/.test(plain ?? '');
  }
  close();
  return end < sentence.length ? undefined : tokens;
}

const COMMA: Token = { raw: ',', text: ',', quoted: false, glob: false };

function withoutComma(token: Token): readonly Token[] {
  if (token.quoted || token.text === ',' || !token.text.endsWith(',')) return [token];
  const text = token.text.slice(0, -1);
  return [{ ...token, raw: text, text }, COMMA];
}

/** The word in lower case, where it may be one of the sentence itself. */
export function plainText({ text, quoted }: Token): string {
  return quoted ? '' : text.toLowerCase();
}
