/**
 * What can be redacted. `SECRET`: keys, tokens, passwords; the others are personal data.
 * `CUSTOM`: patterns of the rules' author.
 */
export const KINDS = [
  'SECRET',
  'EMAIL',
  'PHONE',
  'CREDIT_CARD',
  'SSN',
  'IBAN',
  'IP_ADDRESS',
  'PASSPORT',
  'DATE_OF_BIRTH',
  'INN',
  'SNILS',
  'RU_PASSPORT',
  'RU_PHONE',
  'CUSTOM',
] as const;

export type Kind = (typeof KINDS)[number];

/**
 * What is masked wherever people or files see a command: none of it is needed to judge one. An address or a date is:
 * who answers for `ssh root@10.0.0.5` must see where it goes.
 */
export const PRIVATE_KINDS: readonly Kind[] = ['SECRET', 'CREDIT_CARD', 'IBAN', 'SSN'];
