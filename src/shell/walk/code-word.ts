import { HOLE } from '../../model/hole.ts';
import type { Word } from '../../model/word.ts';
import { templateOf } from '../../wrappers/words.ts';
import { isKnownGenerator, printsPlainWords } from '../origin/generators.ts';
import { isOwnText } from '../origin/origin.ts';
import type { Frame } from '../state/frame.ts';
import type { CodeOptions, Walker } from '../state/walker.ts';

/** Text that a shell is told to run: known, made by a well-known generator, or in doubt. */
export function runCodeWord(code: Word, what: string, walker: Walker, frame: Frame, options: CodeOptions = {}): void {
  const { record } = walker;
  if (code.kind === 'known') {
    walker.runCode(code.value, frame, options);
    return;
  }
  const from = record.printedBy.get(code) ?? [];
  const template = record.templates.get(code) ?? (code.kind === 'glob' ? HOLE : templateOf(code));
  if (template === HOLE && isKnownGenerator(from, walker)) return;
  const isFile = code.kind === 'glob' || code.reason === 'glob';
  const isBare = (isFile ? /^\s*(?!\w+=)\S*\uE000/ : /^\s*\uE000/).test(template) || REDIRECTS_FIRST.test(template);
  // what `read` took may be the name of any file: nobody wrote that as code
  const isOwnArgument =
    code.kind === 'unknown' &&
    code.reason === 'command-output' &&
    !NAMES_COMMAND.test(template) &&
    isOwnText(from, walker);
  const isMild = !isBare && (isFile || MILD.has(code.reason) || printsPlainWords(from, walker) || isOwnArgument);
  if (!isMild) record.doubt('hidden-code', `\`${what}\` runs text that is not known`);
  // what is known around the holes runs all the same; an operator takes the next word where a hole turns out empty
  const emptied = /[<>]\s*\uE000/.test(template) ? template.replaceAll(HOLE, '') : template;
  for (const text of new Set([template, record.assumed.get(code) ?? template, emptied])) {
    if (text.replaceAll(HOLE, '').trim() === '') continue;
    const run = () => walker.runCode(text.replaceAll(HOLE, HOLE_VARIABLE), frame, options);
    if (isMild && (text === template || text !== emptied)) run();
    else record.withoutRecordingDoubts(run);
  }
}

/** What is missing is the caller's own or a number, as a file's name is: an argument, not code. */
const MILD: ReadonlySet<string> = new Set(['variable', 'arithmetic']);

/** The hole stands where a command begins: what it holds is no argument. */
const NAMES_COMMAND = /(?:^|[;&|(){}!\n]|\b(?:then|do|else|elif|if|while|until)[ \t])[ \t]{0,99}\uE000/;

/** `>$X`: behind the target, which may be several words, stands the command. */
const REDIRECTS_FIRST =
  /(?:^|[;&|(\n])[ \t]{0,99}\d{0,9}[<>]{1,3}[&|]?[ \t]{0,99}\uE000[^\s;&|()]{0,99}[ \t]*(?:$|[;&|)\n])/;

/** Reads as a variable that nobody sets. */
const HOLE_VARIABLE = '${_unknown_}';
