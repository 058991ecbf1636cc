import type { Verdict } from '../model/verdict.ts';
import type { OutcomeRecord } from './record.ts';

/** How a request ended, in one word, and the verdict whose colour it has. */
export const OUTCOME_WORDS = {
  ran: 'allow',
  watched: 'escalate', // it ran, as the rule that would have stopped or changed it is not enforced
  redacted: 'redact',
  confined: 'confine',
  replaced: 'redirect',
  approved: 'allow',
  kept: 'allow', // nobody was asked, as all that it destroys was kept
  proven: 'allow', // nobody was asked, as it was proven that nobody need be
  undone: 'allow',
  asked: 'require_approval', // by the agent's own dialog, whose answer is not seen
  bypassed: 'escalate',
  unguarded: 'escalate', // the guard was broken, and a person ran it
  denied: 'deny',
  'said-no': 'deny',
  refused: 'deny', // nobody was there to ask, or it could not be carried out
} as const satisfies Readonly<Record<string, Verdict>>;

export type OutcomeWord = keyof typeof OUTCOME_WORDS;

/** What a person answers with a yes. */
const ANSWERS = ['once', 'minutes', 'session', 'always'];

const BY: Readonly<Record<string, OutcomeWord>> = {
  ...Object.fromEntries(ANSWERS.map((answer) => [answer, 'approved' as const])),
  earlier: 'approved',
  bypass: 'bypassed',
  failure: 'unguarded',
  kept: 'kept',
  proof: 'proven',
};

export function outcomeWord({
  outcome: { kind, by, cause, redacted, confined, undone },
  watched,
}: Pick<OutcomeRecord, 'outcome' | 'watched'>): OutcomeWord {
  if (undone !== undefined) return 'undone';
  if (kind === 'asked') return 'asked';
  if (kind === 'refuse') return cause === 'denied' || cause === 'said-no' ? cause : 'refused';
  if (kind === 'replace') return 'replaced';
  return BY[by ?? ''] ?? mannerWord({ redacted, confined }) ?? (watched === undefined ? 'ran' : 'watched');
}

function mannerWord({
  redacted,
  confined,
}: Pick<OutcomeRecord['outcome'], 'redacted' | 'confined'>): OutcomeWord | undefined {
  if (redacted === true) return 'redacted';
  return confined === true ? 'confined' : undefined;
}

/** The rule that the word is about. */
export function ruleOfOutcome(record: OutcomeRecord): string | undefined {
  return outcomeWord(record) === 'watched' ? record.watched?.rule : record.rule;
}

/** One of these stands in every record whose outcome has that word. */
export function outcomeSigns(word: string): readonly string[] {
  if (Object.hasOwn(SIGNS, word)) return SIGNS[word] ?? [];
  return Object.keys(BY).flatMap((by) => (BY[by] === word ? [`"by":"${by}"`] : []));
}

const SIGNS: Readonly<Record<string, readonly string[]>> = {
  ran: ['"kind":"run"'],
  watched: ['"watched":'],
  undone: ['"undone":'],
  redacted: ['"redacted":true'],
  confined: ['"confined":true'],
  replaced: ['"kind":"replace"'],
  asked: ['"kind":"asked"'],
  denied: ['"cause":"denied"'],
  'said-no': ['"cause":"said-no"'],
  refused: ['"kind":"refuse"'],
};

/** What became of the question that a record is about; undefined = there was none. */
export type Question = 'approved' | 'declined' | 'unanswered' | 'unseen';

export function questionOf({ outcome: { kind, by = '', cause = '' } }: Pick<OutcomeRecord, 'outcome'>) {
  if (kind === 'asked') return 'unseen' satisfies Question;
  if (cause === 'said-no') return 'declined' satisfies Question;
  if (['nobody-to-ask', 'no-answer', 'timeout', 'interrupted'].includes(cause)) return 'unanswered' satisfies Question;
  return ANSWERS.includes(by) ? ('approved' satisfies Question) : undefined;
}

/**
 * Whether a person had a question before them, or was spared one by a proof. Where nobody was there to ask, it was neither; that a
 * dialog was answered elsewhere is no second question.
 */
export function askedOrSpared(record: Pick<OutcomeRecord, 'outcome' | 'dialog'>): 'asked' | 'spared' | undefined {
  if (record.outcome.kind === 'run' && record.outcome.by === 'proof') return 'spared';
  if (record.dialog === true) return undefined;
  const wasPut = questionOf(record) !== undefined && record.outcome.cause !== 'nobody-to-ask';
  return wasPut ? 'asked' : undefined;
}
