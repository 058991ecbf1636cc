import { accesses } from '../../grammar/accesses.ts';
import { grammarOf } from '../../grammar/index.ts';
import { parseCommand } from '../../grammar/parse-command.ts';
import type { Wrapper } from '../../model/invocation.ts';
import type { Word } from '../../model/word.ts';
import { wordValue } from '../../model/word.ts';
import { baseName } from '../../util/path.ts';
import { isKnownGenerator } from '../generators.ts';
import { LIMITS } from '../limits.ts';
import type { CodeOptions, Frame, Machine, Start } from '../machine.ts';
import { unknown, type Value } from '../value.ts';
import { absolutePath } from './redirects.ts';

export interface Script {
  readonly content: Value;
  /** the file is as it was before the line: its own doubts are not this line's */
  readonly onDisk: boolean;
}

/** What a file that the line runs holds, where the line wrote it or the disk has it. */
export function scriptAt(path: Word, machine: Machine, frame: Frame): Script | undefined {
  const stream = machine.record.streams.get(path);
  if (stream !== undefined) return { content: stream, onDisk: false };
  const absolute = absolutePath(wordValue(path), frame);
  if (absolute === undefined || absolute.startsWith('/dev/')) return undefined;
  const written = machine.record.files.get(absolute) ?? writtenByProgram(absolute, machine);
  if (written !== undefined) return { content: written, onDisk: false };
  const text = machine.facts.readText(absolute, LIMITS.scriptBytes);
  return text === undefined ? undefined : { content: { known: true, text }, onDisk: true };
}

/** Runs the text of a script; a file of the user's own is followed without its own doubts. */
export function runScriptText(
  script: Script,
  what: string,
  machine: Machine,
  frame: Frame,
  options: CodeOptions,
): void {
  const { content, onDisk } = script;
  if (!content.known) {
    if (isKnownGenerator(content.from, machine)) return;
    machine.record.doubt('hidden-code', `\`${what}\` runs text that is not known`);
    return;
  }
  const run = () => machine.runCode(content.text, { ...frame, spans: false }, options);
  if (onDisk) machine.record.quietly(run);
  else run();
}

/** `./x.sh` that the line wrote before. */
export function runWrittenScript(start: Start, wrapper: Wrapper, machine: Machine): void {
  const [path] = start.argv as [Word];
  const absolute = absolutePath(wordValue(path), start.frame);
  if (absolute === undefined || machine.record.copies.has(absolute)) return;
  const content = machine.record.files.get(absolute) ?? writtenByProgram(absolute, machine);
  if (content === undefined) return;
  const { frame } = start;
  const inner: Frame = { ...frame, scope: frame.scope.child(), depth: frame.depth + 1, via: [...frame.via, wrapper] };
  runScriptText({ content, onDisk: false }, path.text, machine, inner, { positional: start.argv });
}

const DOWNLOADERS = new Set(['curl', 'wget', 'aria2c']);

/** A file that an earlier command of the line made, as far as its arguments tell. */
function writtenByProgram(path: string, machine: Machine): Value | undefined {
  const { invocations } = machine.record;
  for (let index = invocations.length - 1; index >= 0; index--) {
    const invocation = invocations[index];
    if (invocation?.program === undefined || invocation.role !== 'program') continue;
    const grammar = grammarOf(invocation.program);
    const parsed = parseCommand(invocation.program, invocation.argv, grammar);
    const place = { scope: { cwd: invocation.cwd } } as Frame;
    const writes =
      grammar !== undefined &&
      accesses(parsed).some(({ word, access }) => access === 'write' && absolutePath(wordValue(word), place) === path);
    const downloads =
      DOWNLOADERS.has(invocation.program) &&
      parsed.operands.some(({ word }) => baseName(wordValue(word) ?? '') === baseName(path));
    if (writes || downloads) return unknown('command-output', { from: [index] });
  }
  return undefined;
}
