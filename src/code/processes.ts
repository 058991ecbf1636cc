import { knownWord } from '../model/word.ts';
import { SHELL_CODE } from '../wrappers/peeled.ts';
import { shellLine } from './directory.ts';
import { shellFinding } from './effects.ts';
import type { CodeFinding } from './finding.ts';
import { concatValues, hasHome, nameValue, partsOf, shellText, textOf, type Value, wordOf } from './value.ts';

/** Texts beyond these are not joined to what was written before. */
const MAX_WRITTEN = 100;

interface Process {
  readonly start: readonly CodeFinding[];
  readonly written: Value[];
}

/** A shell that is given nothing but its standard input. */
const BARE_SHELL = /^(?:exec )?(?:\/(?:usr\/)?bin\/)?(?:ba|da|z|k)?sh(?: -s| -)?$/;

/** A start whose standard input is this text. */
export function fed(finding: CodeFinding, text: Value): CodeFinding {
  if (finding.kind === 'doubt' || finding.kind === 'typed') return finding;
  if (BARE_SHELL.test(shellLine(finding)?.trim() ?? '')) return shellFinding(text);
  const parts = partsOf(text);
  const code = hasHome(parts) ? shellLine(finding) : undefined;
  if (code === undefined) return { ...finding, effects: { ...finding.effects, stdin: wordOf(text) } };
  const piped = `printf %s ${shellText(parts)} | { ${code}\n}`; // only a shell knows where home is
  return { kind: 'code', language: SHELL_CODE, shell: 'sh', code: knownWord(piped) };
}

/** Programs that code starts with a pipe to them, and what it writes there. Each is known by the place of its start. */
export class Processes {
  private readonly all = new Map<number, Process>();

  /** The value that stands for the program in the code. */
  started(at: number, start: readonly CodeFinding[]): Value {
    if (!this.all.has(at)) this.all.set(at, { start, written: [] });
    return nameValue(`${PREFIX}${at}`);
  }

  /** Whether something is written to: a program that was started so. */
  write(to: Value | undefined, text: Value): boolean {
    const process = this.all.get(placeOf(to) ?? -1);
    if (process === undefined) return false;
    if (process.written.length < MAX_WRITTEN) process.written.push(text);
    return true;
  }

  /** What the start at this place is with all that is written to it; undefined where nothing is. */
  fedAt(at: number): readonly CodeFinding[] | undefined {
    const process = this.all.get(at);
    if (process === undefined || process.written.length === 0) return undefined;
    const { start, written } = process;
    const texts = written.every((one) => textOf(one) !== undefined) ? [concatValues(written)] : written;
    return texts.flatMap((text) => start.map((one) => fed(one, text)));
  }

  clear(): void {
    this.all.clear();
  }
}

const PREFIX = 'process@';

function placeOf(value: Value | undefined): number | undefined {
  return value?.kind === 'name' && value.name.startsWith(PREFIX) ? Number(value.name.slice(PREFIX.length)) : undefined;
}

/** Whether a value is a program that the code writes to. */
export function isProcess(value: Value | undefined): boolean {
  return placeOf(value) !== undefined;
}
