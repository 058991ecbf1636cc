import type { Decision } from '../model/decision.ts';
import type { Analysis, Invocation } from '../model/invocation.ts';
import { isWithin } from '../util/path.ts';
import { printable, shortened } from './printable.ts';

const MAX_COMMAND_LENGTH = 200;

/** What a line runs from files, one sentence each: where the deciding start stands, and what was read only in part. */
export function fileReasons({ decider, analysis }: Decision): readonly string[] {
  const start = decider?.invocation === undefined ? undefined : analysis.invocations[decider.invocation];
  const location = start?.source === undefined ? [] : [`${locationOf(start, analysis)}  ${shownStart(start)}`];
  return [...location, ...partlyRead(analysis)];
}

/** `clean.sh:12`; the path below the directory of the line, or absolute. */
export function locationOf({ source }: Invocation, analysis: Analysis): string {
  if (source === undefined) return '';
  const { file, line } = source;
  return printable(line === undefined ? fileName(file, analysis) : `${fileName(file, analysis)}:${line}`);
}

function partlyRead(analysis: Analysis): readonly string[] {
  return (analysis.partlyRead ?? []).map(
    (file) => `of ${printable(fileName(file, analysis))} only the beginning was looked at`,
  );
}

function fileName(file: string, { invocations }: Analysis): string {
  const cwd = invocations[0]?.cwd;
  return cwd !== undefined && cwd !== '/' && file !== cwd && isWithin(file, cwd) ? file.slice(cwd.length + 1) : file;
}

/** `rm -rf build`; of a call of another language the command with the same effect: `rm -rf build (fs.rmSync)`. */
function shownStart({ text, standsFor }: Invocation): string {
  const command = shortened(text.trim().replace(/\s*\n\s*/g, ' '), MAX_COMMAND_LENGTH);
  return standsFor === undefined ? command : `${command} (${printable(standsFor)})`;
}
