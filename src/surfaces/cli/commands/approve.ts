import { type GivenAnswer, MAX_MINUTES, type PendingRequest } from '../../../model/approval.ts';
import { EXIT } from '../../../model/errors.ts';
import type { Inbox, InboxEntry } from '../../../store/inbox.ts';
import { isWaiting } from '../../../store/watchers.ts';
import { answeredText, coverageText, requestText } from '../../../text/approval.ts';
import { printable } from '../../../text/printable.ts';
import type { CliCommand } from '../command.ts';
import { confirmed } from '../confirm.ts';
import { type CliContext, UsageError } from '../context.ts';
import { inboxOf, listInbox } from '../inbox/list.ts';
import { refuseAgents } from '../person.ts';

interface Options {
  readonly minutes?: string;
  readonly session?: boolean;
  readonly always?: boolean;
  readonly reason?: string;
  readonly all?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export const approve: CliCommand = {
  name: 'approve',
  summary: 'Approve a pending or recently refused command',
  define: (command) =>
    command
      .argument('[id]', 'Id or its first digits (default: list pending commands)')
      .option('--minutes <n>', 'Also approve repeats for this many minutes')
      .option('--session', 'Approve it for this session only, with repeats')
      .option('--always', 'Always approve it here: adds an exception to your rules')
      .option('--yes', 'Skip the confirmation prompt')
      .option('--all', 'Without an id: include answered and expired commands')
      .option('--json', 'Print one JSON object')
      .addHelpText('after', HELP),
  async run([id], given, context) {
    if (refuseAgents('approve commands', context)) return EXIT.notAllowed;
    const options = given as Options;
    const answer = answerOf(options);
    const inbox = inboxOf(context);
    if (id === undefined) return listInbox(options, context);
    const { request } = found(id, inbox);
    if (answer.answer === 'always' && request.always === undefined) {
      throw new UsageError('--always is not possible for this request; leave it out, or use --minutes or --session');
    }
    if (options.yes !== true) {
      context.err(requestText(request, context.paint, answer.answer === 'always'));
      context.err(`  ${coverageText(request, answer)}.`);
      if (!(await confirmed('Approve it? [y/N] '))) {
        context.err('safeshell: not approved');
        return EXIT.denied;
      }
    }
    return give(request, answer, { inbox, options, context });
  },
};

export const deny: CliCommand = {
  name: 'deny',
  summary: 'Deny a pending command',
  define: (command) =>
    command
      .argument('[id]', 'Id or its first digits (default: list pending commands)')
      .option('--reason <text>', 'Reason to show the agent')
      .option('--all', 'Without an id: include answered and expired commands')
      .option('--json', 'Print one JSON object'),
  run([id], given, context) {
    if (refuseAgents('answer requests', context)) return EXIT.notAllowed;
    const options = given as Options;
    const inbox = inboxOf(context);
    if (id === undefined) return listInbox(options, context);
    const { request, answer } = found(id, inbox);
    // a person may think again, as long as nobody has used the yes
    if (answer !== undefined && answer.answer !== 'no') inbox.withdraw(request.id, answer.atMs);
    const reason = options.reason?.trim();
    return give(request, { answer: 'no', who: 'cli', ...(reason && { reason }) }, { inbox, options, context });
  },
};

function answerOf({ minutes, session, always }: Options): GivenAnswer {
  if ([minutes, session, always].filter((one) => one !== undefined).length > 1) {
    throw new UsageError('use only one of --minutes, --session and --always');
  }
  if (session) return { answer: 'session', who: 'cli' };
  if (always) return { answer: 'always', who: 'cli' };
  if (minutes === undefined) return { answer: 'once', who: 'cli' };
  const count = Number(minutes);
  if (!Number.isInteger(count) || count < 1 || count > MAX_MINUTES) {
    throw new UsageError(`--minutes \`${minutes}\`: expected a number from 1 to ${MAX_MINUTES}`);
  }
  return { answer: 'minutes', untilMs: Date.now() + count * 60_000, who: 'cli' };
}

function found(prefix: string, inbox: Inbox): InboxEntry {
  if (!/^[\da-f]{4,64}$/.test(prefix))
    throw new UsageError(`\`${printable(prefix)}\` is not an id: expected at least 4 hex digits`);
  const entries = inbox.list().filter(({ request }) => request.id.startsWith(prefix));
  const [entry, another] = entries;
  if (entry === undefined)
    throw new UsageError(
      `no request has the id \`${prefix}\`; it may have expired (safeshell approve lists those that are left)`,
    );
  if (another !== undefined) throw new UsageError(`several requests begin with \`${prefix}\`: give more digits`);
  return entry;
}

interface Giving {
  readonly inbox: Inbox;
  readonly options: Options;
  readonly context: CliContext;
}

function give(request: PendingRequest, given: GivenAnswer, { inbox, options, context }: Giving): number {
  const waiting = isWaiting(request);
  const isFirst = inbox.answer(request, given);
  const covers = given.answer === 'no' ? null : coverageText(request, given);
  if (options.json)
    context.out(JSON.stringify({ id: request.id, answer: given.answer, waiting, taken: isFirst, covers }));
  else if (isFirst) context.out(answeredText(given, request, waiting));
  else context.err('safeshell: the request was already answered');
  return isFirst ? EXIT.ok : EXIT.denied;
}

const HELP = `
An approval covers exactly this command, with its arguments, in its directory, once, within ten minutes. It holds in any
session of yours, such as the next \`claude -p\`; with --session in that session only. With --minutes it holds for so long,
any number of times, and \`safeshell deny ID\` ends it. Agents cannot approve.`;
