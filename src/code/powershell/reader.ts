/** Quotes that PowerShell takes for one another, typographic ones included. */
export const SINGLE = /['\u2018-\u201b]/;
export const DOUBLE = /["\u201c-\u201e]/;

/** Deeper code is not read. */
const MAX_NESTING = 60;

/** A cursor in a text of PowerShell. */
export class Reader {
  at = 0;
  private nesting = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text.replace(/\r\n?/g, '\n');
  }

  get char(): string {
    return this.text[this.at] ?? '';
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  startsWith(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  /** The match of a sticky pattern here; '' = none. */
  peek(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0] ?? '';
  }

  /** The same, and moves behind it. */
  take(pattern: RegExp): string {
    const found = this.peek(pattern);
    this.at += found.length;
    return found;
  }

  /** Blanks, comments and line ends behind a backtick; true where there was something. */
  skipBlanks(): boolean {
    const from = this.at;
    while (this.take(/[ \t\f\v\u00a0]+|`\n|<#(?:(?!#>)[\s\S])*(?:#>|$)|(?<![^\s;|&({)}])#[^\n]*/y) !== '');
    return this.at > from;
  }

  skipLines(): void {
    do this.skipBlanks();
    while (this.take(/\n+/y) !== '');
  }

  skipSeparators(): void {
    do this.skipBlanks();
    while (this.take(/[\n;]+|&&|\|\|/y) !== '');
  }

  /** Runs `read` one level deeper. */
  nested<T>(read: () => T): T {
    if (++this.nesting > MAX_NESTING) throw new Error('nested too deeply');
    try {
      return read();
    } finally {
      this.nesting--;
    }
  }
}
