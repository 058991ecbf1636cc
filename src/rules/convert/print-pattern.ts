import type { Pattern, ToolTest } from '../../model/policy.ts';
import { compileGlob, compileRegex } from '../../patterns/compile.ts';

/** A regex as our own language has it: as its author wrote it, where that means the same there. */
export function printRegex(pattern: Pattern): string {
  const { source, flags, written } = pattern;
  if (isSame(compileRegex(written), pattern)) return written;
  return flags === '' ? source : `(?${flags})${source}`;
}

interface ToolsDocument {
  names?: readonly string[];
  matches?: readonly string[];
}

/** `any` = `"*"`. A name that would be read as a glob is a regex over the whole name. */
export function printTools(tests: readonly ToolTest[] | 'any'): string | readonly string[] | ToolsDocument {
  if (tests === 'any') return '*';
  const names = tests.flatMap((one) => (typeof one === 'string' ? (isGlob(one) ? [] : one) : (globOf(one) ?? [])));
  const matches = tests.flatMap((one) => {
    if (typeof one === 'string') return isGlob(one) ? `^${escapeRegex(one)}$` : [];
    return globOf(one) === undefined ? printRegex(one) : [];
  });
  if (matches.length === 0) return names.length === 1 ? (names[0] as string) : names;
  return { ...(names.length > 0 && { names }), matches };
}

function isGlob(name: string): boolean {
  return /[*?[]/.test(name);
}

function globOf(pattern: Pattern): string | undefined {
  const { written } = pattern;
  return isGlob(written) && isSame(compileGlob(written, { flavour: 'text' }), pattern) ? written : undefined;
}

function isSame(compiled: Pattern | { readonly error: string }, { source, flags }: Pattern): boolean {
  return !('error' in compiled) && compiled.source === source && compiled.flags === flags;
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
