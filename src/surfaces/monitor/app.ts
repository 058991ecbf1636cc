import { Box, type Key as InkKey, render, Text, useApp, useInput, useStdout } from 'ink';
import { createElement as h, useEffect, useRef, useState } from 'react';
import type { Question } from '../../approvals/question.ts';
import { answeredText } from '../../text/approval.ts';
import type { MonitorMachine } from './machine.ts';
import { type Line, type Size, screen } from './screen.ts';
import {
  type Effect,
  EMPTY,
  type Key,
  type MonitorState,
  press,
  type Step,
  withEvents,
  withQuestions,
} from './state.ts';

const POLL_MS = 250;
const ENTER_SCREEN = '\x1b[?1049h\x1b[H';
const LEAVE_SCREEN = '\x1b[?1049l';
const BELL = '\x07';

export interface AppOptions {
  readonly machine: MonitorMachine;
  readonly hasColor: boolean;
}

/** The full-screen monitor, on a screen of its own; the terminal is afterwards as it was. */
export async function runApp({ machine, hasColor }: AppOptions): Promise<void> {
  process.stdout.write(ENTER_SCREEN);
  try {
    const app = render(h(Monitor, { machine, hasColor }), { exitOnCtrlC: false, patchConsole: false });
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => app.unmount());
    await app.waitUntilExit();
  } finally {
    process.stdout.write(LEAVE_SCREEN);
  }
}

function Monitor({ machine, hasColor }: AppOptions) {
  const { exit } = useApp();
  const size = useSize();
  const [state, setState] = useState(() => look(EMPTY, machine, () => {}));
  // keys come between two drawings: each is for the state that the one before left
  const now = useRef(state);
  const change = (next: MonitorState) => {
    now.current = next;
    setState(next);
  };
  useEffect(() => {
    const ring = () => process.stdout.write(BELL);
    const timer = setInterval(() => change(look(now.current, machine, ring)), POLL_MS);
    return () => clearInterval(timer);
  });
  useInput((input, key) => {
    machine.sign();
    for (const one of keysOf(input, key)) {
      const { state: next, effect } = press(now.current, one, Date.now());
      change(next);
      if (effect?.kind === 'quit') exit();
      else if (effect !== undefined) change(carriedOut({ state: next, effect }, machine));
    }
  });
  const lines = screen(state, size, (ms) => new Date(ms).toTimeString().slice(0, 8));
  return h(Box, { flexDirection: 'column' }, ...lines.map((line, at) => drawn(line, at, hasColor)));
}

function drawn({ text, color, bold, dim, inverse }: Line, at: number, hasColor: boolean) {
  const style = {
    key: at,
    wrap: 'truncate',
    bold: bold ?? false,
    dimColor: dim ?? false,
    inverse: inverse ?? false,
  } as const;
  return h(Text, hasColor && color !== undefined ? { ...style, color } : style, text === '' ? ' ' : text);
}

/** One row stays free: a terminal that is filled to its end would scroll. */
function useSize(): Size {
  const { stdout } = useStdout();
  const measure = () => ({ columns: Math.max(20, stdout.columns || 80), rows: Math.max(6, (stdout.rows || 24) - 1) });
  const [size, setSize] = useState(measure);
  useEffect(() => {
    const onResize = () => setSize(measure());
    stdout.on('resize', onResize);
    return () => {
      stdout.off('resize', onResize);
    };
  });
  return size;
}

/** What a terminal sends at once may be several keys, or a pasted text. */
function keysOf(input: string, key: InkKey): readonly Key[] {
  if (key.ctrl && input === 'c') return [{ text: '', name: 'interrupt' }];
  const names = [
    [key.upArrow, 'up'],
    [key.downArrow, 'down'],
    [key.return, 'enter'],
    [key.escape, 'escape'],
    [key.backspace || key.delete, 'backspace'],
    [key.pageUp, 'page-up'],
    [key.pageDown, 'page-down'],
  ] as const;
  const name = names.find(([isIt]) => isIt)?.[1];
  if (name !== undefined) return [{ text: '', name }];
  return [...input].map((char): Key => {
    if (char === '\r' || char === '\n') return { text: '', name: 'enter' };
    return { text: key.ctrl || key.meta || /[\x00-\x1f\x7f]/.test(char) ? '' : char };
  });
}

/** The machine as it is now; new questions are told. */
export function look(state: MonitorState, machine: MonitorMachine, ring: () => void): MonitorState {
  const questions = machine.questions();
  const known = new Set(state.asked.open.map(nameOf));
  const fresh = questions.open.filter((one) => one.waits && !known.has(nameOf(one)));
  if (fresh.length > 0) ring();
  for (const question of fresh) machine.notify(question);
  return withEvents(withQuestions(state, questions, Date.now()), machine.events());
}

/** The same command asked again is another question. */
function nameOf({ requests: [first], waits }: Question): string {
  return `${first.id} ${first.asking} ${waits}`;
}

function carriedOut({ state, effect }: Step & { readonly effect: Effect }, machine: MonitorMachine): MonitorState {
  if (effect.kind === 'quit') return state;
  const count = machine.answer(effect.question, effect.given);
  const { requests, waits } = effect.question;
  const notice = count === 0 ? 'It was answered before.' : answeredText(effect.given, requests[0], waits);
  return look({ ...state, notice }, machine, () => {});
}
