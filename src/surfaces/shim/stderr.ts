import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Environment } from '../../model/request.ts';
import { sizeOf } from '../../settle/askers/stty.ts';
import type { Page } from '../../text/page.ts';
import { createPaint, type Paint } from '../../text/paint.ts';

const STDERR = 2;

/** For who looks on, not for who reads it later. */
export function tellTerminal(text: string): void {
  if (isatty(STDERR)) writeStderr(text);
}

/** Synchronous, by descriptor: opening process.stderr would make a pipe non-blocking for every process that shares it. */
export function writeStderr(text: string): void {
  try {
    writeSync(STDERR, text);
  } catch {
    // closed or full: nobody reads it, and the decision does not change
  }
}

export function stderrPaint(env: Environment): Paint {
  return createPaint(isatty(STDERR) && wantsColor(env));
}

/** For texts of several lines, wrapped at the width of the terminal. */
export function stderrPage(env: Environment): Page {
  const size = isatty(STDERR) ? sizeOf(STDERR) : { columns: Number.POSITIVE_INFINITY, rows: 0 };
  return { paint: stderrPaint(env), ...size, home: env.HOME };
}

export function wantsColor(env: Environment): boolean {
  return !env.NO_COLOR && env.TERM !== undefined && env.TERM !== 'dumb';
}
