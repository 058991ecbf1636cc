import { askingMatches } from '../../model/decision.ts';
import type { Answer } from '../../model/outcome.ts';
import type { Page } from '../../text/page.ts';
import {
  alwaysText,
  answerPrompt,
  CONFIRM,
  helpText,
  notAnAnswerText,
  type Offered,
  questionText,
  sessionText,
} from '../../text/question.ts';
import type { Asker, Interrupted, Question } from '../asker.ts';
import { exceptionLines } from '../exception.ts';
import { orInterrupted } from './interruption.ts';
import type { Terminal } from './terminal.ts';

const MAX_TRIES = 5;

/** What the texts of a question need to know beside it. */
export interface Reader extends Pick<Page, 'paint' | 'home'> {
  readonly cwd: string;
}

/** Asks on a terminal. Anything but a clear yes is no; a signal ends the question and is handed back. */
export function createTtyAsker(terminal: Terminal, reader: Reader): Asker {
  return {
    ask: (question) =>
      ownLine(
        terminal,
        orInterrupted(
          () => converse(terminal, reader, question),
          (answer) => answer === 'no',
        ),
      ),
  };
}

/** A plain yes or no. */
export function confirm(terminal: Terminal, text: string): Promise<boolean | Interrupted> {
  return ownLine(
    terminal,
    orInterrupted(() => isYes(terminal, text)),
  );
}

async function isYes(terminal: Terminal, text: string): Promise<boolean> {
  const line = await terminal.ask(text);
  if (line === undefined) terminal.write('\n');
  return line !== undefined && readAnswer(line, { session: false, always: false }) === 'once';
}

/** What is said after a Ctrl-C does not stand behind the prompt. */
async function ownLine<T>(terminal: Terminal, asked: Promise<T | Interrupted>): Promise<T | Interrupted> {
  const answer = await asked;
  if (typeof answer === 'object' && answer !== null) terminal.write('\n');
  return answer;
}

async function converse(terminal: Terminal, reader: Reader, question: Question): Promise<Answer> {
  const { always, decision } = question;
  const offered = offeredBy(question);
  const page = (): Page => ({ ...reader, ...terminal.size() });
  const wide = {
    session: () => sessionText(decision, reader.cwd, page()),
    always: () => always && alwaysText(exceptionLines(always), always.file, page()),
  };
  terminal.write(questionText(decision, page()));
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const line = await terminal.ask(answerPrompt(offered, page()));
    if (line === undefined) break;
    const answer = readAnswer(line, offered);
    if (answer === 'help') terminal.write(helpText(decision, question.explain(), offered, page()));
    else if (answer === undefined) terminal.write(notAnAnswerText(line, page()));
    else if (answer === 'once' || answer === 'no') return answer;
    else {
      terminal.write(wide[answer]() ?? '');
      if (await isYes(terminal, CONFIRM[answer])) return answer;
    }
  }
  terminal.write('\n');
  return 'no';
}

/** What the guard keeps for itself is never agreed to beyond this once. */
function offeredBy({ decision, always }: Question): Offered {
  const isOwn = askingMatches(decision).some(({ rule }) => rule.id.startsWith('self/'));
  return { session: !isOwn, always: always !== undefined };
}

const ANSWERS = {
  y: 'once',
  yes: 'once',
  s: 'session',
  session: 'session',
  a: 'always',
  always: 'always',
  n: 'no',
  no: 'no',
  '': 'no',
  '?': 'help',
  e: 'help',
  explain: 'help',
  h: 'help',
  help: 'help',
} as const;

type Typed = (typeof ANSWERS)[keyof typeof ANSWERS];

/** undefined = ask again */
export function readAnswer(line: string, { session, always }: Offered): Typed | undefined {
  const word = line.trim().toLowerCase();
  const answer = Object.hasOwn(ANSWERS, word) ? ANSWERS[word as keyof typeof ANSWERS] : undefined;
  if ((answer === 'session' && !session) || (answer === 'always' && !always)) return undefined;
  return answer;
}
