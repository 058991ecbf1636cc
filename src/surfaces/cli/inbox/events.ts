import type { PageEvent } from '../../../model/inbox-page.ts';
import { GROUPS, type Group, inGroup } from '../../../report/charts.ts';
import { outcomeWord, ruleOfOutcome } from '../../../report/outcome-word.ts';
import { commandText, parseRecord } from '../../../report/record.ts';
import { nearEnd, recordsBehind } from '../../../store/audit-tail.ts';
import type { Layout } from '../../../store/layout.ts';
import { printable } from '../../../text/printable.ts';
import { pieces } from './page-state.ts';

/** The latest of what is on record. Never throws. */
export interface LatestEvents {
  /** newest first */
  look(): readonly PageEvent[];
}

const MAX_EVENTS = 12;
/** Characters of a command. */
const MAX_TEXT = 300;
export function latestEvents(layout: Layout): LatestEvents {
  let cursor = nearEnd(layout);
  let events: readonly PageEvent[] = [];
  return {
    look() {
      const fresh: PageEvent[] = [];
      try {
        for (const { value, cursor: behind } of recordsBehind(cursor, layout)) {
          cursor = behind;
          const event = eventOf(value);
          if (event !== undefined) fresh.unshift(event);
        }
      } catch {
        // at the next look
      }
      if (fresh.length > 0) events = [...fresh, ...events].slice(0, MAX_EVENTS);
      return events;
    },
  };
}

function eventOf(value: Readonly<Record<string, unknown>>): PageEvent | undefined {
  const record = parseRecord(value);
  if (record?.type !== 'outcome') return undefined;
  const word = outcomeWord(record);
  const rule = ruleOfOutcome(record);
  const group = (Object.keys(GROUPS) as Group[]).find((one) => inGroup(one, { [word]: 1 }) > 0) ?? 'ran';
  return {
    id: record.hash,
    atMs: Date.parse(record.time),
    word,
    group,
    what: pieces(commandText(record), MAX_TEXT),
    ...(rule !== undefined && { rule: printable(rule) }),
  };
}
