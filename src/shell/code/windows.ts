import { hiddenCode, standIn, startFinding } from './effects.ts';
import type { CodeAnalyzer, CodeFinding } from './finding.ts';
import { atHome, type Part, partsOf, textOf, textValue, type Value } from './value.ts';

/** The shells of Windows, as far as their commands remove or read files, or start programs. */

const REMOVES = /^(remove-item|rm|del|erase|rd|ri|rmdir)$/i;
const READS = /^(get-content|gc|type|cat)$/i;
const LISTS = /^(get-childitem|gci|ls|dir)$/i;

/** PowerShell: each command of each line as an argv; what it removes as `rm`, what it reads as `cat`. */
export const analyzePowershell: CodeAnalyzer = (source) => {
  let before: readonly Value[] = [];
  return source.split(/([\n;|{}]|&&)/).flatMap((line, at, pieces): readonly CodeFinding[] => {
    if (at % 2 === 1) return [];
    const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|([^\s"'()]+)/g)].map(([, double, single, bare]) =>
      psWord(single, double ?? bare),
    );
    const command = textOf(words[0]) === '&' ? words.slice(1) : words;
    const found = psCommand(command, pieces[at - 1] === '|' ? before : []);
    before = command;
    return found;
  });
};

/** One command, behind what is piped into it. */
function psCommand([first, ...rest]: readonly Value[], piped: readonly Value[]): readonly CodeFinding[] {
  if (first === undefined) return [];
  const name = textOf(first) ?? '';
  if (/^(iex|invoke-expression)$/i.test(name)) return [hiddenCode('Invoke-Expression')];
  const command = REMOVES.test(name) ? ['rm', '-rf'] : READS.test(name) ? ['cat'] : undefined;
  if (command === undefined)
    return /^[\w./\\:-]+$/.test(name) && !name.startsWith('-') ? startFinding([first, ...rest]) : [];
  const paths = operandsOf(rest);
  const targets = paths.length === 0 && LISTS.test(textOf(piped[0]) ?? '') ? [listed(piped)] : paths;
  return targets.map((path) => standIn([...command, atHome(path)], name));
}

function operandsOf(words: readonly Value[]): readonly Value[] {
  return words.filter((word) => !textOf(word)?.startsWith('-'));
}

/** `Get-ChildItem dir -Filter *.log`: what lies there. */
function listed([, ...words]: readonly Value[]): Value {
  const at = words.findIndex((word) => /^-(filter|include)$/i.test(textOf(word) ?? ''));
  const filter = at < 0 ? undefined : textOf(words[at + 1]);
  const [directory] = operandsOf(at < 0 ? words : words.toSpliced(at, 2));
  const suffix = /^\*([^*?[\]]*)$/.exec(filter ?? '')?.[1] ?? '';
  return { kind: 'text', parts: [...partsOf(directory ?? textValue('.')), '/', { reason: 'glob' }, suffix] };
}

const PS_HOME = /^\$(?:HOME|env:HOME|env:USERPROFILE)$/i;

function psWord(single: string | undefined, other: string | undefined): Value {
  if (single !== undefined) return textValue(single);
  return { kind: 'text', parts: partsAround(other ?? '', /(\$[\w:]+)/, PS_HOME) };
}

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
