import type { Decision } from '../model/decision.ts';
import type { Invocation } from '../model/invocation.ts';
import { wordValue } from '../model/word.ts';

/** At most 200 characters that mean themselves wherever they are pasted. */
const PLAIN = String.raw`[\w.~/%+:,?=-]{1,200}`;
const URL = new RegExp(`^https?://${PLAIN}$`);
const FILE = new RegExp(`^(?!-|https?:)(?=.*[./])${PLAIN}$`);

/**
 * What to do instead, as the deciding rule says: `{url}` is the URL of the line, `{file}` the one file that the start names. Where the line has
 * none, several files, or one of odd characters, the reader fills them in.
 */
export function helpOf({ decider, analysis }: Pick<Decision, 'decider' | 'analysis'>): string | undefined {
  const { invocations } = analysis;
  const start = decider?.invocation === undefined ? undefined : invocations[decider.invocation];
  const starts = start === undefined ? invocations : [start, ...invocations];
  return decider?.rule.help
    ?.replaceAll('{url}', () => starts.flatMap(valuesOf).find((value) => URL.test(value)) ?? 'URL')
    .replaceAll('{file}', () => fileOf(start) ?? 'FILE');
}

function fileOf(start: Invocation | undefined): string | undefined {
  const words = start?.argv.slice(1).filter(({ kind, text }) => kind === 'known' && FILE.test(text)) ?? [];
  return words.length === 1 ? words[0]?.text : undefined;
}

function valuesOf({ argv }: Invocation): readonly string[] {
  return argv.map(wordValue).filter((value) => value !== undefined);
}
