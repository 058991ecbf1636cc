interface SourceLocation {
  readonly file: string;
  readonly line: number | undefined;
  readonly depth: number;
}

interface Texts {
  readonly text?: string | undefined;
  readonly guardText?: string | undefined;
}

/** Where in a file the code stands that is walked. */
export class Source implements SourceLocation {
  /** absolute */
  readonly file: string;
  /** counted from 1; undefined = not known */
  readonly line: number | undefined;
  /** files that run each other, this one included */
  readonly depth: number;
  /** the text that begins at `line`; undefined = the code is a part of it that has no lines of its own */
  private readonly text: string | undefined;
  /** all of it, of code that the guard has for start-up files */
  private readonly guardText: string | undefined;
  private starts: readonly number[] | undefined;

  constructor({ file, line, depth, text, guardText }: SourceLocation & Texts) {
    this.file = file;
    this.line = line;
    this.depth = depth;
    this.text = text;
    this.guardText = guardText;
  }

  /** The location of a command at an offset of `text`; code that was made of the file's text (`eval`) is where it is run. */
  at(offset: number, text: string): Source {
    if (text !== this.text || this.line === undefined) return this;
    const { file, depth, line, guardText } = this;
    return new Source({ file, line: line + this.linesBefore(offset), depth, guardText });
  }

  /** Whether this text that is walked is the guard's own: not that of an alias, a trap or a function from elsewhere. */
  isOfGuard(text: string): boolean {
    return this.guardText !== undefined && this.guardText === text;
  }

  /** The location of what a reader of another language found in it. */
  atLine(line: number): Source {
    return new Source({ file: this.file, line: (this.line ?? 1) + line - 1, depth: this.depth });
  }

  private linesBefore(offset: number): number {
    this.starts ??= lineStarts(this.text ?? '');
    let [low, high] = [0, this.starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Offsets at which lines begin, without the first one. */
function lineStarts(text: string): readonly number[] {
  const starts: number[] = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
