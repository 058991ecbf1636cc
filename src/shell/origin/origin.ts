import type { Invocation } from '../../model/invocation.ts';
import { type Word, wordValue } from '../../model/word.ts';
import { fileKey } from '../state/file-key.ts';
import type { UnknownValue, Value } from '../state/value.ts';
import type { Walker } from '../state/walker.ts';
import { BRINGS_CONTENT, writtenAt } from './written-file.ts';

/** The origin of a text: all starts whose output may be part of it, and the texts of the line that they read. */
export interface Origin {
  readonly starts: readonly Invocation[];
  readonly texts: readonly string[];
}

/** With more starts the origin is unknown. */
const MAX_STARTS = 64;

/** Traces output back through pipes, substitutions and files that the line writes; undefined = unknown. */
export function originOf(from: readonly number[], walker: Walker): Origin | undefined {
  const seen = new Set(from);
  const starts: Invocation[] = [];
  const texts: string[] = [];
  for (const index of seen) {
    const invocation = walker.record.invocations[index];
    if (invocation === undefined || seen.size > MAX_STARTS) return undefined;
    starts.push(invocation);
    for (const input of invocation.inputs) {
      if ('from' in input) for (const one of input.from) seen.add(one);
      else if (input.kind === 'text') texts.push(wordValue(input.word) ?? '');
    }
    for (const word of filesOf(invocation)) {
      for (const content of contentsOf(word, invocation, walker)) {
        if (content.known) texts.push(content.text);
        else for (const one of content.from) seen.add(one);
      }
    }
  }
  return starts.length === 0 ? undefined : { starts, texts };
}

/** Words that may name a file that the start reads. */
function filesOf({ argv, inputs }: Invocation): readonly Word[] {
  return [...argv.slice(1), ...inputs.flatMap((input) => (input.kind === 'file' ? [input.path] : []))];
}

/** The contents of a file that the line, or a program that it started, wrote. */
function contentsOf(word: Word, { cwd }: Invocation, walker: Walker): readonly Value[] {
  const path = fileKey(word, { scope: { cwd } });
  if (path === undefined) return [];
  return [writtenAt(path, walker), walker.record.files.text(path)].filter((content) => content !== undefined);
}

/** Whether its output may be from other people or machines, or decoded. */
export function isForeign(start: Invocation): boolean {
  const { program, role, via, argv } = start;
  if (via.some(({ elsewhere }) => elsewhere !== undefined)) return true;
  const words = [...argv, ...filesOf(start)].map((word) => wordValue(word) ?? '');
  if (words.some((word) => CONNECTION.test(word))) return true;
  if (role !== 'program') return false;
  if (program === undefined || FOREIGN.has(program)) return true;
  return !MENTIONS.has(program) && words.some((word) => word.includes('://'));
}

/** Whether the output is from local programs and files alone. */
export function isOwnText(from: readonly number[], walker: Walker): boolean {
  return from.length > 0 && originOf(from, walker)?.starts.some(isForeign) === false;
}

/** Bash's own names for connections. */
const CONNECTION = /^\/dev\/(?:tcp|udp)\//;
/** Programs to which a URL is text; others may fetch it. */
const MENTIONS = new Set('echo printf jq yq sed gsed awk gawk mawk grep egrep fgrep rg cut tr'.split(' '));

export const FOREIGN = new Set([...BRINGS_CONTENT, ...'ssh telnet http https xh lynx w3m mail glab'.split(' ')]);
// it copies its input
FOREIGN.delete('tee');

/** Arithmetic runs substitutions in a subscript: `a[$(x)]`. */
const HIDDEN_IN_SUBSCRIPT = /\[[\s\S]*(?:\$\(|`)/;

/**
 * Whether evaluating the value as arithmetic may run code that is not the user's own. Output of local programs, also
 * about local files, is trusted as a local script is; text from elsewhere is not.
 */
export function mayHoldForeignCode(value: UnknownValue, walker: Walker): boolean {
  if (value.numeric) return false;
  if (value.from.length === 0) return value.reason === 'command-output' || value.reason === 'stdin';
  const origin = originOf(value.from, walker);
  if (origin === undefined || origin.starts.some(isForeign)) return true;
  const words = origin.starts.flatMap(({ argv }) => argv.map((word) => wordValue(word) ?? ''));
  return [...origin.texts, ...words].some((text) => HIDDEN_IN_SUBSCRIPT.test(text));
}
