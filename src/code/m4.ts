import { HOLE } from '../model/hole.ts';
import { shellFinding } from './effects.ts';
import { type CodeAnalyzer, type CodeFinding, NOTHING_GIVEN } from './finding.ts';
import { textValue } from './value.ts';

/** `syscmd(cmd)`, with or without its quotes. */
const RUNS = /\be?syscmd\((?:`([^']{0,4000})'|([^)`]{0,4000}))\)/g;
/** What a macro is called with, in its definition. */
const ARGUMENT = /\$(?:([\d*@#])|\{(\d+)\})/g;
/** `define(`name',` and `name=` of the option -D. */
const DEFINITION = /\bdefine\(`?(\w{1,80})'?\s*,|^(\w{1,80})=/gm;

/** Calls of one macro beyond these are not followed. */
const MAX_CALLS = 16;

/** m4: what it runs; in a macro with what the macro is called with, in the code or in what it reads. */
export const analyzeM4: CodeAnalyzer = (source, args, _, given = NOTHING_GIVEN) => {
  const text = [source, ...(args.length === 0 ? (given.lines ?? []) : [])].join('\n');
  const macros = [...source.matchAll(DEFINITION)].map((match) => ({
    name: match[1] ?? match[2] ?? '',
    at: match.index,
  }));
  return [...source.matchAll(RUNS)].flatMap(({ 1: quoted, 2: plain, index }): readonly CodeFinding[] => {
    const code = quoted ?? plain ?? '';
    const macro = code.search(ARGUMENT) < 0 ? undefined : macros.findLast(({ at }) => at < index)?.name;
    const calls = macro === undefined ? [] : callsOf(macro, text);
    const given = calls.length === 0 || calls.length > MAX_CALLS ? [undefined] : calls;
    return given.map((words) =>
      shellFinding(textValue(code.replace(ARGUMENT, (_, one, braced) => argument(words, one ?? braced)))),
    );
  });
};

function argument(words: readonly string[] | undefined, place: string): string {
  if (words === undefined) return HOLE;
  if (place === '*' || place === '@') return words.join(',');
  return /^[1-9]/.test(place) ? (words[Number(place) - 1] ?? '') : HOLE;
}

/** The arguments of each call; one that is not plain is none that is known. */
function callsOf(name: string, text: string): readonly (readonly string[] | undefined)[] {
  const calls = text.matchAll(new RegExp(`(?<![\\w\`])${name}\\(([^()]{0,1000})(\\)?)`, 'g'));
  return [...calls].map(([, words = '', closed]) => {
    if (closed === undefined) return undefined;
    return words.split(',').map((word) => word.trim().replace(/^`|'$/g, ''));
  });
}
