import type { Answer } from '../../model/outcome.ts';
import type { Paint } from '../../text/paint.ts';
import { alwaysText, answerHint, questionText } from '../../text/question.ts';
import type { Asker, Interrupted, Question } from '../asker.ts';
import { exceptionLines } from '../exception.ts';
import { orInterrupted } from './interruption.ts';
import type { Terminal } from './terminal.ts';

const MAX_TRIES = 5;

/** Asks on a terminal. Anything but a clear yes is no; a signal ends the question and is handed back. */
export function createTtyAsker(terminal: Terminal, paint: Paint): Asker {
  return {
    ask: (question) =>
      ownLine(
        terminal,
        orInterrupted(
          () => converse(terminal, paint, question),
          (answer) => answer === 'no',
        ),
      ),
  };
}

/** A plain yes or no. */
export function confirm(terminal: Terminal, text: string): Promise<boolean | Interrupted> {
  const answer = orInterrupted(async () => {
    terminal.write(text);
    const line = await terminal.readLine();
    return line !== undefined && readAnswer(line, false) === 'once';
  });
  return ownLine(terminal, answer);
}

/** What is said after a Ctrl-C does not stand behind the prompt. */
async function ownLine<T>(terminal: Terminal, asked: Promise<T | Interrupted>): Promise<T | Interrupted> {
  const answer = await asked;
  if (typeof answer === 'object' && answer !== null) terminal.write('\n');
  return answer;
}

async function converse(terminal: Terminal, paint: Paint, question: Question): Promise<Answer> {
  const { always, decision } = question;
  const prompt = () => terminal.write(answerHint(always !== undefined, paint));
  terminal.write(questionText(decision, paint));
  if (always !== undefined) terminal.write(alwaysText(exceptionLines(always), always.file, paint));
  process.on('SIGCONT', prompt);
  try {
    prompt();
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const line = await terminal.readLine();
      if (line === undefined) break;
      const answer = readAnswer(line, always !== undefined);
      if (answer === 'explain') terminal.write(`${question.explain()}\n`);
      else if (answer !== undefined) return answer;
      prompt();
    }
    terminal.write('\n');
    return 'no';
  } finally {
    process.off('SIGCONT', prompt);
  }
}

const ANSWERS: Readonly<Record<string, Answer | 'explain'>> = {
  y: 'once',
  yes: 'once',
  s: 'session',
  session: 'session',
  a: 'always',
  always: 'always',
  n: 'no',
  no: 'no',
  '': 'no',
  e: 'explain',
  explain: 'explain',
};

/** undefined = ask again */
export function readAnswer(line: string, mayAlways: boolean): Answer | 'explain' | undefined {
  const answer = ANSWERS[line.trim().toLowerCase()];
  return answer === 'always' && !mayAlways ? undefined : answer;
}
