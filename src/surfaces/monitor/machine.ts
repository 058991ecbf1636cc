import { type Folded, foldedQuestions, type Question } from '../../approvals/question.ts';
import { workingDirectory } from '../../facts/working-directory.ts';
import type { ApprovalSettings, GivenAnswer } from '../../model/approval.ts';
import type { Problem } from '../../model/errors.ts';
import type { Environment } from '../../model/request.ts';
import { watchPolicy } from '../../policy/watch.ts';
import { startAside } from '../../programs/start-program.ts';
import { OUTCOME_WORDS, outcomeWord, ruleOfOutcome } from '../../report/outcome-word.ts';
import { commandText, parseRecord } from '../../report/record.ts';
import { type Cursor, nearEnd, recordsBehind } from '../../store/audit-tail.ts';
import { openInbox } from '../../store/inbox.ts';
import { layoutOf } from '../../store/layout.ts';
import { isWaiting, watchInbox } from '../../store/watchers.ts';
import { printable, shortened } from '../../text/printable.ts';
import { problemText } from '../../text/problems.ts';
import { baseName } from '../../util/path.ts';
import type { EventLine } from './state.ts';

/** What the monitor shows and does. Nothing here throws. */
export interface MonitorMachine {
  questions(): Folded;
  /** those since the last look; at first the latest; and what became of edits of rules meanwhile */
  events(): readonly EventLine[];
  /** how many of its requests it was the first answer to */
  answer(question: Question, given: GivenAnswer): number;
  /** a person has just pressed a key */
  sign(): void;
  /** tells a person who looks elsewhere */
  notify(question: Question): void;
  /** commands do not wait for us any more */
  end(): void;
}

export interface MachineOptions {
  readonly env: Environment;
  readonly settings: ApprovalSettings;
  /** absolute: its project's rules are watched too */
  readonly cwd?: string;
}

/** Throws what node:fs throws where the inbox cannot be made. */
export function hostMonitor({ env, settings, cwd = workingDirectory() }: MachineOptions): MonitorMachine {
  const layout = layoutOf(env);
  const inbox = openInbox(layout.state.inbox);
  let cursor: Cursor = nearEnd(layout);
  const watch = watchInbox(layout.state.inbox);
  let news: EventLine[] = [];
  const rules = watchPolicy(
    { cwd, env },
    {
      warn: (problems) => news.push(rulesLine('red', brokenText(problems))),
      changed: () => news.push(rulesLine('green', 'read again: they hold from now on')),
    },
  );
  return {
    questions: () => foldedQuestions(inbox.list(), isWaiting, Date.now()),
    events() {
      const lines = news;
      news = [];
      try {
        for (const { value, cursor: behind } of recordsBehind(cursor, layout)) {
          cursor = behind;
          const line = eventLine(value);
          if (line !== undefined) lines.push(line);
        }
      } catch {
        // at the next look
      }
      return lines;
    },
    answer(question, given) {
      return question.requests.filter((one) => isFirst(() => inbox.answer(one, given))).length;
    },
    sign() {
      try {
        watch.sign();
      } catch {
        // commands do not wait for us
      }
    },
    notify(question) {
      if (settings.notify) notifyDesktop(question);
    },
    end() {
      rules.close();
      watch.stop();
    },
  };
}

function rulesLine(color: EventLine['color'], text: string): EventLine {
  return { time: timeOf(new Date()), word: 'rules', color, text, isNews: true };
}

/** Short lines have room for the name of a file only. */
function brokenText([first, ...others]: readonly Problem[]): string {
  if (first === undefined) return 'errors, the last good ones stay in force';
  const [what] = problemText({ ...first, at: { ...first.at, file: baseName(first.at.file) } }).split('\n');
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `errors, the last good ones stay in force: ${what}${more} (safeshell lint)`;
}

function timeOf(date: Date): string {
  return date.toTimeString().slice(0, 8);
}

function isFirst(answer: () => boolean): boolean {
  try {
    return answer();
  } catch {
    return false;
  }
}

const COLORS = {
  deny: 'red',
  require_approval: 'yellow',
  escalate: 'yellow',
  redirect: 'cyan',
  redact: 'cyan',
  confine: 'cyan',
  allow: 'green',
} as const;

function eventLine(value: Readonly<Record<string, unknown>>): EventLine | undefined {
  const record = parseRecord(value);
  if (record?.type !== 'outcome') return undefined;
  const word = outcomeWord(record);
  const decider = ruleOfOutcome(record);
  const rule = decider === undefined ? '' : `  [${printable(decider)}]`;
  return {
    time: timeOf(new Date(record.time)),
    word,
    color: COLORS[OUTCOME_WORDS[word]],
    text: `${shortened(commandText(record))}${rule}`,
  };
}

/** By the desktop's own program, with the texts as words of its own: no shell reads them. */
function notifyDesktop({ requests }: Question): void {
  const text = shortened(requests[0].what, 200);
  const script = 'on run argv\ndisplay notification (item 1 of argv) with title "safeshell: approve?"\nend run';
  const [file, ...args] =
    process.platform === 'darwin'
      ? ['/usr/bin/osascript', '-e', script, '--', text]
      : ['notify-send', '--app-name=safeshell', '--', 'safeshell: approve?', text.replace(/[<&]/g, ' ')];
  startAside(file, args);
}
