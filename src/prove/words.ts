import { STREAMS } from '../conditions/subject.ts';
import { grammarLevels } from '../grammar/effect-of.ts';
import type { Grammar, ParsedOption } from '../grammar/grammar.ts';
import { indexOf, lookUp } from '../grammar/option-index.ts';
import { optionLines, optionSpec } from '../grammar/option-spec.ts';
import { leadOf } from '../grammar/words.ts';
import type { Invocation, Redirect } from '../model/invocation.ts';
import { type Word, wordValue } from '../model/word.ts';
import { memoizeByObject } from '../util/memoize.ts';
import { HARMLESS_CODE } from './code.ts';
import { expansionOf, type ProofStart, startsOther } from './context.ts';
import { secretIn } from './environment.ts';

/** A redirection that writes a file; those that read are paths of the start. */
export function redirectObstacle({ redirects }: Invocation): string | undefined {
  const writing = redirects.find((one) => one.op !== '<' && one.op !== '<&' && !isStream(one));
  return writing && `\`${writing.op}\` writes \`${writing.target.text}\``;
}

function isStream({ op, target }: Redirect): boolean {
  const value = wordValue(target);
  if (value === undefined) return false;
  return STREAMS.test(value) || (op.endsWith('&') && /^(?:\d+-?|-)$/.test(value));
}

/** A word that may be more than what the grammar takes it for. */
export function wordsObstacle(start: ProofStart, effect: 'reads' | 'prints' | 'starts'): string | undefined {
  const { invocation, subject, program } = start;
  for (const word of invocation.argv) {
    const secret = secretIn(word);
    if (secret !== undefined) return `\`$${secret}\` may be a secret`;
  }
  if (effect === 'prints') return undefined;
  const isSplit = invocation.via.some(({ name }) => name === 'xargs');
  const fed = invocation.argv.find((word) => isFed(word) || (isSplit && word.kind !== 'known'));
  if (fed !== undefined && effect === 'reads') return `\`${program}\` gets words that it reads`;
  const { unknownOptions, options, dynamic } = subject.parsed();
  const [unknown] = unknownOptions;
  if (unknown !== undefined) return `\`${program}\` has no option \`${unknown.text}\` that is known`;
  const undescribed = options.find((one) => !isDescribed(one, start));
  if (undescribed !== undefined) return `\`${program}\` has no option \`${undescribed.names[0]}\` that is known`;
  if (effect === 'starts') return undefined; // what follows the options is a start of its own
  const many = writesLater(start);
  if (many !== undefined)
    return `how many words \`${many.text}\` becomes is not known, and \`${program}\` writes to a later one`;
  const at = dynamic[0] ?? mayBeOption(start);
  if (at !== undefined) return `\`${invocation.argv[at]?.text}\` of \`${program}\` may be an option`;
  const several = severalWords(start);
  if (several !== undefined) return `how many words \`${several.text}\` becomes is not known, and later ones are paths`;
  const command = options.find(({ kind, words }) => kind === 'command' || words?.length === 0);
  if (command !== undefined && !startsOther(start)) return `\`${command.names[0]}\` of \`${program}\` runs a program`;
  return codeObstacle(start);
}

/** What it is comes from standard input, or out of a file. */
function isFed(word: Word): boolean {
  return word.kind === 'unknown' && (word.reason === 'stdin' || word.reason === 'file');
}

/** An operand that may become several words, where a later place is one that is written. */
function writesLater(start: ProofStart): Word | undefined {
  const { operands = 'path*', when = [] } = levelsOf(start).at(-1) ?? {};
  const isRead = [operands, ...when.map((one) => one.operands ?? '')].every(
    (kinds) => !/write|into|fill|fetch|delete/.test(kinds),
  );
  return isRead ? undefined : start.subject.parsed().operands.find(({ word }) => word.kind !== 'known')?.word;
}

/** A pattern of the shell where one word that is no path belongs (`grep /etc/*`): the second one that it becomes is a path. */
function severalWords({ invocation, subject, context }: ProofStart): Word | undefined {
  const { operands } = subject.parsed();
  const paths = new Set(operands.filter(({ kind }) => kind !== 'text' && kind !== 'code').map(({ index }) => index));
  const { cwd } = subject;
  return invocation.argv.find((word, index) => {
    if (word.kind !== 'glob' || paths.has(index) || word.pattern.startsWith('-')) return false; // all begin alike
    const expanded = expansionOf(word.pattern, cwd, context);
    return expanded === undefined || expanded.length > 1;
  });
}

/** It stands in the table of its program; what a table without all options takes for one is not known. */
function isDescribed({ names }: ParsedOption, start: ProofStart): boolean {
  const [name = ''] = names;
  if (names.includes('-NUMBER')) return true;
  return levelsOf(start).some((level) => lookUp(indexOf(level), name) !== undefined);
}

const levelsOf = ({ grammar, subject }: ProofStart) => grammarLevels(grammar, subject.parsed());

/** The index of a word in front of `--` that may turn out to begin with a dash. */
function mayBeOption(start: ProofStart): number | undefined {
  const { invocation, subject, context } = start;
  const { endOfOptions = Number.POSITIVE_INFINITY, options } = subject.parsed();
  const inOptions = new Set<number>(options.map(({ index }) => index));
  const values = new Set(options.map(({ value }) => value));
  const at = invocation.argv.findIndex((word, index) => {
    if (index === 0 || index > endOfOptions || word.kind === 'known') return false;
    if (inOptions.has(index) || values.has(word) || !/^(?:$|[-*?[])/.test(leadOf(word))) return false;
    if (word.kind === 'unknown') return !/^[<>]\(/.test(word.text);
    const { cwd } = subject;
    const expanded = expansionOf(word.pattern, cwd, context);
    if (expanded === undefined) return !takesTextAlone(levelsOf(start).at(-1) ?? {});
    return expanded.some((path) => path.startsWith(`${cwd}/-`));
  });
  return at < 0 ? undefined : at;
}

/** None of its options does anything but choose what it prints: whichever a file's name may be, nothing is lost. */
const takesTextAlone = memoizeByObject(({ effects, options }: Grammar): boolean => {
  return effects === 'reads' && optionLines(options).every((line) => (optionSpec(line).kind ?? 'text') === 'text');
});

function codeObstacle({ subject, program, grammar }: ProofStart): string | undefined {
  const { options, operands } = subject.parsed();
  const texts = [
    ...options.filter(({ kind }) => kind === 'code').map(({ value }) => value),
    ...operands.filter(({ kind }) => kind === 'code').map(({ word }) => word),
  ];
  if (texts.length === 0 || grammar.operands === undefined) return undefined;
  const isHarmless = Object.hasOwn(HARMLESS_CODE, program) ? HARMLESS_CODE[program] : undefined;
  const unproven = texts.find((word) => !isHarmless?.(wordValue(word) ?? '\0'));
  return unproven && `what \`${program}\` does by \`${unproven.text}\` is not known`;
}
