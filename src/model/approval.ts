/** How people are asked, as config.yaml says. */
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
