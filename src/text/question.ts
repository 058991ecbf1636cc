import type { Decision } from '../model/decision.ts';
import { shLine } from '../util/sh-quote.ts';
import { headLines, shownCommand } from './command-lines.ts';
import { helpOf } from './help.ts';
import { indented, type Page, shownPath } from './page.ts';
import { printable, sentence, shortened } from './printable.ts';
import { reasonOf } from './reason.ts';

/** What may be answered beside yes and no. */
export interface Offered {
  readonly session: boolean;
  readonly always: boolean;
}

/** Lines of a screen that are not ours: what was typed, the prompt, and one for the answer. */
const OTHER_ROWS = 3;

/** What a person reads before answering: what would run, which rule asks, why, and what would be safer. On one screen. */
export function questionText(decision: Decision, page: Page): string {
  const { decider, replacement } = decision;
  const { paint, columns, rows } = page;
  const help = helpOf(decision);
  const room = Math.max(2, Math.floor(rows / 4));
  const head = headLines(
    {
      label: paint.verdict('require_approval', 'needs approval'),
      command: shownCommand(decision, limitOf(room * (columns - 6))),
      tag: decider && `${decider.rule.id}, ${decider.rule.severity}`,
    },
    page,
  );
  const body = [
    ...reasonOf(decision).flatMap((reason) => indented(sentence(reason), page)),
    ...(help === undefined ? [] : indented(`instead: ${sentence(help)}`, page)),
    ...(replacement === undefined ? [] : indented(`runs: ${shortened(shLine(replacement.argv))}`, page)),
  ];
  return `${[...head, ...fitting(body, rows - head.length - OTHER_ROWS, page)].join('\n')}\n`;
}

function limitOf(characters: number): number {
  return Math.min(Math.max(characters, 40), 2000);
}

function fitting(lines: readonly string[], rows: number, { paint }: Page): readonly string[] {
  const room = Math.max(rows, 2);
  return lines.length <= room ? lines : [...lines.slice(0, room - 1), paint.dim('  ... (? shows all)')];
}

/** Columns that have no room for whole words. */
const NARROW = 40;

/** The default stands out: Enter takes it. */
export function answerPrompt({ session, always }: Offered, { paint, columns }: Page): string {
  const isNarrow = columns < NARROW;
  const answers = [
    'y',
    paint.strong('N'),
    ...(session ? [isNarrow ? 's' : 'session'] : []),
    ...(always ? [isNarrow ? 'a' : 'always'] : []),
    '?',
  ];
  return `${columns < 24 ? '' : 'Run it? '}[${answers.join('/')}] `;
}

export function notAnAnswerText(line: string, page: Page): string {
  return said([`\`${shortened(line.trim(), 40)}\` is no answer: Enter does not run it, ? explains.`], page);
}

/** The answer to `?`: why it asks, what did not fit on the screen before, and what each answer does. */
export function helpText(decision: Decision, why: string, offered: Offered, page: Page): string {
  const whole = questionText(decision, { ...page, rows: Number.POSITIVE_INFINITY });
  const isNarrow = page.columns < NARROW;
  const column = isNarrow ? 5 : 11;
  const answer = (word: string, does: string) =>
    indented(does, page, `  ${isNarrow ? word.charAt(0) : word}`.padEnd(column), ' '.repeat(column));
  return `${[
    ...(whole === questionText(decision, page) ? [] : [whole.trimEnd()]),
    ...why.split('\n').flatMap((line) => indented(line.trimStart(), page, /^ */.exec(line)?.[0] ?? '')),
    ...answer('y', 'run it, this once'),
    ...answer('n', 'do not run it; so do Enter, Ctrl-C and Ctrl-D'),
    ...(offered.session ? answer('session', 'run it, and not ask again before this session ends') : []),
    ...(offered.always ? answer('always', 'run it, and not ask again here: says first what is kept') : []),
  ].join('\n')}\n`;
}

/** What `session` allows, before it is confirmed. */
export function sessionText(decision: Decision, cwd: string, page: Page): string {
  const where = printable(shownPath(cwd, page));
  return said(
    [
      `\`${shownCommand(decision)}\` runs in ${where} without asking again in this session: until this terminal is closed.`,
    ],
    page,
  );
}

/** What `always` allows, before it is confirmed. `items`: what is written into the file, a line each. */
export function alwaysText(items: readonly string[], file: string, page: Page): string {
  const exceptions = items.map(exceptionOf);
  const [first] = exceptions;
  const kept = `Kept in ${printable(shownPath(file, page))}; to undo it, delete its line there.`;
  if (first === undefined || exceptions.includes(undefined)) return said([...items.map(printable), kept], page);
  const rules = exceptions.map((one) => one?.name ?? '').join(', ');
  const where = printable(shownPath(first.within, page));
  return said(
    [
      `\`${shortened(shLine(first.argv))}\` runs in ${where} and below it without a question, from now on: yours and agents'. Just these words; ${printable(rules)} still asks about any others.`,
      kept,
    ],
    page,
  );
}

function said(sentences: readonly string[], page: Page): string {
  return `${sentences.flatMap((one) => indented(one, page)).join('\n')}\n`;
}

interface ShownException {
  readonly name: string;
  readonly argv: readonly string[];
  readonly within: string;
}

/** As settle/exception.ts writes it; secrets may be masked in it. */
function exceptionOf(item: string): ShownException | undefined {
  try {
    const { name, unless } = JSON.parse(item) as {
      name: string;
      unless: [{ exact_command: Omit<ShownException, 'name'> }];
    };
    return { name, ...unless[0].exact_command };
  } catch {
    return undefined;
  }
}

export const CONFIRM = {
  session: 'Allow it for this session? [y/N] ',
  always: 'Allow it always? [y/N] ',
} as const;
