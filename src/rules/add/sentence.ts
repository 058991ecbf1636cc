import type { Verdict } from '../../model/verdict.ts';

/** What a person wants of a command, in one short sentence. */
export interface Sentence {
  readonly action: Extract<Verdict, 'allow' | 'deny' | 'require_approval'>;
  readonly command: string;
}

const WORDS: Readonly<Record<string, Sentence['action']>> = {
  allow: 'allow',
  permit: 'allow',
  deny: 'deny',
  block: 'deny',
  forbid: 'deny',
  refuse: 'deny',
  ask: 'require_approval',
  approve: 'require_approval',
  require_approval: 'require_approval',
};

const SENTENCE = /^(?:add (?:a )?rule\s*:?\s*)?([a-z_]+)\s*:?\s+(?:(?:about|before|for)\s+)?(\S.*)$/is;

/** `allow npm install`, `add rule: deny git push --force`, `ask before make release`. undefined = none of them. */
export function readSentence(text: string): Sentence | undefined {
  const [, word = '', command = ''] = SENTENCE.exec(text.trim()) ?? [];
  const action = Object.hasOwn(WORDS, word.toLowerCase()) ? WORDS[word.toLowerCase()] : undefined;
  return action && { action, command: command.trim() };
}
