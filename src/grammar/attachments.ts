import type { Access } from './accesses.ts';
import type { ParsedCommand, ValueKind } from './grammar.ts';
import { dropLead, leadOf } from './words.ts';

/** What stands in front of a file in a value that may also be plain text: `@file`, `name=@file`, `name=<file`. */
const MARKS: Partial<Record<ValueKind, RegExp>> = { body: /^@/, form: /^[^=]*=[@<]/ };

/** `file.txt;type=text/plain` -> `file.txt` */
const SETTINGS = /;(type|filename|headers|encoder)=.*$/s;

/** Files that a request takes along in its body or its form; `-` (standard input) is none. */
export function attachments(parsed: ParsedCommand): readonly Access[] {
  return parsed.options.flatMap(({ kind = 'text', value, index }): readonly Access[] => {
    const mark = value === undefined ? undefined : MARKS[kind]?.exec(leadOf(value))?.[0];
    if (value === undefined || mark === undefined) return [];
    const file = dropLead(value, mark.length);
    const word = file.kind === 'known' ? { ...file, value: file.value.replace(SETTINGS, '') } : file;
    const lead = leadOf(word);
    return lead === '' || lead === '-' ? [] : [{ word, access: 'read', isSent: true, index }];
  });
}
