import { type Folded, isSameQuestion, type Question } from '../../approvals/question.ts';
import { type GivenAnswer, MAX_MINUTES } from '../../model/approval.ts';

/** What a key does next: to the list, or to a text that is being typed, or to a page over it. */
export type Mode = 'list' | 'minutes' | 'reason' | 'always' | 'explain' | 'help';

/** One line of the record, or news of the rules. */
export interface EventLine {
  readonly time: string;
  readonly word: string;
  readonly color: 'red' | 'yellow' | 'cyan' | 'green';
  readonly text: string;
  /** told also where events are not */
  readonly isNews?: boolean;
}

export interface MonitorState {
  readonly asked: Folded;
  /** past questions are shown too */
  readonly showsOld: boolean;
  /** those that are shown */
  readonly questions: readonly Question[];
  /** key of the question that answers are for */
  readonly selected: string | undefined;
  /** since when that question stands there as it does */
  readonly shownMs: number;
  /** it has stood there long enough for a key to be meant for it */
  readonly isReady: boolean;
  readonly mode: Mode;
  readonly typed: string;
  /** first line of the explanation that is shown */
  readonly top: number;
  readonly notice: string;
  /** newest last */
  readonly events: readonly EventLine[];
}

export const EMPTY: MonitorState = {
  asked: { open: [], old: [] },
  showsOld: false,
  questions: [],
  selected: undefined,
  shownMs: 0,
  isReady: false,
  mode: 'list',
  typed: '',
  top: 0,
  notice: '',
  events: [],
};

export interface Key {
  /** what was typed, where it is text */
  readonly text: string;
  readonly name?: 'up' | 'down' | 'enter' | 'escape' | 'backspace' | 'page-up' | 'page-down' | 'interrupt';
}

export type Effect =
  | { readonly kind: 'answer'; readonly question: Question; readonly given: GivenAnswer }
  | { readonly kind: 'quit' };

export interface Step {
  readonly state: MonitorState;
  readonly effect?: Effect;
}

/** A key that was meant for another question must not answer the one that has just come in its place. */
const GRACE_MS = 500;
const MAX_EVENTS = 500;
const MAX_TYPED = 500;
const DEFAULT_MINUTES = 10;
const WHO = { who: 'monitor' };

export function selectedQuestion({ questions, selected }: MonitorState): Question | undefined {
  return questions.find(({ key }) => key === selected);
}

/** How many past questions are not shown. */
export function foldedCount({ asked, showsOld }: MonitorState): number {
  return showsOld ? 0 : asked.old.length;
}

/** The questions as they are now. What is selected stays selected while it is there. */
export function withQuestions(before: MonitorState, asked: Folded, nowMs: number): MonitorState {
  const shown = before.showsOld ? [...asked.open, ...asked.old] : asked.open;
  return withShown({ ...before, asked }, shown, nowMs);
}

function withShown(state: MonitorState, questions: readonly Question[], nowMs: number): MonitorState {
  const before = selectedQuestion(state);
  const now = questions.find(({ key }) => key === state.selected);
  if (before !== undefined && now !== undefined) {
    const shownMs = isSameQuestion(before, now) ? state.shownMs : nowMs;
    return { ...state, questions, shownMs, isReady: nowMs - shownMs >= GRACE_MS };
  }
  const at = state.questions.findIndex(({ key }) => key === state.selected);
  const next = questions[Math.max(0, Math.min(at, questions.length - 1))];
  const page = { mode: 'list', typed: '', top: 0 } as const;
  return {
    ...state,
    ...(state.mode === 'help' ? {} : page),
    questions,
    selected: next?.key,
    shownMs: nowMs,
    isReady: false,
  };
}

export function withEvents(state: MonitorState, events: readonly EventLine[]): MonitorState {
  return events.length === 0 ? state : { ...state, events: [...state.events, ...events].slice(-MAX_EVENTS) };
}

