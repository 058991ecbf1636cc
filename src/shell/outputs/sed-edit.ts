type Edit = (lines: readonly string[]) => readonly string[];

/** What one command of sed makes of lines: `s/a/b/g`, `/a/d`, `1,3d`, and `p` with `-n`. Undefined for any other. Source: sed(1) 4.9 */
export function sedEdit(script: string, isQuiet: boolean, isExtended: boolean): Edit | undefined {
  const [, number, upTo, action] = /^(\d+)(?:,(\d+|\$))?([dp])$/.exec(script) ?? [];
  if (number !== undefined && (action === 'p') === isQuiet) {
    const [first, last] = [Number(number), upTo === '$' ? Number.POSITIVE_INFINITY : Number(upTo ?? number)];
    const isChosen = (at: number) => at + 1 >= first && at + 1 <= Math.max(first, last);
    return (lines) => lines.filter((_, at) => isChosen(at) === (action === 'p'));
  }
  const [, found, what] = /^\/((?:[^/\\]|\\.)+)\/([dp])$/.exec(script) ?? [];
  if (found !== undefined && (what === 'p') === isQuiet) {
    const pattern = patternOf(found, isExtended);
    return pattern && ((lines) => lines.filter((line) => pattern.test(line) === (what === 'p')));
  }
  return isQuiet ? undefined : substitution(script, isExtended);
}

function substitution(script: string, isExtended: boolean): Edit | undefined {
  const mark = /^s([^\w\s\\])/.exec(script)?.[1] ?? '';
  const [, written = '', put = '', flags = '', ...more] = script.split(mark);
  // a mark inside of a set or behind a backslash is none
  if (mark === '' || more.length > 0 || script.split(mark).length !== 4 || !/^g?$/.test(flags)) return undefined;
  const pattern = patternOf(written, isExtended, flags);
  return pattern === undefined || /[\\&\n]/.test(put)
    ? undefined
    : (lines) => lines.map((line) => line.replace(pattern, () => put));
}

const SET = String.raw`\[\^?[\w .,:;/#@%+=~-]+\]`;
const ESCAPED = String.raw`\\[.*[\]^$/\\-]`;
const LITERAL = String.raw`[^\\.*[\]^$+?(){}|]`;
const ATOM = new RegExp(`(?:${SET}|${ESCAPED}|\\.|${LITERAL})[*+?]?`, 'gy');

/** `[b-a]` */
function isNoRange(atom: string): boolean {
  const ranges = atom.startsWith('[') ? [...atom.slice(1, -1).matchAll(/(.)-(.)/g)] : [];
  return ranges.some(([, from = '', to = '']) => from > to);
}

/** More of them could take long. */
const MAX_REPEATED = 2;

/** A pattern of text, dots, sets and their repetitions, which means the same to JavaScript. */
function patternOf(written: string, isExtended: boolean, flags = ''): RegExp | undefined {
  const [, start = '', body = '', end = ''] = /^(\^?)([\s\S]*?)(\$?)$/.exec(written) ?? [];
  const atoms = body.match(ATOM) ?? [];
  if (written === '' || atoms.join('') !== body || body.endsWith('\\')) return undefined;
  const repeated = atoms.filter((atom) => atom.length > 1 && /[*+?]$/.test(atom) && !/^\\.$/.test(atom));
  const isBasic = !isExtended && repeated.some((atom) => !atom.endsWith('*'));
  return isBasic || repeated.length > MAX_REPEATED || atoms.some(isNoRange)
    ? undefined
    : new RegExp(start + body + end, flags);
}
