import type { Decision } from '../model/decision.ts';
import type { Invocation } from '../model/invocation.ts';
import { wordValue } from '../model/word.ts';

/** At most 200 characters that mean themselves wherever they are pasted. */
const PLAIN = String.raw`[\w.~/%+:,?=-]{1,200}`;
const URL = new RegExp(`^https?://${PLAIN}$`);
const FILE = new RegExp(`^(?!-|https?:)(?=.*[./])${PLAIN}$`);
const MAX_WORDS = 20;
const WORD = new RegExp(`^${PLAIN}$`);

/**
 * What to do instead, as the deciding rule says: `{url}` is the URL of the line, `{file}` the one file that the start names,
 * `{command}` the start itself, for one option more. Where the line has none, several files, or one of odd characters, the
 * reader fills them in.
 */
export function helpOf({ decider, analysis }: Pick<Decision, 'decider' | 'analysis'>): string | undefined {
  const { invocations } = analysis;
  const start = decider?.invocation === undefined ? undefined : invocations[decider.invocation];
  const starts = start === undefined ? invocations : [start, ...invocations];
  return decider?.rule.help
    ?.replaceAll('{url}', () => starts.flatMap(valuesOf).find((value) => URL.test(value)) ?? 'URL')
    .replaceAll('{file}', () => fileOf(start) ?? 'FILE')
    .replaceAll('{command}', () => commandOf(start) ?? 'COMMAND');
}

function fileOf(start: Invocation | undefined): string | undefined {
  const words = start?.argv.slice(1).filter(({ kind, text }) => kind === 'known' && FILE.test(text)) ?? [];
  return words.length === 1 ? words[0]?.text : undefined;
}

/** Without `--`, behind which one option more would be an operand. */
function commandOf(start: Invocation | undefined): string | undefined {
  if (start === undefined || start.standsFor !== undefined || start.argv.length > MAX_WORDS) return undefined;
  const isPlain = start.argv.every(({ kind, text }) => kind === 'known' && text !== '--' && WORD.test(text));
  return isPlain ? start.argv.map(({ text }) => text).join(' ') : undefined;
}

function valuesOf({ argv }: Invocation): readonly string[] {
  return argv.map(wordValue).filter((value) => value !== undefined);
}
