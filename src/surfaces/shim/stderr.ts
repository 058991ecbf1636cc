import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Environment } from '../../model/request.ts';
import { sizeOf } from '../../settle/askers/stty.ts';
import type { Page } from '../../text/page.ts';
import { createPaint, type Paint } from '../../text/paint.ts';

const STDERR = 2;

/** Written at once and by descriptor: opening process.stderr would make a pipe non-blocking for everyone who shares it. */
export function sayOnStderr(text: string): void {
  try {
    writeSync(STDERR, text);
  } catch {
    // closed or full: nobody reads it, and what was decided stands
  }
}

export function stderrPaint(env: Environment): Paint {
  return createPaint(isatty(STDERR) && wantsColor(env));
}

/** For more than a line. */
export function stderrPage(env: Environment): Page {
  const size = isatty(STDERR) ? sizeOf(STDERR) : { columns: Number.POSITIVE_INFINITY, rows: 0 };
  return { paint: stderrPaint(env), ...size, home: env.HOME };
}

export function wantsColor(env: Environment): boolean {
  return !env.NO_COLOR && env.TERM !== undefined && env.TERM !== 'dumb';
}
