import picomatch from 'picomatch';

/** A JavaScript regex source over the whole text, or what is wrong with the glob. */
export type GlobSource = { readonly source: string } | { readonly refused: string };

const MAX_LENGTH = 4096;
/** picomatch throws on longer ones */
const MAX_TOOL_GLOB = 65_536;
const NOTHING = '$^';
const MAX_STARS = 8;
/**
 * Without the second, picomatch takes a group that may be slow as plain text, and the glob silently never matches.
 * Whether it is slow is for the compiler to prove.
 */
const PICOMATCH_OPTIONS = { dot: true, maxExtglobRecursion: false };
const MICROMATCH_OPTIONS = { dot: false, maxExtglobRecursion: false };
const NEGATED_CLASS = /^\[!(?=.)/s;

/**
 * A glob over a path: `*` stays in one segment, `**` spans any, dot files count, `{a,b}`, classes and `!(..)` work.
 * What picomatch takes for regex syntax (`+`, bare parentheses, `|`) stands for itself.
 */
export function pathGlobSource(written: string): GlobSource {
  const refused = refuse(written);
  if (refused !== undefined) return { refused };
  const escaped = escapeLiterals(written);
  if ('refused' in escaped) return escaped;
  return { source: picomatch.makeRe(escaped.source, PICOMATCH_OPTIONS).source };
}

/**
 * As micromatch 4 reads it without options: wildcards do not reach a leading dot, `!` in front negates, nothing is
 * refused. What it cannot read matches nothing; its users also take a text that is equal to the glob.
 */
export function toolGlobSource(written: string): GlobSource {
  if (written === '' || written.length > MAX_TOOL_GLOB) return { source: NOTHING };
  return { source: picomatch.makeRe(written, MICROMATCH_OPTIONS).source };
}

/** A glob over any text, as in a shell's `case`: `*` any text, `?` any character, `[..]`; nothing else is special. */
export function textGlobSource(written: string): GlobSource {
  const refused = refuse(written);
  if (refused !== undefined) return { refused };
  const out: string[] = [];
  for (let i = 0; i < written.length; ) {
    const token = readToken(written, i);
    if ('refused' in token) return token;
    const { text } = token;
    if (text === '*') out.push(out.at(-1) === '.*' ? '' : '.*');
    else if (text === '?') out.push('.');
    else if (text.length > 1 && text.startsWith('[')) out.push(text.replace(NEGATED_CLASS, '[^'));
    else out.push(quoteRegex(text.length > 1 ? text.slice(1) : text));
    i += text.length;
  }
  return { source: `^${out.join('')}$` };
}

function refuse(written: string): string | undefined {
  if (written === '') return 'an empty glob matches nothing';
  if (written.length > MAX_LENGTH) return `longer than ${MAX_LENGTH} characters`;
  const stars = (segment: string) => segment.replace(/\*+/g, '*').split('*').length - 1;
  if (written.split('/').some((segment) => stars(segment) > MAX_STARS))
    return `more than ${MAX_STARS} \`*\` in one path segment`;
  return undefined;
}

type Token = { readonly text: string } | { readonly refused: string };

/** The next character, escaped character or whole class. */
function readToken(glob: string, at: number): Token {
  const char = glob.charAt(at);
  if (char === '\\')
    return at + 1 < glob.length ? { text: glob.slice(at, at + 2) } : { refused: 'a backslash at the end' };
  if (char !== '[') return { text: char };
  const end = glob.indexOf(']', at + (/^\[[!^]/.test(glob.slice(at, at + 2)) ? 3 : 2));
  return end < 0 ? { refused: 'a `[` without its `]`' } : { text: glob.slice(at, end + 1) };
}

function escapeLiterals(glob: string): GlobSource {
  const out: string[] = [];
  const open: string[] = [];
  for (let i = 0; i < glob.length; ) {
    const extended = /^[?*+@!]\(/.exec(glob.slice(i, i + 2))?.[0];
    const token = extended === undefined ? readToken(glob, i) : { text: extended };
    if ('refused' in token) return token;
    const { text } = token;
    if (extended !== undefined) open.push(')');
    else if (text === '{') open.push('}');
    else if ((text === ')' || text === '}') && open.at(-1) === text) open.pop();
    else if (text === '}') return { refused: 'a `}` without its `{`' };
    else if (isLiteral(text, open)) out.push('\\');
    out.push(text.replace(NEGATED_CLASS, '[^'));
    i += text.length;
  }
  return open.length > 0 ? { refused: `an opening bracket without its \`${open.at(-1)}\`` } : { source: out.join('') };
}

/** picomatch passes these through to the regex; in a path they are plain characters. */
function isLiteral(text: string, open: readonly string[]): boolean {
  if (text === '|') return !open.includes(')');
  return text === '+' || text === '(' || text === ')' || text === '$' || text === '^';
}

function quoteRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
