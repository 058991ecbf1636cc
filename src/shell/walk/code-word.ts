import { HOLE, HOLE_VARIABLE } from '../../model/hole.ts';
import type { UnknownWord, Word } from '../../model/word.ts';
import { assumedText, templateOf } from '../../wrappers/words.ts';
import { isKnownGenerator, printsPlainWords } from '../origin/generators.ts';
import { isOwnText } from '../origin/origin.ts';
import type { Frame } from '../state/frame.ts';
import { unknown } from '../state/value.ts';
import type { CodeOptions, Walker } from '../state/walker.ts';
import { runPerhaps } from './perhaps.ts';
import { printedScripts, runScriptText } from './script-file.ts';

/** Runs a word as shell code: its known text, or the known pieces of it with a doubt for the rest. */
export function runCodeWord(code: Word, what: string, walker: Walker, frame: Frame, options: CodeOptions = {}): void {
  const { record } = walker;
  if (code.kind === 'known') {
    walker.runCode(code.value, frame, options);
    return;
  }
  // of a default the text is put into the code below
  if (code.kind === 'unknown' && !record.assumed.has(code)) runAlternatives(code, walker, frame, options);
  const from = record.printedBy.get(code) ?? [];
  const template = record.templates.get(code) ?? (code.kind === 'glob' ? HOLE : templateOf(code));
  if (template === HOLE && isKnownGenerator(from, walker)) return;
  if (template === HOLE && from.length > 0 && runPrintedFiles(from, what, walker, frame, options)) return;
  const isFile = code.kind === 'glob' || code.reason === 'glob';
  const isBare = (isFile ? /^\s*(?!\w+=)\S*\uE000/ : NAMES_COMMAND).test(template) || REDIRECTS_FIRST.test(template);
  // an argument that was read from local output or files: data, not code of an attacker
  const isOwnArgument =
    code.kind === 'unknown' &&
    code.reason === 'command-output' &&
    !NAMES_COMMAND.test(template) &&
    isOwnText(from, walker);
  const isMild = !isBare && (isFile || MILD.has(code.reason) || printsPlainWords(from, walker) || isOwnArgument);
  if (!isMild) record.doubt('hidden-code', `\`${what}\` runs text that is not known`);
  // the known pieces run as well; behind `>` an empty hole makes the next word the target, and in a name it leaves an assignment
  const emptied = /[<>]\s*\uE000|\uE000\w*\+?=/.test(template) ? template.replaceAll(HOLE, '') : template;
  // of an output behind `X=` the second word is the program
  const assigned = template.replace(ASSIGNED, '$& \uE000');
  for (const text of new Set([
    template,
    record.assumed.get(code) ?? assumedText(code) ?? template,
    emptied,
    assigned,
  ])) {
    if (text.replaceAll(HOLE, '').trim() === '') continue;
    const run = () => walker.runCode(text.replaceAll(HOLE, HOLE_VARIABLE), frame, options);
    if (isMild && (text === template || text !== emptied)) run();
    else record.withoutRecordingDoubts(run);
  }
}

/** Each text that a branch gave it is run, perhaps. */
function runAlternatives({ alternatives = [] }: UnknownWord, walker: Walker, frame: Frame, options: CodeOptions): void {
  for (const text of alternatives) {
    if (text.trim() !== '') runPerhaps(frame, (inner) => walker.runCode(text, inner, options));
  }
}

/** `bash -c "$(cat x.sh)"` is `bash x.sh`; whether the files are known. */
function runPrintedFiles(
  from: readonly number[],
  what: string,
  walker: Walker,
  frame: Frame,
  options: CodeOptions,
): boolean {
  const scripts = printedScripts(unknown('command-output', { from }), walker, frame);
  if (scripts === undefined || scripts.length === 0 || !scripts.every((one) => one?.onDisk === true)) return false;
  for (const script of scripts) if (script !== undefined) runScriptText(script, what, walker, frame, options);
  return true;
}

/** Unknown pieces of these kinds are taken for arguments: the caller's variables, numbers. */
const MILD: ReadonlySet<string> = new Set(['variable', 'arithmetic']);

/** A hole at the beginning of a command: it is the program, not an argument. */
const NAMES_COMMAND = /(?:^|[;&|(){}!\n]|\b(?:then|do|else|elif|if|while|until)[ \t])[ \t]{0,99}\uE000/;

const ASSIGNED = /(?<=(?:^|[;&|(){}!\n])[ \t]{0,99}\w+\+?=)\uE000/g;

/** `>$X a` at the beginning of a command: if X is several words, the second one is the program. */
const REDIRECTS_FIRST = /(?:^|[;&|(\n])[ \t]{0,99}\d{0,9}[<>]{1,3}[&|]?[ \t]{0,99}\uE000/;
