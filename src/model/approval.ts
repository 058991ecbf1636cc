import type { Answer } from './outcome.ts';
import type { Actor } from './request.ts';

/** What a person agrees to. */
export interface Agreement {
  /** names exactly this operation: what runs, in which directory, for a person or an agent. 64 hex digits */
  readonly id: string;
  /** why it is asked: ids of rules, and what was not understood. An approval covers these and no others */
  readonly grounds: readonly string[];
}

/** An agreement, and the session that needs it. */
export interface SessionAgreement extends Agreement {
  readonly session: string;
}

/** A question to a person. All of its texts are free of secrets; control characters are for who shows it to escape. */
export interface PendingRequest extends SessionAgreement {
  /** names this time that it is asked, where an old button must not answer a new question */
  readonly asking?: string;
  readonly askedMs: number;
  /** the process that waits for the answer; absent = it was refused, a rerun may use the answer */
  readonly waiter?: { readonly pid: number; readonly untilMs: number };
  readonly actor: Actor;
  /** how the actor was detected, or which agent it is */
  readonly how?: string;
  readonly door: 'shim' | 'hook' | 'shell' | 'line' | 'mcp' | 'wall';
  readonly cwd: string;
  /** the command */
  readonly what: string;
  /** what would run in its place */
  readonly runs?: string;
  readonly rule?: string;
  readonly severity?: string;
  readonly reasons: readonly string[];
  readonly help?: string;
  /** questions of one line share it */
  readonly burst: string;
  /** it is open in the agent's own dialog as well, and goes with who waits for it */
  readonly dialog?: boolean;
  /** what "always" would write, and where; absent = not offered */
  readonly always?: { readonly file: string; readonly items: readonly string[] };
  /** the trace, for "explain" */
  readonly explain: string;
}

/** Of an approval for some minutes. */
export const MAX_MINUTES = 24 * 60;

/** The answer of a person. */
export interface GivenAnswer {
  readonly answer: Answer;
  /** with `minutes`: when the approval expires */
  readonly untilMs?: number;
  /** with `no`: for the agent */
  readonly reason?: string;
  /** where it was given: `monitor`, `cli`, `telegram` .. */
  readonly who: string;
}

export interface StoredAnswer extends GivenAnswer {
  readonly id: string;
  readonly atMs: number;
  /** the grounds that the person has seen */
  readonly grounds: readonly string[];
  /** with `session` alone: the one that it is for */
  readonly session?: string;
}

/** An approval covers the grounds that the person has seen, or fewer, and its session where it has one. A no covers all. */
export function covers(answer: StoredAnswer, { grounds, session }: SessionAgreement): boolean {
  if (answer.answer === 'no') return true;
  const isForSession = answer.session === undefined || answer.session === session;
  return isForSession && areSeen(grounds, answer.grounds);
}

/** `seen`: the grounds that the person has seen; fewer are covered, too. */
export function areSeen(grounds: readonly string[], seen: readonly string[]): boolean {
  return grounds.every((one) => seen.includes(one));
}

/** How people are asked: settings of config.yaml. */
export interface ApprovalSettings {
  /** how long a command waits while somebody may answer, ms */
  readonly timeoutMs: number;
  /** the monitor shows a notification of the desktop for each new question */
  readonly notify: boolean;
  readonly channels: ChannelSettings;
}

/** Where else people are asked; absent = not there. */
export interface ChannelSettings {
  readonly telegram?: TelegramSettings | undefined;
  readonly webhook?: WebhookSettings | undefined;
}

export interface TelegramSettings {
  /** of the bot */
  readonly token: string;
  /** id of the chat that is asked */
  readonly chat: number;
  /** ids of those who may answer; absent = everybody in the chat */
  readonly users?: readonly number[] | undefined;
  /** base address of the Bot API; absent = Telegram's own */
  readonly api?: string | undefined;
}

export interface WebhookSettings {
  readonly url: string;
  /** signs what is sent: HMAC-SHA256 */
  readonly secret?: string | undefined;
}

export const DEFAULT_APPROVAL: ApprovalSettings = { timeoutMs: 300_000, notify: false, channels: {} };
