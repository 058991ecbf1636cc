import type * as Ast from 'unbash';
import { parse } from 'unbash';
import { parseScript } from './parse.ts';

/** Characters of the first part; each next one is twice as long. */
const FIRST_PART = 4096;

/**
 * The statements of a script, parsed part by part as they are asked for: the same as `parseScript` finds, without its errors.
 * Of a long file only the beginning is walked, as a rule.
 */
export function statementsOf(text: string, first = FIRST_PART): Iterable<Ast.Statement> {
  return text.length <= first ? parseScript(text).commands : new Kept(parts(text, first));
}

/** What was read stays, as a text may be walked by several dialects. */
class Kept<T> implements Iterable<T> {
  private readonly items: T[] = [];
  private readonly rest: Iterator<T>;

  constructor(rest: Iterator<T>) {
    this.rest = rest;
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let at = 0; ; at++) {
      if (at === this.items.length) {
        const next = this.rest.next();
        if (next.done === true) return;
        this.items.push(next.value);
      }
      yield this.items[at] as T;
    }
  }
}

function* parts(text: string, first: number): Generator<Ast.Statement> {
  let from = 0;
  for (let size = first; ; size *= 2) {
    const end = text.lastIndexOf('\n', from + size) + 1;
    if (from + size >= text.length) break;
    if (end <= from) continue;
    // blanks in place of what was read, so that positions stay
    const script = parse(' '.repeat(from) + text.slice(from, end));
    const next = lastFreshLine(script, text);
    if (next <= from) continue;
    for (const statement of script.commands) {
      if (statement.pos >= next) break;
      yield statement;
    }
    from = next;
  }
  if (from === 0) yield* parseScript(text).commands;
  else yield* restOf(text, from);
}

function* restOf(text: string, from: number): Generator<Ast.Statement> {
  const rest = parse(' '.repeat(from) + text.slice(from));
  if ((rest.errors?.length ?? 0) === 0) yield* rest.commands;
  else for (const statement of parseScript(text).commands) if (statement.pos >= from) yield statement;
}

/**
 * Where the last statement begins that is the first of its line, at or before the first error. What stands in front of it is whole,
 * here-documents too: the parser has read on.
 */
function lastFreshLine({ commands, errors }: Ast.ParsedScript, text: string): number {
  const most = errors?.[0]?.pos ?? text.length;
  for (let at = commands.length - 1; at > 0; at--) {
    const { pos } = commands[at] as Ast.Statement;
    if (pos <= most && /\n[ \t]*$/.test(text.slice(Math.max(0, pos - 200), pos))) return pos;
  }
  return 0;
}
