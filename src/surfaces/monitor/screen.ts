import type { Question } from '../../approvals/question.ts';
import type { PendingRequest } from '../../model/approval.ts';
import { shortId } from '../../text/advice.ts';
import { askerText } from '../../text/approval.ts';
import { printable, sentence } from '../../text/printable.ts';
import { cut, wrap } from '../../text/width.ts';
import { foldedCount, type MonitorState, selectedQuestion } from './state.ts';

/** One line of the screen. */
export interface Line {
  readonly text: string;
  readonly color?: 'red' | 'yellow' | 'cyan' | 'green';
  readonly bold?: true;
  readonly dim?: true;
  readonly inverse?: true;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

const KEYS = 'y once  m minutes  s session  a always  d deny  r reason  e explain  ? help';
const FEW_KEYS = 'y m s a d r e  ? help  q quit';
const NO_KEYS = '? help  q quit';
const OLD_KEYS = 'o older  ? help  q quit';
const HELP = [
  'y  approve once: within ten minutes, in any session of yours',
  'm  approve for some minutes, any number of times, in any session of yours',
  's  approve for this session only, any number of times',
  'a  approve from now on: writes an exception to your rules, shown first',
  'd  deny',
  'r  deny with a reason that the agent reads',
  'e  explain: every rule that was asked',
  'up, down, j, k  another question',
  'o  show or fold what was answered or given up, for an hour',
  'q  quit',
  'Commands wait for an answer while a key was pressed in the last two minutes. Otherwise they are refused at once, and can be approved for their next try.',
];

/** Lines of a notice. */
const MAX_NOTICE = 4;

/** Everything that is on the screen, one item for each row; nothing is wider than it. */
export function screen(state: MonitorState, size: Size, isNow: (ms: number) => string): readonly Line[] {
  const { columns, rows } = size;
  const footer = footerOf(state, columns);
  const title = titleOf(state, columns);
  const room = Math.max(0, rows - 1 - footer.length);
  const body = bodyOf(state, { columns, rows: room }, isNow).slice(0, room);
  const blank = Array.from({ length: room - body.length }, (): Line => ({ text: '' }));
  return [title, ...body, ...blank, ...footer]
    .slice(0, rows)
    .map((line) => ({ ...line, text: cut(line.text, columns) }));
}

function titleOf({ questions }: MonitorState, columns: number): Line {
  const count = questions.filter(({ waits }) => waits).length;
  const later = questions.filter(({ waits, past }) => !waits && past === undefined).length;
  const waiting = count === 0 ? 'nothing waits' : `${count} ${count === 1 ? 'waits' : 'wait'}`;
  const text = ` safeshell  ${waiting}${later === 0 ? '' : `, ${later} for the next try`}`;
  return { text: text.padEnd(columns), inverse: true };
}

function footerOf(state: MonitorState, columns: number): readonly Line[] {
  const { mode, typed, notice, isReady } = state;
  const noKeys = state.asked.old.length > 0 ? OLD_KEYS : NO_KEYS;
  const keys = selectedQuestion(state) === undefined ? noKeys : KEYS.length <= columns ? KEYS : FEW_KEYS;
  const hints: Record<MonitorState['mode'], string> = {
    list: isReady || keys === noKeys ? keys : 'new question',
    minutes: `minutes [10]: ${typed}_   enter, esc`,
    reason: `reason: ${typed.slice(-Math.max(8, columns - 24))}_   enter, esc`,
    always: 'write that? (y: yes, any other key: no)',
    explain: 'up, down  any other key: back',
    help: 'any key: back',
  };
  const hint: Line = mode === 'list' ? { text: hints[mode], dim: true } : { text: hints[mode], bold: true };
  const told = notice === '' ? [] : wrap(notice, columns).slice(0, MAX_NOTICE);
  return [...told.map((text): Line => ({ text, color: 'yellow' })), hint];
}

function bodyOf(state: MonitorState, size: Size, isNow: (ms: number) => string): readonly Line[] {
  const question = selectedQuestion(state);
  if (state.mode === 'help') return HELP.flatMap((text) => wrap(text, size.columns)).map((text) => ({ text }));
  if (question !== undefined && state.mode === 'explain') return explained(question, state.top, size);
  if (question !== undefined && state.mode === 'always') return always(question, size);
  const events = eventsOf(state, size, Math.max(3, Math.floor(size.rows / 3)));
  const room = { ...size, rows: size.rows - events.length };
  if (question === undefined) {
    const hints = [
      { text: '' },
      { text: 'Commands that need you appear here.', dim: true } as const,
      { text: 'They wait while you press a key now and then.', dim: true } as const,
      ...foldLine(state),
    ];
    return [...hints, ...fill(hints.length, room), ...events];
  }
  const list = listOf(state, room, isNow);
  const details = upTo(detailsOf(question, size.columns), Math.max(2, room.rows - list.length));
  return [...list, ...details, ...fill(list.length + details.length, room), ...events];
}

/** What has no room is never silently missing from what a person agrees to. */
function upTo(lines: readonly Line[], count: number): readonly Line[] {
  return lines.length <= count
    ? lines
    : [...lines.slice(0, count - 1), { text: '... e shows all of it', color: 'red' }];
}

function fill(used: number, { rows }: Size): readonly Line[] {
  return Array.from({ length: Math.max(0, rows - used) }, () => ({ text: '' }));
}

/** As many questions as leave room for the details of one, the selected among them. Left out where it is the only one. */
function listOf(state: MonitorState, { rows }: Size, isNow: (ms: number) => string): readonly Line[] {
  const { questions, selected } = state;
  const fold = foldLine(state);
  if (questions.length < 2) return fold.length > 0 ? [...fold, { text: '' }] : [];
  const count = Math.max(1, Math.min(questions.length, Math.floor(rows / 2) - 1));
  const at = questions.findIndex(({ key }) => key === selected);
  const from = Math.max(0, Math.min(at - Math.floor(count / 2), questions.length - count));
  const lines = questions.slice(from, from + count).map((one): Line => {
    const [first, ...more] = one.requests;
    const mark = one.key === selected ? '>' : ' ';
    const others = more.length === 0 ? '' : ` (+${more.length})`;
    const past = one.past === undefined ? '' : `${PAST[one.past]}: `;
    const text = `${mark} ${shortId(one.key)} ${isNow(first.askedMs)} ${past}${printable(first.what)}${others}`;
    return one.key === selected ? { text, bold: true } : one.waits ? { text } : { text, dim: true };
  });
  return [...lines, ...fold, { text: '' }];
}

const PAST: Readonly<Record<NonNullable<Question['past']>, string>> = {
  approved: 'approved',
  denied: 'denied',
  'given-up': 'given up',
};

const HEADS: typeof PAST = {
  approved: 'approved, for the next try',
  denied: 'denied; approve after all?',
  'given-up': 'approve?  refused, for the next try',
};

/** Old questions on one line. */
function foldLine(state: MonitorState): readonly Line[] {
  const count = foldedCount(state);
  return count === 0 ? [] : [{ text: `  ${count} older, answered or given up: o shows`, dim: true }];
}

function detailsOf({ requests, waits, past }: Question, columns: number): readonly Line[] {
  const [first] = requests;
  const commands = requests.flatMap((one): Line[] => {
    const lines = wrap(printable(one.what), columns);
    const runs = one.runs === undefined ? [] : wrap(`runs: ${printable(one.runs)}`, columns);
    return [...lines.map((text): Line => ({ text, bold: true })), ...runs.map((text): Line => ({ text }))];
  });
  const facts = [...new Set(requests.flatMap(reasonsOf))];
  return [
    { text: waits ? 'approve?' : HEADS[past ?? 'given-up'], color: 'yellow', bold: true },
    ...commands,
    ...facts.flatMap((fact) => wrap(fact, columns)).map((text): Line => ({ text })),
    ...wrap(`in ${printable(first.cwd)}, by ${askerText(first)}`, columns).map((text): Line => ({ text, dim: true })),
  ];
}

function reasonsOf({ reasons, rule, severity, help }: PendingRequest): readonly string[] {
  const by =
    rule === undefined ? [] : [`rule ${printable(rule)}${severity === undefined ? '' : `, ${printable(severity)}`}`];
  return [...reasons.map(sentence), ...(help === undefined ? [] : [`instead: ${sentence(help)}`]), ...by];
}

function explained(question: Question, top: number, { columns, rows }: Size): readonly Line[] {
  const traces = question.requests.flatMap(({ explain }) => ['', ...explain.split('\n')]);
  const lines = [
    ...detailsOf(question, columns),
    ...traces.flatMap((line) => wrap(printable(line), columns)).map((text): Line => ({ text })),
  ];
  const from = Math.min(top, Math.max(0, lines.length - rows));
  return lines.slice(from, from + rows);
}

function always({ requests }: Question, { columns }: Size): readonly Line[] {
  const lines = requests.flatMap(({ always: one }) =>
    one === undefined
      ? []
      : [`always = this in ${printable(one.file)}:`, ...one.items.map((item) => `- ${printable(item)}`)],
  );
  return lines.flatMap((line) => wrap(line, columns)).map((text) => ({ text }));
}

/** The newest, below a rule; none where there is little room. */
function eventsOf({ events }: MonitorState, { columns, rows }: Size, most: number): readonly Line[] {
  if (rows < 14) return [];
  const lines = events.slice(-most).map(({ time, word, color, text }): Line => {
    return { text: cut(`${time} ${word.padEnd(9)} ${text}`, columns), color };
  });
  return [{ text: '-'.repeat(columns), dim: true }, ...lines];
}
