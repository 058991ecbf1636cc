import { Script } from 'node:vm';

const LIMIT_MS = 250;
/** A script only sees globals; a symbol cannot clash with another. */
const RUNNER_KEY = Symbol.for('safeshell.regex-watchdog');
const CALL_RUNNER = 'globalThis[Symbol.for("safeshell.regex-watchdog")]()';

/**
 * `regex.test(text)`, stopped after a quarter of a second: undefined. The engine can be interrupted within a regex only
 * through a script's time limit; a run costs 0.2 to 6 ms. Hand it to setWatchdog once, at the start of a process.
 */
export function testUnderWatchdog(regex: RegExp, text: string): boolean | undefined {
  try {
    Reflect.set(globalThis, RUNNER_KEY, () => regex.test(text));
    return new Script(CALL_RUNNER).runInThisContext({ timeout: LIMIT_MS }) === true;
  } catch {
    return undefined;
  } finally {
    Reflect.deleteProperty(globalThis, RUNNER_KEY);
  }
}
