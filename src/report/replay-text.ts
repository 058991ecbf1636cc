import type { Paint } from '../text/paint.ts';
import { plural } from '../text/plural.ts';
import { printable } from '../text/printable.ts';
import { cellsOf, cutTo } from './log-text.ts';
import type { ReplayStats } from './replay.ts';

/** What could not be read, in numbers. Field names are those of `replay --json`. */
export interface Unreadable {
  readonly files: number;
  readonly lines: number;
  readonly calls: number;
  /** the first few */
  readonly examples: readonly { readonly file: string; readonly why: string }[];
}

export interface ReplayStyle {
  readonly paint: Paint;
  /** cells of a line */
  readonly width: number;
  /** most rules and shapes that are shown */
  readonly limit: number;
  /** of an agent, by its name */
  readonly titleOf: (agent: string) => string;
}

/** All of `replay` for a person. */
export function replayText(stats: ReplayStats, unreadable: Unreadable, style: ReplayStyle): string {
  const { paint, limit } = style;
  const { rules, shapes, calls } = stats;
  if (calls === 0) return ['No recorded calls were found there.', ...unreadLines(unreadable)].join('\n');
  const more = Math.max(rules.length, shapes.length);
  return [
    paint.strong(headLine(stats)),
    ...table(agentRows(stats, style), style),
    '',
    paint.strong('What would become of them'),
    ...table(outcomeRows(stats), style),
    ...(rules.length === 0 ? [] : ['', paint.strong('Stopped by'), ...table(ruleRows(stats, style), style)]),
    ...(shapes.length === 0 ? [] : ['', paint.strong('Asked about most'), ...table(shapeRows(stats, style), style)]),
    ...(more > limit ? [paint.dim(`all of them: --limit ${more}`)] : []),
    ...unreadLines(unreadable),
  ].join('\n');
}

function headLine({ calls, from, to, byAgent }: ReplayStats): string {
  const sessions = Object.values(byAgent).reduce((sum, one) => sum + one.sessions, 0);
  const [first, last] = [from?.slice(0, 10), to?.slice(0, 10)];
  const days = first === undefined ? '' : `, ${first === last ? first : `${first} to ${last}`}`;
  return `${plural(calls, 'call')} in ${plural(sessions, 'session')}${days}`;
}

/** What stands first, a number, and what may be cut. */
interface Row {
  readonly name: string;
  readonly count: number;
  readonly rest: string;
}

function agentRows({ byAgent }: ReplayStats, { titleOf }: ReplayStyle): readonly Row[] {
  return Object.entries(byAgent)
    .sort(([, a], [, b]) => b.calls - a.calls)
    .map(([agent, { calls, sessions }]) => ({
      name: titleOf(agent),
      count: calls,
      rest: `in ${plural(sessions, 'session')}`,
    }));
}

function outcomeRows(stats: ReplayStats): readonly Row[] {
  const { calls, stopped, denied, asked, stoppedRan, autoApproved, kept, dialogs } = stats;
  const share = (count: number) => `${Math.round((100 * count) / calls)} %`;
  const ran = stoppedRan === 0 ? '' : `; ${stoppedRan} of them ran`;
  const seen =
    dialogs.answered === 0
      ? ''
      : `, ${dialogs.spared} of the ${plural(dialogs.answered, 'dialog')} that the files tell of`;
  return [
    { name: 'proven', count: autoApproved, rest: `${share(autoApproved)}, nobody need be asked${seen}` },
    { name: 'stopped', count: stopped, rest: `${share(stopped)}, ${denied} denied, ${asked} asked about${ran}` },
    { name: 'left', count: calls - stopped - autoApproved, rest: 'to the agent, its own rules and dialogs' },
    { name: 'kept', count: kept, rest: 'before they delete or discard something, for undo' },
  ];
}

function ruleRows({ rules }: ReplayStats, { limit }: ReplayStyle): readonly Row[] {
  return rules.slice(0, limit).map(({ rule, verdict, calls, example }) => ({
    name: rule ?? 'not understood',
    count: calls,
    rest: `${verdict === 'deny' ? 'deny' : 'ask'}  ${example}`,
  }));
}

function shapeRows({ shapes }: ReplayStats, { limit }: ReplayStyle): readonly Row[] {
  return shapes.slice(0, limit).map(({ shape, calls, why, example }) => ({
    name: shape,
    count: calls,
    rest: why === shape ? example : `${why}: ${example}`,
  }));
}

/** Of a line, what stands first gets at most so much. */
const NAME_SHARE = 0.4;
/** Cells that the rest needs to be worth showing. */
const LEAST = 12;

function table(rows: readonly Row[], { paint, width }: ReplayStyle): readonly string[] {
  const most = Math.max(12, Math.floor(width * NAME_SHARE));
  const names = rows.map(({ name }) => cutTo(printable(name), most));
  const longest = Math.max(...names.map(cellsOf));
  const digits = Math.max(...rows.map(({ count }) => String(count).length));
  const room = width - 2 - longest - 2 - digits - 2;
  return rows.map(({ count, rest }, at) => {
    const name = names[at] ?? '';
    const head = `  ${name}${' '.repeat(longest - cellsOf(name))}  ${String(count).padStart(digits)}`;
    return room < LEAST ? head : `${head}  ${paint.dim(cutTo(printable(rest), room))}`;
  });
}

function unreadLines({ files, lines, calls, examples }: Unreadable): readonly string[] {
  const counts = [
    ...(files === 0 ? [] : [plural(files, 'file')]),
    ...(lines === 0 ? [] : [plural(lines, 'line')]),
    ...(calls === 0 ? [] : [`${plural(calls, 'call')} of another shape`]),
  ];
  if (counts.length === 0) return [];
  return [
    '',
    `Not read: ${counts.join(', ')}`,
    ...examples.map(({ file, why }) => `  ${printable(`${file}: ${why}`)}`),
  ];
}
