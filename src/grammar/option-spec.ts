import type { Grammar, ValueKind } from './grammar.ts';

/** One option string of a grammar, taken apart. */
export interface OptionSpec {
  /** long spellings first */
  readonly names: readonly string[];
  readonly negations: readonly string[];
  readonly value: 'none' | 'optional' | 'required' | 'command';
  /** its value is digits, behind which a cluster goes on: `perl -0777ne` */
  readonly isNumber?: true;
  /** how many words a required value is */
  readonly count: number;
  readonly kind?: ValueKind;
  /** of each word, where there are several */
  readonly kinds?: readonly ValueKind[];
}

/** `--name` before `-nc` before `-n`. */
function rank(name: string): number {
  if (name.startsWith('--')) return 0;
  return name.length > 2 ? 1 : 2;
}

/** Takes `'-n --[no-]verify =text'` apart; see Grammar for the notation. */
export function optionSpec(line: string): OptionSpec {
  const names: string[] = [];
  const negations: string[] = [];
  let value: OptionSpec['value'] = 'none';
  let count = 0;
  let kind: string | undefined;
  let isNumber = false;
  const kinds: string[] = [];
  for (const token of line.split(' ')) {
    if (token.startsWith('[=')) {
      value = 'optional';
      isNumber = token === '[=digits]';
      kind = isNumber ? 'text' : token.slice(2, -1);
    } else if (token.startsWith('=')) {
      value = token.endsWith(';') ? 'command' : 'required';
      kinds.push(token.endsWith(';') ? token.slice(1, -1) : token.slice(1));
      kind ??= kinds[0];
      count += 1;
    } else if (token.startsWith('--[no-]')) {
      names.push(`--${token.slice(7)}`);
      negations.push(`--no-${token.slice(7)}`);
    } else if (token.length > 1 && token.endsWith('!')) {
      negations.push(token.slice(0, -1));
    } else {
      names.push(token);
    }
  }
  names.sort((a, b) => rank(a) - rank(b));
  return {
    names,
    negations,
    value,
    count,
    ...(kind === undefined ? {} : { kind: kind as ValueKind }),
    ...(isNumber ? { isNumber } : {}),
    ...(count > 1 ? { kinds: kinds as ValueKind[] } : {}),
  };
}

/** The option strings of a grammar, however they are written. */
export function optionLines(options: Grammar['options']): readonly string[] {
  if (options === undefined) return [];
  if (typeof options !== 'string') return options;
  return options.split(/, |\n/).flatMap((line) => line.trim() || []);
}

/** Calls back for each spelling in an option string; cheaper than taking the whole of it apart. */
export function eachSpelling(line: string, found: (name: string, negated: boolean) => void): void {
  for (const token of line.split(' ')) {
    if (token.startsWith('=') || token.startsWith('[=')) return;
    if (token.startsWith('--[no-]')) {
      found(`--${token.slice(7)}`, false);
      found(`--no-${token.slice(7)}`, true);
    } else if (token.length > 1 && token.endsWith('!')) found(token.slice(0, -1), true);
    else found(token, false);
  }
}
