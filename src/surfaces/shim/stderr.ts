import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Environment } from '../../model/request.ts';
import { sizeOf } from '../../settle/askers/stty.ts';
import type { Page } from '../../text/page.ts';
import { createPaint } from '../../text/paint.ts';

const STDERR = 2;

/** Written at once and by descriptor: opening process.stderr would make a pipe non-blocking for everyone who shares it. */
export function sayOnStderr(text: string): void {
  try {
    writeSync(STDERR, text);
  } catch {
    // closed or full: nobody reads it, and what was decided stands
  }
}

/** For a person who reads there. */
export function stderrPage(env: Environment): Page {
  if (!isatty(STDERR)) return { paint: createPaint(false), columns: Number.POSITIVE_INFINITY, rows: 0 };
  return { paint: createPaint(wantsColor(env)), ...sizeOf(STDERR), home: env.HOME };
}

export function wantsColor(env: Environment): boolean {
  return !env.NO_COLOR && env.TERM !== undefined && env.TERM !== 'dumb';
}
