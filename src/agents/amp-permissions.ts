import { isRecord, isString } from '../util/guards.ts';
import type { Payload } from './hook.ts';

/** An entry of `amp.permissions`: the first that matches a call decides. Source: ampcode.com/manual/appendix. */
export type Entry = unknown;

/** The action of an entry behind ours, strictest first. A delegate of the person's own counts as `ask`. */
export type AmpAnswer = 'reject' | 'ask' | 'allow';

type Fit = 'yes' | 'no' | 'unknown';

const STRICTEST: readonly AmpAnswer[] = ['reject', 'ask', 'allow'];

export function entriesIn(settings: unknown): readonly Entry[] {
  const list = isRecord(settings) ? settings['amp.permissions'] : undefined;
  return Array.isArray(list) ? list : [];
}

/** Would this entry in front of ours let calls of `tool` run unguarded? An entry that rejects does not. */
export function mayPass(tool: string): (entry: Entry) => boolean {
  return (entry) =>
    isRecord(entry) && isString(entry.action) && entry.action !== 'reject' && toolFit(entry, tool) !== 'no';
}

/**
 * The action of the first matching entry; where that is uncertain, the strictest of the candidates.
 * undefined = none matches: Amp's built-in list is next.
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

/** `context` restricts an entry to the main thread or to subagents, which a delegate cannot see: unknown. */
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

/** A list matches any of its values; an object matches field by field. */
function valueFit(condition: unknown, value: unknown): Fit {
  if (Array.isArray(condition)) return some(condition.map((one) => valueFit(one, value)));
  if (isRecord(condition)) {
    if (!isRecord(value)) return 'no';
    return every(Object.entries(condition).map(([name, one]) => valueFit(one, value[name])));
  }
  if (isString(condition)) return isString(value) ? textFit(condition, value) : 'no';
  return condition === value ? 'yes' : 'no';
}

/** `/regex/`, or a text where `*` matches anything. The meaning of other glob characters is not documented: unknown. */
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
