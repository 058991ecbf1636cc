import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { finish } from './finish-parse.ts';
import type { Grammar, ParsedCommand, ParsedOption } from './grammar.ts';
import { DEFAULT_GRAMMAR, grammarOf } from './index.ts';
import type { Fallback, GrammarIndex, OptionEntry } from './option-index.ts';
import { childIndex, exactly, lookUp, resolveSubcommand } from './option-index.ts';
import { type ParseState, startState } from './parse-state.ts';
import { dropLead, isAnything, leadOf } from './words.ts';

export { canonicalSubcommand, effective } from './effective.ts';

function findOption({ index, fallback }: ParseState, name: string): OptionEntry | undefined {
  return lookUp(index, name, fallback);
}

function markDynamic(state: ParseState, at: number): void {
  if (state.dynamic[state.dynamic.length - 1] !== at) state.dynamic.push(at);
}

/** The next word, consumed as a value; undefined at the end of the line. */
function takeNext(state: ParseState): Word | undefined {
  const word = state.argv[state.at + 1];
  if (word === undefined) return undefined;
  state.at += 1;
  if (word.kind === 'unknown' && word.fields === 'any') markDynamic(state, state.at);
  return word;
}

/** `rm {} ;` behind find's -exec: up to `;`, or to the `+` that follows `{}`. */
function takeCommand(state: ParseState): Word[] {
  const words: Word[] = [];
  for (let word = takeNext(state); word !== undefined; word = takeNext(state)) {
    const value = wordValue(word);
    if (value === ';' || (value === '+' && wordValue(words.at(-1)) === '{}')) break;
    words.push(word);
  }
  return words;
}

const FALSE_VALUES = new Set(['false', 'False', 'FALSE', 'f', 'F', '0']);

/** Records one option. `attached` is the value that stands in the same word. */
function addOption(state: ParseState, entry: OptionEntry, attached: Word | undefined): void {
  const { spec } = entry;
  const index = state.at;
  let value = attached;
  let words: Word[] | undefined;
  // programs in Go and nopt read `--force=false` as off; programs that do not take a value refuse to start
  const off = spec.value === 'none' && attached !== undefined && FALSE_VALUES.has(wordValue(attached) ?? '');
  if (spec.value === 'command') {
    words = takeCommand(state);
    value = words[0];
  } else if (spec.value === 'required' && !entry.negated) {
    value ??= takeNext(state);
    if (spec.count > 1 && value !== undefined) {
      words = [value];
      for (let word = takeNext(state); word !== undefined; word = takeNext(state)) {
        words.push(word);
        if (words.length === spec.count) break;
      }
    }
  }
  state.options.push({
    names: spec.names,
    negations: spec.negations,
    negated: entry.negated !== off,
    ...(value === undefined ? {} : { value }),
    ...(spec.kind === undefined || value === undefined ? {} : { kind: spec.kind }),
    ...(words === undefined ? {} : { words }),
    ...(spec.kinds === undefined ? {} : { kinds: spec.kinds }),
    index,
  });
  if (state.index.grammar.lastOptions?.some((name) => spec.names.includes(name))) state.ended = true;
}

/** Few letters: `-xf`, but not `-environment`. */
const CLUSTER = /^-[A-Za-z]{2,4}$/;

/** An option that no table describes: `-xf` counts as itself and as each of its letters; nobody asks for help by `-xh`. */
function addUndescribed(state: ParseState, name: string, value: Word | undefined): void {
  const letters = CLUSTER.test(name) ? [...name.slice(1)].filter((letter) => letter !== 'h') : [];
  state.options.push({
    names: [name, ...letters.map((letter) => `-${letter}`)],
    negations: [],
    negated: false,
    ...(value === undefined ? {} : { value, kind: 'path' }),
    index: state.at,
  });
}

function addUnknown(state: ParseState, word: Word, name: string, value: Word | undefined): void {
  if (state.index.anyOption) addUndescribed(state, name, value);
  else state.unknownOptions.push(word);
}

