import { createInterface } from 'node:readline';
import { isSameQuestion, type Question } from '../../approvals/question.ts';
import { type GivenAnswer, MAX_MINUTES } from '../../model/approval.ts';
import { shortId } from '../../text/advice.ts';
import { answeredText, NOTHING_PENDING, requestText } from '../../text/approval.ts';
import { createPaint } from '../../text/paint.ts';
import { printable } from '../../text/printable.ts';
import type { MonitorMachine } from './machine.ts';

const POLL_MS = 250;
/** An answer without an ID was not meant for a question that has just come. */
const GRACE_MS = 1000;
const PAINT = createPaint(false);
const HELP =
  'answers: ID yes | ID minutes 10 | ID session | ID always | ID no | ID no REASON | ID explain | list | old | events | quit; without ID: the only question';

/** The monitor line by line, for screen readers and dumb terminals: nothing is ever repainted. */
export function runPlain(
  machine: MonitorMachine,
  input: NodeJS.ReadableStream,
  print: (line: string) => void,
): Promise<void> {
  let shown: readonly Question[] = [];
  let old: readonly Question[] = [];
  let toldMs = 0;
  let tellsEvents = false;
  const look = () => {
    const { open: questions, old: past } = machine.questions();
    old = past;
    for (const question of questions) {
      const before = shown.find(({ key }) => key === question.key);
      if (before !== undefined && isSameQuestion(before, question) && before.waits === question.waits) continue;
      tell(question, print);
      toldMs = Date.now();
      if (question.waits) machine.notify(question);
    }
    for (const { key, waits } of shown) {
      if (waits && !questions.some((one) => one.key === key)) print(`${shortId(key)} is settled`);
    }
    shown = questions;
    for (const { time, word, text, isNews } of machine.events()) {
      if (tellsEvents || isNews) print(`${time} ${word} ${text}`);
    }
  };
  print(`safeshell monitor. ${HELP}`);
  look();
  if (shown.length === 0) print(NOTHING_PENDING);
  if (old.length > 0) print(foldText(old));
  const timer = setInterval(look, POLL_MS);
  const lines = createInterface({ input, terminal: false });
  return new Promise((resolve) => {
    const end = () => {
      clearInterval(timer);
      lines.close();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
    lines.on('close', end);
    lines.on('line', (line) => {
      machine.sign();
      const words = line.trim().split(/\s+/);
      if (['quit', 'q', 'exit'].includes(words[0] ?? '')) return end();
      if (words[0] === '') return;
      if (words[0] === 'events') {
        tellsEvents = !tellsEvents;
        return print(tellsEvents ? 'Events are shown.' : 'Events are hidden.');
      }
      if (words[0] === 'list') {
        for (const question of shown) tell(question, print);
        if (shown.length === 0) print(NOTHING_PENDING);
        return old.length > 0 ? print(foldText(old)) : undefined;
      }
      if (words[0] === 'old') {
        for (const question of old) tell(question, print);
        return old.length === 0 ? print('Nothing older is left.') : undefined;
      }
      for (const text of obey(words, { shown, old, machine, isNew: Date.now() - toldMs < GRACE_MS })) print(text);
      look();
    });
  });
}

function foldText({ length }: readonly Question[]): string {
  return `${length} older, answered or given up: old lists them`;
}

function tell({ key, requests, waits, past }: Question, print: (line: string) => void): void {
  const state = past === undefined || past === 'given-up' ? 'refused, for the next try' : past;
  print('');
  print(`${waits ? 'question' : state} ${shortId(key)}`);
  for (const request of requests) print(requestText(request, PAINT, true));
}

interface Told {
  readonly shown: readonly Question[];
  readonly old: readonly Question[];
  readonly machine: MonitorMachine;
  readonly isNew: boolean;
}

/** Carries out one line, and says what came of it. */
function obey(words: readonly string[], { shown, old, machine, isNew }: Told): readonly string[] {
  const named = /^[\da-f]{4,64}$/.test(words[0] ?? '') ? words[0] : undefined;
  const [question, another] =
    named === undefined ? shown : [...shown, ...old].filter(({ key }) => key.startsWith(named));
  if (question === undefined) return [named === undefined ? NOTHING_PENDING : `No request has the id ${named}.`];
  if (another !== undefined) return ['Several requests are waiting: begin with the ID of one.'];
  const [word = '', ...rest] = named === undefined ? words : words.slice(1);
  if (word === 'explain' || word === 'e') {
    return question.requests.flatMap(({ explain }) => explain.split('\n').map((line) => printable(line)));
  }
  const given = givenBy(word, rest.join(' '), question);
  if (given === undefined) return [HELP];
  const id = shortId(question.key);
  if (named === undefined && isNew && given.answer !== 'no') return [`new question: ${id} ${word}?`];
  const isFirst = machine.answer(question, given) > 0;
  return [isFirst ? `${id}: ${answeredText(given, question.requests[0], question.waits)}` : 'It was answered before.'];
}

function givenBy(word: string, rest: string, { requests }: Question): GivenAnswer | undefined {
  const who = 'monitor';
  const isBare = rest === '';
  if ((word === 'yes' || word === 'y') && isBare) return { answer: 'once', who };
  if (word === 'session' && isBare) return { answer: 'session', who };
  if (word === 'always' && isBare) {
    return requests.every(({ always }) => always !== undefined) ? { answer: 'always', who } : undefined;
  }
  if (word === 'no' || word === 'n') return { answer: 'no', who, ...(!isBare && { reason: rest.slice(0, 500) }) };
  const minutes = Number(rest === '' ? 10 : rest);
  if (word !== 'minutes' || !Number.isInteger(minutes) || minutes < 1 || minutes > MAX_MINUTES) return undefined;
  return { answer: 'minutes', untilMs: Date.now() + minutes * 60_000, who };
}
