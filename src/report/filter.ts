import { outcomeSigns, outcomeWord } from './outcome-word.ts';
import { commandText, type OutcomeRecord } from './record.ts';

/** Which records are wanted; all that is given must hold. */
export interface RecordFilter {
  /** epoch, ms; inclusive */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly decision?: string | undefined;
  readonly outcome?: string | undefined;
  /** an id, a pack, or a name without its pack */
  readonly rule?: string | undefined;
  readonly actor?: string | undefined;
  readonly agent?: string | undefined;
  /** its beginning */
  readonly session?: string | undefined;
  readonly door?: string | undefined;
  /** anywhere in the command, in any case */
  readonly command?: string | undefined;
}

export function isWanted(record: OutcomeRecord, filter: RecordFilter): boolean {
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY, rule, session, command } = filter;
  const time = Date.parse(record.time);
  return (
    time >= since &&
    time <= until &&
    isOneOf(record.verdict, filter.decision) &&
    isOneOf(outcomeWord(record), filter.outcome) &&
    isOneOf(record.actor, filter.actor) &&
    isOneOf(record.agent, filter.agent) &&
    isOneOf(record.door, filter.door) &&
    (rule === undefined || rulesOf(record).some((id) => isRule(id, rule))) &&
    (session === undefined || record.session?.startsWith(session) === true) &&
    (command === undefined || commandText(record).toLowerCase().includes(command.toLowerCase()))
  );
}

/**
 * May a record that is wanted be in this text? `text`: one line of the record or many, each byte as the character of its
 * number. No is certain; a yes is cheap to be had, and proves nothing.
 */
export function mayBeIn(filter: RecordFilter): (text: string) => boolean {
  const hints = [
    ...(['decision', 'actor', 'agent', 'door'] as const).map((key) => anyOf(FIELDS[key], filter[key])),
    filter.session === undefined ? undefined : [`"session":${plainStart(JSON.stringify(filter.session).slice(0, -1))}`],
    filter.rule === undefined ? undefined : [plainStart(JSON.stringify(filter.rule).slice(1, -1))],
    filter.outcome?.split(',').flatMap(outcomeSigns),
  ].filter((alternatives) => alternatives !== undefined);
  const command = longestPlain(filter.command ?? '').toLowerCase();
  return (text) =>
    hints.every((alternatives) => alternatives.some((sign) => text.includes(sign))) &&
    (command === '' || text.toLowerCase().includes(command));
}

const FIELDS = { decision: 'verdict', actor: 'actor', agent: 'agent', door: 'door' } as const;

function anyOf(field: string, words: string | undefined): readonly string[] | undefined {
  return words?.split(',').map((word) => `"${field}":${plainStart(JSON.stringify(word))}`);
}

/** The longest part that stands in the record as it is typed: no quotes, no blanks, nothing that JSON escapes. */
function longestPlain(command: string): string {
  const parts = command.match(/[\w@%+=:./~*?-]+/g) ?? [];
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

/** Its beginning, as far as each character is one byte. */
function plainStart(text: string): string {
  return /^[ -~]*/.exec(text)?.[0] ?? '';
}

/** `wanted`: one or several, by commas. */
function isOneOf(value: string | undefined, wanted: string | undefined): boolean {
  return wanted === undefined || (value !== undefined && wanted.split(',').includes(value));
}

/** Enforced or not. */
function rulesOf({ rule, rules = [], watched }: OutcomeRecord): readonly (string | undefined)[] {
  return [rule, ...rules, watched?.rule, ...(watched?.rules ?? [])];
}

function isRule(id: string | undefined, wanted: string): boolean {
  return id !== undefined && (id === wanted || id.startsWith(`${wanted}/`) || id.endsWith(`/${wanted}`));
}

const UNITS_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** `90s`, `30m`, `2h`, `7d`, `1w` ago, or a date or time that Date knows; a bare date begins in local time. undefined = none of these. */
export function parseMoment(text: string, nowMs: number): number | undefined {
  const [, count, unit = ''] = /^(\d{1,9})([smhdw])$/.exec(text) ?? [];
  if (count !== undefined) return nowMs - Number(count) * (UNITS_MS[unit] ?? 0);
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return undefined;
  const at = Date.parse(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text);
  return Number.isNaN(at) ? undefined : at;
}
