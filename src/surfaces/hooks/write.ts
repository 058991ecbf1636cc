import { writeSync } from 'node:fs';

export const STDOUT = 1;
export const STDERR = 2;

/** By descriptor: opening process.stdout costs more than the answer. A pipe that is full for now is tried again. */
export function writeAll(descriptor: number, text: string): boolean {
  for (let rest = Buffer.from(text); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return false;
    }
  }
  return true;
}
