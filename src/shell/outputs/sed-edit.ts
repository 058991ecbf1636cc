import { linePattern, type Syntax, separated, substitution } from './line-pattern.ts';

type Edit = (lines: readonly string[]) => readonly string[];
type Address = (line: string, number: number, isLast: boolean) => boolean;

interface Command {
  readonly from: Address | undefined;
  readonly to: Address | number | undefined;
  readonly isInverted: boolean;
  readonly name: string;
  /** of `a`, `i` and `c` */
  readonly text: string;
  readonly replace: ((text: string) => string) | undefined;
  /** of `s`: print where something was replaced */
  readonly prints: boolean;
}

/** More commands are hardly one edit. */
const MAX_COMMANDS = 20;

/**
 * What a script of sed makes of lines, of `s d p a i c q` with addresses; undefined with any other command, and for patterns that
 * are not computed. Source: sed(1) 4.9
 */
export function sedEdit(script: string, isQuiet: boolean, isExtended: boolean): Edit | undefined {
  const commands: Command[] = [];
  const syntax: Syntax = isExtended ? 'extended' : 'basic';
  for (let rest = afterBlanks(script); rest !== ''; ) {
    const read = commandOf(rest, syntax);
    if (read === undefined || commands.length === MAX_COMMANDS) return undefined;
    commands.push(read.command);
    rest = afterBlanks(read.rest);
  }
  return commands.length === 0 ? undefined : (lines) => editedBy(commands, lines, isQuiet);
}

function afterBlanks(script: string): string {
  return script.replace(/^[\s;]+/, '');
}

const ADDRESS = /^(?:(\d+)|(\$)|\/((?:\\[\s\S]|[^/\\\n])+)\/(I?))/;

function addressOf(found: RegExpExecArray | null, syntax: Syntax): Address | undefined {
  if (found === null) return undefined;
  const [, number, last, written = '', fold = ''] = found;
  if (number !== undefined) return (_, at) => at === Number(number);
  if (last !== undefined) return (_, __, isLast) => isLast;
  const pattern = linePattern(written, syntax, fold && 'i');
  return pattern && ((line) => line.length <= pattern.longest && pattern.regex.test(line));
}

interface Read {
  readonly command: Command;
  readonly rest: string;
}

function commandOf(script: string, syntax: Syntax): Read | undefined {
  const first = ADDRESS.exec(script);
  const from = addressOf(first, syntax);
  let rest = script.slice(first?.[0].length ?? 0);
  const second = first !== null && rest.startsWith(',') ? ADDRESS.exec(rest.slice(1)) : null;
  const to = second?.[1] === undefined ? addressOf(second, syntax) : Number(second[1]);
  if ((first !== null && from === undefined) || (rest.startsWith(',') && to === undefined)) return undefined;
  rest = rest.slice(second === null ? 0 : second[0].length + 1);
  const isInverted = /^\s*!/.test(rest);
  rest = rest.replace(/^\s*!?\s*/, '');
  const at = { from, to, isInverted };
  return substitute(rest, at, syntax) ?? plain(rest, at);
}

type Where = Pick<Command, 'from' | 'to' | 'isInverted'>;

function plain(script: string, where: Where): Read | undefined {
  const [whole = '', name = '', line] = /^(?:([dpq])\s*(?=[;\n}]|$)|([aic])(?:[ \t]*\\\n|[ \t]*))/.exec(script) ?? [];
  const own = { ...where, replace: undefined, prints: false };
  const rest = script.slice(whole.length);
  if (line === undefined) return name === '' ? undefined : { command: { ...own, name, text: '' }, rest };
  const [text = ''] = rest.split('\n', 1);
  // a backslash in it goes on over lines, or keeps blanks
  return text === '' || text.includes('\\')
    ? undefined
    : { command: { ...own, name: line, text }, rest: rest.slice(text.length) };
}

function substitute(script: string, where: Where, syntax: Syntax): Read | undefined {
  const mark = /^s([^\w\s\\])/.exec(script)?.[1];
  if (mark === undefined) return undefined;
  const [written, put, behind] = separated(script.slice(2), mark);
  const [flags = ''] = /^[gIip]*/.exec(behind ?? '') ?? [];
  const rest = behind?.slice(flags.length) ?? '';
  // a mark inside of a set may be text
  const isSet = (/\[[^\]]*$/.exec(written ?? '')?.[0] ?? '') !== '';
  if (written === undefined || put === undefined || behind === undefined || isSet || !/^\s*(?:[;\n}]|$)/.test(rest))
    return undefined;
  const replace = put.includes('\n') ? undefined : substitution(written, put, flags, syntax);
  return replace && { command: { ...where, name: 's', text: '', replace, prints: flags.includes('p') }, rest };
}

function editedBy(commands: readonly Command[], lines: readonly string[], isQuiet: boolean): readonly string[] {
  const printed: string[] = [];
  const ranges = new Map<Command, boolean>();
  for (const [at, line] of lines.entries()) {
    const isLast = at === lines.length - 1;
    const after: string[] = [];
    let space: string | undefined = line;
    let isEnd = false;
    for (const command of commands) {
      const chosen = isChosen(command, space, at + 1, isLast, ranges);
      if (!chosen) continue;
      const { name, text, replace, prints } = command;
      if (replace !== undefined) {
        const replaced: string = replace(space);
        if (prints && replaced !== space) printed.push(replaced);
        space = replaced;
      } else if (name === 'p') printed.push(space);
      else if (name === 'i') printed.push(text);
      else if (name === 'a') after.push(text);
      else if (name === 'q') isEnd = true;
      else {
        // `c` prints its text at the end of a range
        if (name === 'c' && (command.isInverted || ranges.get(command) !== true)) printed.push(text);
        space = undefined;
      }
      if (space === undefined || isEnd) break;
    }
    if (space !== undefined && !isQuiet) printed.push(space);
    printed.push(...after);
    if (isEnd) break;
  }
  return printed;
}

function isChosen(
  command: Command,
  line: string,
  number: number,
  isLast: boolean,
  ranges: Map<Command, boolean>,
): boolean {
  const { from, to, isInverted } = command;
  if (to === undefined) return (from?.(line, number, isLast) ?? true) !== isInverted;
  const isOpen = ranges.get(command) === true;
  const isIn = isOpen || from?.(line, number, isLast) === true;
  if (isIn) {
    const ends = typeof to === 'number' ? number >= to : isOpen && to(line, number, isLast);
    ranges.set(command, !(ends || isLast));
  }
  return isIn !== isInverted;
}
