import { separated, substitution } from './line-pattern.ts';

type Edit = (lines: readonly string[]) => readonly string[];

const PAIRS: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']', '<': '>' };

/** What substitutions make of each line under `perl -p`: `s/a/b/g; s{c}{d}`. Undefined for any other code. Source: perlop(1) 5.36 */
export function perlEdit(code: string): Edit | undefined {
  const replaces: ((text: string) => string)[] = [];
  for (let rest = code.trim(); rest !== ''; ) {
    const [written, put, behind] = operandsOf(rest);
    const [, flags = '', next] = /^([gi]*)\s*(?:;\s*([\s\S]*))?$/.exec(behind ?? '') ?? [];
    const isWhole = behind !== undefined && (next !== undefined || /^[gi]*\s*$/.test(behind));
    const replace =
      written === undefined || put === undefined || !isWhole ? undefined : substitution(written, put, flags, 'perl');
    if (replace === undefined) return undefined;
    replaces.push(replace);
    rest = next ?? '';
  }
  // the line ends of what was read stay, unless a pattern spans them
  return replaces.length === 0
    ? undefined
    : (lines) => lines.map((line) => replaces.reduce((text, one) => one(text), line));
}

function operandsOf(code: string): readonly (string | undefined)[] {
  const [, mark = ''] = /^s([^\w\s\\'])/.exec(code) ?? [];
  if (mark === '') return [];
  const close = PAIRS[mark];
  if (close === undefined) return separated(code.slice(2), mark);
  const [written, rest] = paired(code.slice(2), mark, close);
  const [, second = ''] = /^\s*([{([<])/.exec(rest ?? '') ?? [];
  const [put, behind] =
    second === '' ? [] : paired((rest as string).trimStart().slice(1), second, PAIRS[second] as string);
  return [written, put, behind];
}

/** The text up to the sign that closes it; signs of the pair inside of it are not read. */
function paired(text: string, open: string, close: string): readonly [string?, string?] {
  const end = text.indexOf(close);
  const inside = text.slice(0, end);
  return end < 0 || inside.includes(open) || inside.endsWith('\\') ? [] : [inside, text.slice(end + 1)];
}
