import type { Facts } from '../../model/facts.ts';
import { LIMITS } from './limits.ts';

/** Files on disk that the line runs, each read once; past the bounds no more of them are. */
export class ScriptFiles {
  private readonly texts = new Map<string, string | undefined>();
  private readonly cut: string[] = [];
  private readonly facts: Facts;

  constructor(facts: Facts) {
    this.facts = facts;
  }

  /** Paths of the files of which only a beginning was read. */
  get partlyRead(): readonly string[] {
    return this.cut;
  }

  /** As much of it as is walked, or parsed by a reader of its language. */
  code(path: string): string | undefined {
    const text = this.read(path);
    if (text === undefined || text.length <= LIMITS.scriptCode) return text;
    if (!this.cut.includes(path)) this.cut.push(path);
    return text.slice(0, text.lastIndexOf('\n', LIMITS.scriptCode) + 1);
  }

  read(path: string): string | undefined {
    if (this.texts.has(path)) return this.texts.get(path);
    if (this.texts.size >= LIMITS.files) return undefined;
    const code = this.facts.readCode(path, LIMITS.scriptBytes);
    this.texts.set(path, code?.text);
    if (code?.isWhole === false) this.cut.push(path);
    return code?.text;
  }
}
