import type { Facts } from '../../model/facts.ts';
import { LIMITS } from './limits.ts';

/** Files on disk that the line runs, each read once; past the bounds no more of them are. */
export class ScriptFiles {
  private readonly texts = new Map<string, string | undefined>();
  private readonly cut: string[] = [];
  private readonly refused = new Set<string>();
  private readonly imported = new Set<string>();
  private readonly facts: Facts;

  constructor(facts: Facts) {
    this.facts = facts;
  }

  /** Paths of the files of which only a beginning was read. */
  get partlyRead(): readonly string[] {
    return this.cut;
  }

  /** Whether the system refuses to execute this file, which was read before. */
  isRefused(path: string): boolean {
    return this.refused.has(path);
  }

  /** Whether no code of the line has loaded this module before. */
  isFirstImport(path: string): boolean {
    return !this.imported.has(path) && this.imported.add(path) !== undefined;
  }

  /** As much of it as is walked. */
  code(path: string): string | undefined {
    const text = this.read(path);
    return text === undefined ? undefined : this.beginning(path, text, LIMITS.scriptCode);
  }

  /** As much of its text as is parsed in another language, up to a line that begins without a blank: a whole statement, mostly. */
  parsed(path: string, text: string): string {
    return this.beginning(path, text, LIMITS.parsedCode, /\S/);
  }

  /** Whole lines, and behind the last of them such a character. */
  private beginning(path: string, text: string, most: number, next?: RegExp): string {
    if (text.length <= most) return text;
    if (!this.cut.includes(path)) this.cut.push(path);
    let end = text.lastIndexOf('\n', most - 1);
    while (end >= 0 && next !== undefined && (end === most - 1 || !next.test(text.charAt(end + 1))))
      end = end === 0 ? -1 : text.lastIndexOf('\n', end - 1);
    return text.slice(0, end + 1);
  }

  read(path: string): string | undefined {
    if (this.texts.has(path)) return this.texts.get(path);
    if (this.texts.size >= LIMITS.files) return undefined;
    const code = this.facts.readCode(path, LIMITS.scriptBytes);
    this.texts.set(path, code?.text);
    if (code?.isExecutable === false) this.refused.add(path);
    if (code?.isWhole === false) this.cut.push(path);
    return code?.text;
  }
}
