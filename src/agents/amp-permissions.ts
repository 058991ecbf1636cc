import { isRecord, isString } from '../store/guards.ts';
import type { Payload } from './hook.ts';

/** Entries of `amp.permissions`: the first that fits a call decides. Source: ampcode.com/manual/appendix. */
export type Entry = unknown;

/** What an entry that stands behind ours would have done; the strictest first. A delegate of the person's own is asked about. */
export type AmpAnswer = 'reject' | 'ask' | 'allow';

type Fit = 'yes' | 'no' | 'unknown';

const STRICTEST: readonly AmpAnswer[] = ['reject', 'ask', 'allow'];

export function entriesIn(settings: unknown): readonly Entry[] {
  const list = isRecord(settings) ? settings['amp.permissions'] : undefined;
  return Array.isArray(list) ? list : [];
}

/** In front of ours it would let calls of `tool` run that we are never asked about. Whoever only rejects is welcome there. */
export function mayPass(tool: string): (entry: Entry) => boolean {
  return (entry) =>
    isRecord(entry) && isString(entry.action) && entry.action !== 'reject' && toolFit(entry, tool) !== 'no';
}

/**
 * The answer of the first entry that fits, where that is sure; else the strictest of those that may be the first.
 * undefined = none fits: Amp's own list is next.
 */
export function answerOf(entries: readonly Entry[], tool: string, input: Payload): AmpAnswer | undefined {
  const possible: AmpAnswer[] = [];
  for (const entry of entries) {
    const fit = fitOf(entry, tool, input);
    if (fit !== 'no') possible.push(actionOf(entry));
    if (fit === 'yes') break;
  }
  return STRICTEST.find((one) => possible.includes(one));
}

function actionOf(entry: Entry): AmpAnswer {
  const action = isRecord(entry) ? entry.action : undefined;
  return action === 'allow' || action === 'reject' ? action : 'ask';
}

/** Who calls, the main thread or one of its helpers, an entry's program is not told. */
function fitOf(entry: Entry, tool: string, input: Payload): Fit {
  if (!isRecord(entry)) return 'unknown';
  const { matches, context } = entry;
  const conditions = isRecord(matches) ? Object.entries(matches) : [];
  const unread: readonly Fit[] = matches === undefined || isRecord(matches) ? [] : ['unknown'];
  const who: readonly Fit[] = context === undefined ? [] : ['unknown'];
  return every([
    toolFit(entry, tool),
    ...who,
    ...unread,
    ...conditions.map(([name, one]) => valueFit(one, input[name])),
  ]);
}

function toolFit({ tool: pattern }: Readonly<Record<string, unknown>>, tool: string): Fit {
  return isString(pattern) ? textFit(pattern, tool) : 'unknown';
}

/** A list is one of these; an object holds for the fields inside. */
function valueFit(condition: unknown, value: unknown): Fit {
  if (Array.isArray(condition)) return some(condition.map((one) => valueFit(one, value)));
  if (isRecord(condition)) {
    if (!isRecord(value)) return 'no';
    return every(Object.entries(condition).map(([name, one]) => valueFit(one, value[name])));
  }
  if (isString(condition)) return isString(value) ? textFit(condition, value) : 'no';
  return condition === value ? 'yes' : 'no';
}

/** `/regex/`, or a text in which `*` is anything. How other signs of globs are read is not documented. */
function textFit(pattern: string, value: string): Fit {
  const regex = /^\/(.+)\/$/s.exec(pattern)?.[1];
  if (regex === undefined && /[?[\]{}!\\]/.test(pattern)) return pattern === value ? 'yes' : 'unknown';
  const literal = pattern.split(/\*+/).map((part) => part.replace(/[.+^$|()/]/g, '\\$&'));
  try {
    return new RegExp(regex ?? `^${literal.join('.*')}$`, 's').test(value) ? 'yes' : 'no';
  } catch {
    return 'unknown';
  }
}

function every(fits: readonly Fit[]): Fit {
  if (fits.includes('no')) return 'no';
  return fits.includes('unknown') ? 'unknown' : 'yes';
}

function some(fits: readonly Fit[]): Fit {
  if (fits.includes('yes')) return 'yes';
  return fits.includes('unknown') ? 'unknown' : 'no';
}
