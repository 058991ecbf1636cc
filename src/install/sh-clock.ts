import { statSync } from 'node:fs';

/** Its time is that of whoever looks at it first: sh has no other clock that starts no process. Source: proc(5) */
const CLOCK = '/proc/self/stat';
/** Our own entry was made when this process, or whoever looks at processes, first looked at it. */
const CLOCK_SLACK_MS = 5000;

/** sh: was `$1` written before now, and does `$2` lie ahead? Where no file tells the time this is not asked. */
export function recentTest(): string {
  return hasClock() ? `[ ${CLOCK} -nt "$1" ] && [ "$2" -nt ${CLOCK} ]` : ':';
}

function hasClock(): boolean {
  const atMs = statSync(CLOCK, { throwIfNoEntry: false })?.mtimeMs;
  const nowMs = Date.now();
  const startMs = nowMs - process.uptime() * 1000;
  return atMs !== undefined && atMs > startMs - CLOCK_SLACK_MS && atMs < nowMs + CLOCK_SLACK_MS;
}
