/** Thrown where a text is not read: nothing is claimed about it then. */
export class NotRead extends Error {}

/** Nested deeper than this, a text is not read. */
const MAX_DEPTH = 60;

/** A text of fish, and what its names stand for at this place. */
export class FishText {
  at = 0;
  readonly source: string;
  /** for each block around: names that `set -l` made there, and what they are called in the result */
  readonly blocks: Map<string, string>[] = [];
  /** names that hold several values, or may */
  readonly lists: Set<string>;
  private depth = 0;
  private made = 0;

  constructor(source: string, lists = new Set<string>()) {
    this.source = source;
    this.lists = lists;
  }

  peek(ahead = 0): string {
    return this.source[this.at + ahead] ?? '';
  }

  /** Skips what matches here; the matched text, or an empty one. */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  /** The bare word here, where it is one: no quotes, no expansions. */
  bareWord(): string {
    const before = this.at;
    const word = this.take(BARE_WORD);
    const isWhole = ENDS_WORD.test(this.peek());
    this.at = before;
    return isWhole ? word : '';
  }

  /** Reads something inside of something else. */
  inside<T>(read: () => T): T {
    if (++this.depth > MAX_DEPTH) throw new NotRead('nested too deeply');
    const result = read();
    this.depth--;
    return result;
  }

  /** Reads a block, at whose end the names that `set -l` made in it are gone. */
  block<T>(read: () => T): T {
    this.blocks.push(new Map());
    const result = this.inside(read);
    this.blocks.pop();
    return result;
  }

  /** What a variable is called in the result. */
  nameOf(name: string): string {
    for (let at = this.blocks.length - 1; at >= 0; at--) {
      const own = this.blocks[at]?.get(name);
      if (own !== undefined) return own;
    }
    return OF_ZSH.test(name) ? `fish_${name}` : name;
  }

  /** A name that is known up to the end of this block. */
  localName(name: string): string {
    const block = this.blocks.at(-1);
    if (block === undefined) return this.nameOf(name);
    const own = block.get(name) ?? `${name}_${++this.made}`;
    block.set(name, own);
    return own;
  }
}

const BARE_WORD = /[^\s;&|<>()$\\'"{}*?#~][^\s;&|<>()$\\'"{}*?~]*/y;
const ENDS_WORD = /^[\s;&|<>)]?$/;

/** Names with a meaning of their own in zsh, which have none in fish. */
const OF_ZSH =
  /^(?:[a-z]*path|argv|status|commands|functions|aliases|galiases|saliases|options|parameters|nameddirs|\w+_functions|IFS|PS\d|R?PROMPT\d?|PROMPT_COMMAND|NULLCMD|READNULLCMD|BASH_\w+|RANDOM|OPTIND|ENV)$/;
