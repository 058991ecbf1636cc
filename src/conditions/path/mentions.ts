import { hasGrammar } from '../../grammar/index.ts';
import { dropLead, leadOf } from '../../grammar/words.ts';
import type { Analysis, Invocation } from '../../model/invocation.ts';
import type { Word } from '../../model/word.ts';
import { memoizeByObject } from '../../util/memoize.ts';
import type { Subject } from '../subject.ts';

const NONE: readonly Word[] = [];

/** Where a path may begin inside of a word: `--out=PATH`, `-oPATH`, `OPEN:PATH,creat`, `of=PATH`. */
const PATH_START = /(?<=^-[A-Za-z])|(?<=[=:,@])/g;

/**
 * Words that may be paths which a program without a grammar writes. Text with blanks is no path; what a wrapper starts is a
 * start of its own.
 */
export function mentions({ invocation, analysis }: Subject): readonly Word[] {
  if (invocation?.role !== 'program' || hasGrammar(invocation.program)) return NONE;
  const others = wordsStartedBy(analysis).get(invocation);
  const words = invocation.argv.slice(1).flatMap((word) => (others?.has(leadOf(word)) ? [] : pathsIn(word)));
  return invocation.inFile ? words.filter(looksLikePath) : words;
}

/** Inside a file a plain word (`rustup component add`) is not taken for a file of the folder that it runs in. */
function looksLikePath(word: Word): boolean {
  return /[/.~]/.test(leadOf(word));
}

/** The words of what each start starts itself; made once for a line. */
const wordsStartedBy = memoizeByObject(({ invocations }: Analysis) => {
  const found = new Map<Invocation, Set<string>>();
  for (const { argv, via } of invocations) {
    for (const wrapper of via) {
      const outer = invocations[wrapper.invocation];
      if (outer === undefined) continue;
      const words = found.get(outer) ?? new Set();
      for (const word of argv) words.add(leadOf(word));
      found.set(outer, words);
    }
  }
  return found;
});

function pathsIn(word: Word): readonly Word[] {
  const lead = leadOf(word);
  if (/\s/.test(lead)) return [];
  const starts = [0, ...[...lead.matchAll(PATH_START)].map(({ index }) => index)];
  return starts.flatMap((start) => untilComma(start === 0 ? word : dropLead(word, start)));
}

/** `PATH,creat` also names PATH. */
function untilComma(word: Word): readonly Word[] {
  const end = word.kind === 'known' ? word.value.search(/[,:]/) : -1;
  if (word.kind !== 'known' || end <= 0) return [word];
  const value = word.value.slice(0, end);
  return [word, { kind: 'known', value, text: value }];
}
