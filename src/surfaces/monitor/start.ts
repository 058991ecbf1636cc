/** A file of its own, with the library that draws: nothing of it is loaded for other commands. */
const BUNDLE = './monitor.mjs';

export function loadMonitor(): Promise<unknown> {
  return import(BUNDLE);
}