export function press(state: MonitorState, key: Key, nowMs: number): Step {
  const fresh = { ...state, notice: '' };
  if (key.name === 'interrupt') return { state: fresh, effect: { kind: 'quit' } };
  switch (state.mode) {
    case 'minutes':
    case 'reason':
      return pressTyping(fresh, key);
    case 'always':
      return key.text === 'y' ? answer(fresh, { answer: 'always', ...WHO }) : { state: toList(fresh) };
    case 'explain':
    case 'help':
      return { state: pressPage(fresh, key) };
    default:
      return pressList(fresh, key, nowMs);
  }
}

function pressList(state: MonitorState, key: Key, nowMs: number): Step {
  if (key.name === 'up' || key.text === 'k') return { state: move(state, -1, nowMs) };
  if (key.name === 'down' || key.text === 'j') return { state: move(state, 1, nowMs) };
  if (key.text === 'q') return { state, effect: { kind: 'quit' } };
  if (key.text === '?') return { state: { ...state, mode: 'help' } };
  if (key.text === 'o') return { state: withQuestions({ ...state, showsOld: !state.showsOld }, state.asked, nowMs) };
  const question = selectedQuestion(state);
  if (question === undefined) return { state };
  if (key.text === 'e') return { state: { ...state, mode: 'explain', top: 0 } };
  if (!'ymsadr'.includes(key.text) || key.text.length !== 1) return { state };
  if (nowMs - state.shownMs < GRACE_MS) return { state: { ...state, notice: 'new question: press again' } };
  switch (key.text) {
    case 'y':
      return answer(state, { answer: 'once', ...WHO });
    case 's':
      return answer(state, { answer: 'session', ...WHO });
    case 'd':
      return answer(state, { answer: 'no', ...WHO });
    case 'm':
      return { state: { ...state, mode: 'minutes', typed: '' } };
    case 'r':
      return { state: { ...state, mode: 'reason', typed: '' } };
    default:
      return question.requests.some(({ always }) => always === undefined)
        ? { state: { ...state, notice: '"always" is not possible here' } }
        : { state: { ...state, mode: 'always' } };
  }
}

function pressTyping(state: MonitorState, { text, name }: Key): Step {
  const { typed, mode } = state;
  if (name === 'escape') return { state: toList(state) };
  if (name === 'backspace') return { state: { ...state, typed: [...typed].slice(0, -1).join('') } };
  if (name !== 'enter') return { state: { ...state, typed: (typed + text).slice(0, MAX_TYPED) } };
  if (mode === 'reason') {
    const reason = typed.trim();
    return answer(state, { answer: 'no', ...WHO, ...(reason !== '' && { reason }) });
  }
  const minutes = typed.trim() === '' ? DEFAULT_MINUTES : Number(typed);
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > MAX_MINUTES) {
    return { state: { ...state, typed: '', notice: `minutes: 1 to ${MAX_MINUTES}` } };
  }
  return answer(state, { answer: 'minutes', untilMs: Date.now() + minutes * 60_000, ...WHO });
}

function pressPage(state: MonitorState, { text, name }: Key): MonitorState {
  const by = { up: -1, down: 1, 'page-up': -10, 'page-down': 10 }[String(name)] ?? { j: 1, k: -1, ' ': 10 }[text];
  return by === undefined ? toList(state) : { ...state, top: Math.max(0, state.top + by) };
}

function answer(state: MonitorState, given: GivenAnswer): Step {
  const question = selectedQuestion(state);
  return question === undefined
    ? { state: toList(state) }
    : { state: toList(state), effect: { kind: 'answer', question, given } };
}

function toList(state: MonitorState): MonitorState {
  return { ...state, mode: 'list', typed: '', top: 0 };
}

function move(state: MonitorState, by: number, nowMs: number): MonitorState {
  const { questions } = state;
  const at = questions.findIndex(({ key }) => key === state.selected) + by;
  const next = questions[Math.max(0, Math.min(at, questions.length - 1))];
  return next === undefined || next.key === state.selected
    ? state
    : { ...state, selected: next.key, shownMs: nowMs - GRACE_MS, isReady: true };
}
