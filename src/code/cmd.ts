import { standIn, startFinding } from './effects.ts';
import type { CodeAnalyzer, CodeFinding } from './finding.ts';
import { type Part, textOf, type Value } from './value.ts';

const REMOVES = /^(rm|del|erase|rd|rmdir)$/i;

function partsAround(text: string, variable: RegExp, home: RegExp): readonly Part[] {
  return text.split(variable).map((part, at): Part => {
    if (at % 2 === 0) return part;
    return home.test(part) ? { home: true } : { reason: 'variable' };
  });
}

/** cmd: commands between `&`, `|` and line ends; `/x` is an option. */
export const analyzeCmd: CodeAnalyzer = (source) =>
  source.split(/[\n&|()]+/).flatMap((line): readonly CodeFinding[] => {
    const words = [...line.matchAll(/"([^"]*)"?|([^\s"]+)/g)].map(
      ([, quoted, bare = '']): Value => ({
        kind: 'text',
        parts: partsAround(quoted ?? bare, /(%\w+%)/, /^%(?:USERPROFILE|HOMEPATH)%$/i),
      }),
    );
    const [first, ...rest] = words;
    const name = textOf(first)?.replace(/^@/, '') ?? '';
    if (first === undefined || name === '') return [];
    const paths = REMOVES.test(name) ? rest.filter((word) => !/^\/\w(?:$|:)/.test(textOf(word) ?? '')) : [];
    return [...startFinding(words), ...paths.map((path) => standIn(['rm', '-rf', path], name))];
  });