/** `--name`, `--name=value`, and `-name` where the grammar has no clusters. */
function readLong(state: ParseState, word: Word, lead: string): void {
  const equals = lead.indexOf('=');
  const name = equals < 0 ? lead : lead.slice(0, equals);
  if (word.kind !== 'known' && (equals < 0 || (word.kind === 'glob' && /[*?[]/.test(name)))) {
    markDynamic(state, state.at);
    return;
  }
  if (word.kind === 'unknown' && word.fields === 'any') markDynamic(state, state.at);
  const value = equals < 0 ? undefined : dropLead(word, equals + 1);
  const entry = findOption(state, name);
  if (entry === undefined) addUnknown(state, word, name, value);
  else addOption(state, entry, value);
}

/** A cluster whose letter at `from` is not described. */
function addUnknownCluster(state: ParseState, word: Word, from: number): void {
  const lead = leadOf(word);
  const equals = lead.indexOf('=');
  if (word.kind === 'glob') markDynamic(state, state.at);
  else if (equals < 0) addUnknown(state, word, lead, undefined);
  else addUnknown(state, word, lead.slice(0, equals), dropLead(word, equals + 1));
  if (!state.index.anyOption || word.kind === 'glob') return;
  // the letters that the table does describe count under their long names too
  for (const letter of lead.slice(from + 1, equals < 0 ? lead.length : equals)) {
    const entry = findOption(state, `-${letter}`);
    if (entry?.spec.value === 'none') addOption(state, entry, undefined);
  }
}

function attachedValue(word: Word, lead: string, from: number): Word | undefined {
  if (from >= lead.length) return word.kind === 'known' ? undefined : dropLead(word, from);
  const skip = lead[from] === '=' && from + 1 < lead.length ? 1 : 0;
  return dropLead(word, from + skip);
}

/** A short option of several letters where the grammar has it: `wget -nc`, `node -pe`, `pkill -KILL`. */
function readWhole(state: ParseState, word: Word, lead: string): boolean {
  if (lead.length === 2 || word.kind !== 'known') return false;
  const { index, fallback } = state;
  const described = fallback?.();
  const entry = exactly(index, lead) ?? (described && exactly(described, lead));
  if (entry !== undefined) addOption(state, entry, undefined);
  return entry !== undefined;
}

/** Octal, or hexadecimal behind an `x`. */
const DIGITS = /^(?:x[\da-f]+|\d+)/i;

/** `-rf`, `-am msg`, `-Cdir`: letters up to the first that takes a value, which gets the rest. */
function readCluster(state: ParseState, word: Word, lead: string): void {
  if (word.kind === 'unknown') markDynamic(state, state.at);
  if (lead.length === 1 || readWhole(state, word, lead)) return;
  const sign = lead[0] ?? '-';
  for (let at = 1; at < lead.length; at += 1) {
    const entry = findOption(state, sign + lead[at]);
    if (entry === undefined) {
      addUnknownCluster(state, word, at);
      return;
    }
    const digits = entry.spec.isNumber ? (DIGITS.exec(lead.slice(at + 1))?.[0] ?? '') : undefined;
    if (digits !== undefined) {
      addOption(state, entry, digits === '' ? undefined : knownWord(digits));
      at += digits.length;
      continue;
    }
    // `-i=false` is how programs in Go switch a letter off
    const last = entry.spec.value !== 'none' || lead[at + 1] === '=';
    addOption(state, entry, last ? attachedValue(word, lead, at + 1) : undefined);
    if (last) return;
  }
  if (word.kind === 'glob') markDynamic(state, state.at);
}

/** tar's old style: every letter of the first word, then their values in order. */
function readBundle(state: ParseState, word: Word, lead: string): void {
  for (const letter of lead) {
    const entry = findOption(state, `-${letter}`);
    if (entry === undefined) {
      state.unknownOptions.push(word);
      return;
    }
    addOption(state, entry, undefined);
  }
}

/** The grammar of what follows a word that is no known subcommand. */
const UNKNOWN_SUBCOMMAND: Grammar = { anyOption: true };

function readSubcommand(state: ParseState, word: Word): boolean {
  const { grammar } = state.index;
  const { subcommands } = grammar;
  if (subcommands === undefined || state.settled) return false;
  const value = wordValue(word);
  const name = value === undefined ? undefined : resolveSubcommand(grammar, value);
  const next = name === undefined ? undefined : subcommands[name];
  if (name !== undefined && next !== undefined) {
    state.subcommand.push(name);
    state.index = childIndex(state.index, name, next);
    return true;
  }
  state.settled = true;
  if (value === undefined || !grammar.looseSubcommands) state.unknownSubcommand = word;
  if (grammar.looseSubcommands) return false;
  state.index = childIndex(state.index, '', UNKNOWN_SUBCOMMAND);
  return true;
}

/** A subcommand, or the command that a wrapper starts, comes here. */
function startsCommand({ index: { grammar }, settled }: ParseState): boolean {
  return grammar.optionsFirst === true || (grammar.subcommands !== undefined && !settled);
}

function readOperand(state: ParseState, word: Word): void {
  if (isAnything(word, state.ended || !startsCommand(state))) markDynamic(state, state.at);
  if (readSubcommand(state, word)) return;
  state.operands.push({ word, index: state.at });
  if (state.operands.length >= Number(state.index.grammar.optionsFirst || Number.POSITIVE_INFINITY)) state.ended = true;
}

function isNumericOption(state: ParseState, lead: string): boolean {
  const { numericOptions } = state.index.grammar;
  if (!numericOptions || !/^-\d/.test(lead)) return false;
  return numericOptions !== 'once' || state.operands.length + state.options.length === 0;
}

function addNumeric(state: ParseState, word: Word, lead: string): void {
  const value = dropLead(word, 1);
  state.options.push({ names: [lead, '-NUMBER'], negations: [], negated: false, value, kind: 'text', index: state.at });
}

/** What the word's first characters make of it. */
function readWord(state: ParseState, word: Word): void {
  const lead = leadOf(word);
  const { index } = state;
  if (state.ended) readOperand(state, word);
  else if (lead.startsWith('-') && (lead.length > 1 || word.kind !== 'known')) {
    if (lead === '--' && word.kind === 'known') {
      if (index.grammar.optionsAfterDashes) return;
      state.ended = true;
      state.endOfOptions = state.at;
    } else if (isNumericOption(state, lead)) addNumeric(state, word, lead);
    else if (/^-\d/.test(lead) && index.grammar.numericOptions === 'once') readOperand(state, word);
    else if (lead.startsWith('--') || index.singleDash) readLong(state, word, lead);
    else readCluster(state, word, lead);
  } else if (lead.startsWith('+') && lead.length > 1 && (index.plus || state.fallback?.()?.plus))
    readCluster(state, word, lead);
  else if (index.plain && word.kind === 'known' && index.exact.has(lead)) readLong(state, word, lead);
  else if (index.grammar.bundledFirst && state.at === 1 && word.kind === 'known') readBundle(state, word, lead);
  else readOperand(state, word);
}

/**
 * Reads a program start by the program's own option grammar. argv[0] is the program. Linear in the length of argv;
 * never throws. What the grammar does not know is reported (`unknownOptions`, `unknownSubcommand`, `dynamic`).
 */
export function parseCommand(
  program: string | undefined,
  argv: readonly Word[],
  grammar: Grammar = program === undefined ? DEFAULT_GRAMMAR : grammarOf(program),
  fallback?: Fallback,
): ParsedCommand {
  const state = startState(grammar, argv, fallback);
  for (; state.at < argv.length; state.at += 1) {
    const word = argv[state.at];
    if (word !== undefined) readWord(state, word);
  }
  return finish(state);
}

/** Reads the options of one dash word; `end` is the index behind their values. Returns undefined if the grammar lacks one. */
export function optionsAt(
  index: GrammarIndex,
  argv: readonly Word[],
  at: number,
): { readonly options: readonly ParsedOption[]; readonly end: number } | undefined {
  const state = startState(index.grammar, argv);
  state.index = index.anyOption ? { ...index, anyOption: false } : index;
  state.at = at;
  readWord(state, argv[at] as Word);
  const { options, unknownOptions } = state;
  return options.length === 0 || unknownOptions.length > 0 ? undefined : { options, end: state.at + 1 };
}

/** The options in front of the first operand; for programs that start another program. */
export interface LeadingOptions {
  readonly options: readonly ParsedOption[];
  readonly unknownOptions: readonly Word[];
  /** dynamic words among the options: where the operands begin is then not certain */
  readonly dynamic: readonly number[];
  /** index in argv of the first operand; argv.length when there is none */
  readonly rest: number;
}

/** `sudo -u root rm x` -> the option -u and rest 3. Reads no further than the first operand. Never throws. */
export function splitOptions(grammar: Grammar, argv: readonly Word[], fallback?: Fallback): LeadingOptions {
  const state = startState(grammar, argv, fallback);
  for (; state.at < argv.length; state.at += 1) {
    const word = argv[state.at];
    if (word !== undefined) readWord(state, word);
    if (state.operands.length + state.subcommand.length > 0 || state.unknownSubcommand !== undefined) break;
  }
  const { options, unknownOptions, dynamic } = state;
  return { options, unknownOptions, dynamic, rest: Math.min(state.at, argv.length) };
}
