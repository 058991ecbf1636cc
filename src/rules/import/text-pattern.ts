import { compileRegex } from '../../patterns/compile.ts';
import type { ImportedAction, ImportedRule } from './importer.ts';

type ShellRule = Pick<ImportedRule, 'commands' | 'conditions' | 'sample'>;

/** What an agent's rule says of the text of a simple command. */
export interface TextPattern {
  /** pieces of it as they are written, with any text between */
  readonly pieces: readonly string[];
  /** what may follow the last piece: nothing; a blank and any text, or nothing (`end`); anything, or a blank and any text */
  readonly tail: 'nothing' | 'words' | 'anything' | 'more';
  /** may redirections follow that reach no file? */
  readonly redirections: 'none' | 'streams';
}

/**
 * An allow rule: the text as it is written, of a start on which nothing else acts. A rule that restricts: in either spelling, by any
 * path of the program, however it is started. undefined = it would take too long to match.
 */
export function shellRule(pattern: TextPattern, action: ImportedAction): ShellRule | undefined {
  const { pieces, redirections } = pattern;
  if (pieces.length > MAX_PIECES) return undefined;
  const program = programOf(pattern);
  const source = action === 'allow' ? exactSource(pattern) : wideSource(pattern);
  if ('error' in compileRegex(source)) return undefined;
  const commands = program === undefined ? {} : { commands: [program.slice(program.lastIndexOf('/') + 1)] };
  const sample = `${pieces.join('x')}${SAMPLE_TAIL[pattern.tail]}`;
  if (action !== 'allow') return { ...commands, conditions: [{ command_matches: source }], sample };
  return { ...commands, conditions: [{ plain_start: redirections }, { spelled_as: source }], sample };
}

/** Each wildcard more takes compiling and matching a power of the length longer. */
const MAX_PIECES = 8;

const SAMPLE_TAIL = { nothing: '', words: ' x', anything: 'x', more: ' x' } as const;

/** The first word, where it stands there whole. */
function programOf({ pieces: [first = ''], pieces, tail }: TextPattern): string | undefined {
  const isWhole =
    / /.test(first) || (pieces.length === 1 && (tail === 'nothing' || tail === 'words' || tail === 'more'));
  const [word = ''] = first.split(' ', 1);
  return isWhole && !SHELL_SYNTAX.test(pieces.join('')) && /^[\w./+@-]*[\w+-]$/.test(word) ? word : undefined;
}

/** A rule with operators in it is about more than one start. */
const SHELL_SYNTAX = /[;&|<>()\n]/;

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll('\n', '\\n');
}

const EXACT_TAIL = { nothing: '', words: '(?: .*)?', anything: '.*', more: ' .*' } as const;

function exactSource({ pieces, tail }: TextPattern): string {
  return `^${pieces.map(escaped).join('.*')}${EXACT_TAIL[tail]}$`;
}

const WIDE_TAIL = {
  nothing: '',
  words: '(?:\\s[\\s\\S]*)?',
  anything: '[\\s\\S]*',
  more: '(?:\\s[\\s\\S]*)?',
} as const;

/** Blanks of any number, a backslash or none, line breaks too. */
function wideSource({ pieces, tail }: TextPattern): string {
  const wide = (piece: string) => escaped(piece).replaceAll('\\\\', '\\\\?').replace(/ +/g, '\\s+');
  return `^(?:\\S*/)?${pieces.map(wide).join('[\\s\\S]*')}${WIDE_TAIL[tail]}$`;
}
