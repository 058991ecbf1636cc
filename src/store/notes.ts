import { readIfThere, writeFileAtomic } from './atomic-file.ts';
import { sha256 } from './sha256.ts';

/** One line beside whatever is answered, for the person; `told` is called where it was said. */
export interface Note {
  readonly text: string;
  /** about this call: for the model, where the agent's hook has a field for that */
  readonly isForModel?: true;
  told(): void;
}

/**
 * A note that counts as told once the first of `marks` that can be written says so, with what it is `about`; where none can,
 * it is told again, as silence would be worse. undefined = it was told before. Never throws.
 */
export function noteOnce(text: string, about: string, marks: readonly string[]): Note | undefined {
  const told = sha256(about);
  if (marks.some((mark) => textOf(mark) === told)) return undefined;
  return {
    text,
    told() {
      marks.some((mark) => isWritten(mark, told));
    },
  };
}

function textOf(mark: string): string | undefined {
  try {
    return readIfThere(mark);
  } catch {
    return undefined;
  }
}

function isWritten(mark: string, text: string): boolean {
  try {
    writeFileAtomic(mark, text, { durable: false });
    return true;
  } catch {
    return false;
  }
}
