import type { ParsedOption } from '../grammar/grammar.ts';
import { indexOf, lookUp } from '../grammar/option-index.ts';
import { leadOf } from '../grammar/words.ts';
import type { Invocation, Redirect } from '../model/invocation.ts';
import { type Word, wordValue } from '../model/word.ts';
import { HARMLESS_CODE } from './code.ts';
import { type ProofStart, startsOther } from './context.ts';
import { secretIn } from './environment.ts';

/** Where nothing is written. */
const STREAMS = /^\/dev\/(?:null|stdin|stdout|stderr|tty|fd\/\d+)$/;

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
  const { unknownOptions, options, dynamic } = subject.parsed();
  const [unknown] = unknownOptions;
  if (unknown !== undefined) return `\`${program}\` has no option \`${unknown.text}\` that is known`;
  const undescribed = options.find((one) => !isDescribed(one, start));
  if (undescribed !== undefined) return `\`${program}\` has no option \`${undescribed.names[0]}\` that is known`;
  if (effect === 'starts') return undefined; // what follows the options is a start of its own
  const at = dynamic[0] ?? mayBeOption(start);
  if (at !== undefined) return gotText(invocation.argv[at] as Word, program);
  const command = options.find(({ kind, words }) => kind === 'command' || words?.length === 0);
  if (command !== undefined && !startsOther(start)) return `\`${command.names[0]}\` of \`${program}\` runs a program`;
  return codeObstacle(start);
}

function gotText(word: Word, program: string): string {
  if (word.kind === 'unknown' && word.reason === 'stdin') return `\`${program}\` gets words from standard input`;
  return `\`${word.text}\` of \`${program}\` may be an option`;
}

/** It stands in the table of its program; what a table without all options takes for one is not known. */
function isDescribed({ names }: ParsedOption, { grammar, subject }: ProofStart): boolean {
  const [name = ''] = names;
  if (name.startsWith('-') && names.includes('-NUMBER')) return true;
  let node = grammar;
  const levels = [indexOf(grammar)];
  for (const part of subject.parsed().subcommand) {
    node = node.subcommands?.[part] ?? {};
    levels.push(indexOf(node));
  }
  return levels.some((level) => lookUp(level, name) !== undefined);
}

/** The index of a word in front of `--` that may turn out to begin with a dash. */
function mayBeOption({ invocation: { argv }, subject, context: { facts } }: ProofStart): number | undefined {
  const { endOfOptions = Number.POSITIVE_INFINITY, options } = subject.parsed();
  const values = new Set(options.map(({ value }) => value));
  const at = argv.findIndex((word, index) => {
    if (index === 0 || index > endOfOptions || values.has(word) || word.kind === 'known') return false;
    if (leadOf(word) !== '' && !/^[-*?[]/.test(leadOf(word))) return false;
    if (word.kind === 'unknown') return !/^[<>]\(/.test(word.text);
    const { cwd } = subject;
    const expanded = cwd === undefined ? undefined : facts.expandGlob(word.pattern, cwd, MAX_EXPANDED);
    return expanded === undefined || expanded.some((path) => path.startsWith(`${cwd}/-`));
  });
  return at < 0 ? undefined : at;
}

const MAX_EXPANDED = 500;

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
