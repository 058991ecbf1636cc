import type { Answer } from '../model/outcome.ts';
import { plural } from './plural.ts';

/** Every sentence of the page of `safeshell inbox --web`. */
export const PAGE_TEXT = {
  title: 'safeshell inbox',
  skip: 'Skip to the questions',
  views: 'Views',
  inbox: 'Inbox',
  report: 'Report',
  help: 'Keys and help',
  noScript: 'This page needs JavaScript. Without it: safeshell inbox, safeshell monitor.',
  live: 'live',
  connecting: 'connecting ..',
  ended: 'ended',
  needsLink: 'This page needs a fresh link',
  needsLinkHow:
    'A link works once, for one tab. Press Enter in the terminal in which `safeshell inbox --web` runs: it prints another.',
  refused: 'This browser may not answer',
  endedTitle: 'The inbox has ended',
  endedHow: 'What is asked now waits in `safeshell inbox`. Start `safeshell inbox --web` again for this page.',
  empty: 'Nothing is asked',
  emptyHow:
    'Commands that need your approval wait for you here while you use this page. After two minutes without a key, a click or the focus they are refused at once, and can be approved for their next try.',
  laterChip: 'for the next try',
  laterHow: 'It was refused because nobody was there. An answer counts when it is tried again, within ten minutes.',
  runs: 'Runs instead',
  where: 'In',
  who: 'Asked by',
  rule: 'Rule',
  instead: 'Safer',
  covers: 'Approval for',
  answers: 'Answers',
  approve: 'Approve once',
  deny: 'Deny',
  more: 'More answers',
  session: 'This session only',
  minutes: 'Some minutes',
  always: 'From now on',
  reason: 'Deny, with a reason',
  explain: 'Why?',
  reasonLabel: 'What the agent is told',
  reasonSend: 'Deny with this reason',
  minutesLabel: 'Minutes, 1 to 1440',
  minutesSend: 'Approve for so long',
  alwaysLabel: 'This is written to your rules:',
  alwaysSend: 'Approve from now on',
  cancel: 'Cancel',
  close: 'Close',
  undo: 'Undo',
  undone: 'Taken back: it is asked again',
  tooLate: 'Too late: it was fetched already',
  before: 'It was answered before',
  changed: 'It has changed: look again',
  fresh: 'It has just come or moved: press again',
  failed: 'That did not work: is the terminal still open?',
  given: 'Answered, for later tries',
  givenHow:
    'These answers are for the next try of the same command, or for some minutes. They can be taken back until then.',
  recent: 'Recently',
  refresh: 'Make it anew',
  makingReport: 'Reading what is on record ..',
  keysTitle: 'Keys',
  keysSwitch: 'Single keys answer questions',
  keys: [
    ['j, down', 'next question'],
    ['k, up', 'question before'],
    ['a, y', 'approve once: within ten minutes, in any session of yours'],
    ['s', 'approve for this session only, any number of times'],
    ['m', 'approve for some minutes, any number of times, in any session of yours'],
    ['w', 'approve from now on: the exception is shown first'],
    ['d', 'deny'],
    ['r', 'deny with a reason that the agent reads'],
    ['e', 'explain: the rules that ask, and what they found'],
    ['u', 'undo: take back the last answer'],
    ['1, 2', 'inbox, report'],
    ['?', 'this help'],
  ],
  helpHow:
    'An answer is kept here for three seconds before it goes to the command that waits; until then it can be taken back. An answer for the next try can be taken back until it is fetched.',
} as const;

const ANSWERED: Readonly<Record<Answer, string>> = {
  once: 'Approved, once',
  minutes: 'Approved, for some minutes, in any session',
  session: 'Approved, for this session only',
  always: 'Approved, from now on',
  no: 'Denied',
};

export function answerText(answer: Answer, reason?: string): string {
  return reason === undefined ? ANSWERED[answer] : `${ANSWERED[answer]}: “${reason}”`;
}

export function headingText(waiting: number, later: number): string {
  if (waiting + later === 0) return PAGE_TEXT.empty;
  const first = waiting === 0 ? 'Nothing waits' : `${plural(waiting, 'question')} ${waiting === 1 ? 'waits' : 'wait'}`;
  return later === 0 ? first : `${first}, ${later} for the next try`;
}

export function titleText(waiting: number): string {
  return waiting === 0 ? PAGE_TEXT.title : `(${waiting}) ${PAGE_TEXT.title}`;
}

export function askedText(what: string, asker: string): string {
  return `New question from ${asker}: ${what}`;
}

export function settledText(what: string): string {
  return `Settled: ${what}`;
}

export function leftOutText(characters: number): string {
  return ` … ${plural(characters, 'character')} left out … `;
}

export function moreText(count: number): string {
  return `${plural(count, 'more question')}: answer these first, or look with safeshell inbox`;
}

export function untilText(waits: boolean, time: string): string {
  return waits ? `waits until ${time}` : `counts until ${time}`;
}

export function heldText(seconds: number): string {
  return seconds <= 0 ? 'goes out now' : `goes out in ${seconds} s`;
}

const PLACES: Readonly<Record<string, string>> = {
  web: 'on this page',
  cli: 'in a terminal',
  monitor: 'in the monitor',
};

export function placeText(who: string): string {
  return PLACES[who] ?? who;
}

/** In the terminal that serves the page. */
export const SERVING_TEXT = {
  open: (link: string) => `The inbox, for one browser tab:\n\n  ${link}\n\nEnter prints another link, Ctrl-C ends it.`,
  another: (link: string) => `\n  ${link}\n`,
  entered: 'opened in a browser',
  taken: (port: string) => `port ${port} is taken`,
} as const;
