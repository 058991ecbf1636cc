import type { Word } from '../model/word.ts';
import type { Access } from './accesses.ts';
import type { ParsedCommand, ValueKind } from './grammar.ts';
import { dropLead, leadOf } from './words.ts';

/** What stands in front of a file in a value that may also be plain text: `@file`, `name=@file`, `name=<file`. */
const MARKS: Partial<Record<ValueKind, RegExp>> = { body: /^@/, form: /^[^=]*=[@<]/ };

/** `file.txt;type=text/plain` -> `file.txt` */
const SETTINGS = /;(type|filename|headers|encoder)=.*$/s;

/** `source=path`, also where it is not first. Source: docker run --help, `--mount` */
const SOURCE = /(?:^|,)(?:source|src)=/;
const READ_ONLY = /[:,](?:ro|readonly)(?:,|$)/;

/** A folder of ours under another name, unless it can only be read through that: `dir:/x`, `type=bind,source=dir,target=/x`. */
function mounted(value: Word, index: number): readonly Access[] {
  const lead = leadOf(value);
  const source = SOURCE.exec(lead);
  const file = source === null ? value : dropLead(value, source.index + source[0].length);
  const end = leadOf(file).search(source === null ? /:/ : /,/);
  const word = file.kind === 'known' && end >= 0 ? { ...file, value: file.value.slice(0, end) } : file;
  // a name without a slash is a volume
  if (READ_ONLY.test(lead) || !/[/.~]/.test(leadOf(word))) return [];
  return [{ word, access: 'read', isLinked: true, isMounted: true, index }];
}

/** Files that a request takes along in its body or its form, and folders that a container is given; `-` (standard input) is none. */
export function attachments(parsed: ParsedCommand): readonly Access[] {
  return parsed.options.flatMap(({ kind = 'text', value, index }): readonly Access[] => {
    if (kind === 'mount' && value !== undefined) return mounted(value, index);
    const mark = value === undefined ? undefined : MARKS[kind]?.exec(leadOf(value))?.[0];
    if (value === undefined || mark === undefined) return [];
    const file = dropLead(value, mark.length);
    const word = file.kind === 'known' ? { ...file, value: file.value.replace(SETTINGS, '') } : file;
    const lead = leadOf(word);
    return lead === '' || lead === '-' ? [] : [{ word, access: 'read', isSent: true, index }];
  });
}
