import type * as zod from 'zod';
import type { Facts } from '../model/facts.ts';
import type { Pattern } from '../model/policy.ts';
import type { Answer } from '../model/tri.ts';
import type { Signs } from './signs.ts';
import type { Subject } from './subject.ts';

export type Zod = typeof zod;

/** What lowering may ask for; each reports a problem at the right place and throws a LowerError. */
export interface Lowering {
  regex(written: string): Pattern;
  /** `path`: `*` stays in one segment; `text`: `*` crosses everything; `micromatch`: as that library */
  glob(written: string, flavour: 'path' | 'text' | 'micromatch'): Pattern;
  fail(expected: string): never;
}

/** A program that is started plainly, by its name, with words that are all known. */
export interface PlainStart {
  /** base name; also the program word */
  readonly program: string;
  /** `program` stands for any name that nothing here knows */
  readonly isOther?: boolean;
  /**
   * its first word is this subcommand, by the grammar's own name; '' = its only word is an option; undefined = anything.
   * Who reads it is asked again for each: what does not depend on it must not, and what does must, also where that is known
   */
  readonly subcommand?: string | undefined;
  /** see requiredLiterals; [] = nothing */
  literalsOf(pattern: Pattern): readonly (readonly string[])[];
  /** what depends on nothing but this part of a rule's data is found out at the first of many starts */
  once(part: object, find: () => Signs): Signs;
}

/** Shell code of plain words alone, which sh reads by itself: without quotes, variables, assignments and redirections. */
export interface PlainCode {
  /** see requiredLiterals; [] = nothing */
  literalsOf(pattern: Pattern): readonly (readonly string[])[];
  /** only characters that plain code may have */
  mayContain(text: string): boolean;
}

/**
 * One condition type: one file, one line in index.ts, one case file.
 * `schema` gets zod handed in, so that the hot path carries none of it.
 */
export interface ConditionFamily<Args = unknown, Data = unknown> {
  readonly type: string;
  /** what it asks, one or two sentences for the reference */
  readonly summary: string;
  /** the arguments of the `type:` spelling, strict; `primary` is the key that a bare shorthand value means */
  readonly schema: (z: Zod) => zod.ZodType<Args>;
  readonly primary?: string;
  /** plain JSON for the compiled policy */
  readonly lower: (args: Args, lowering: Lowering) => Data;
  readonly evaluate: (data: Data, subject: Subject, facts: Facts) => Answer;
  /**
   * Does a word that is known speak for the condition? A rule that only words which are not known may fulfil is about every
   * command with such a word. Absent, undefined = the condition asks for no words
   */
  readonly hasEvidence?: (data: Data, subject: Subject) => boolean | undefined;
  /** what it asks, one phrase for `rules show`; absent = its name and data as they are */
  readonly says?: (data: Data) => string;
  /** what was found, one phrase that reads after "because" */
  readonly explain: (data: Data, subject: Subject, facts: Facts) => string;
  /** what shows in the words of every plain start for which the answer is not `no`; absent = nothing that is known */
  readonly signs?: (data: Data, start: PlainStart) => Signs;
  /** surely holds for every plain start of this program, so that its opposite never does */
  readonly always?: (data: Data, start: PlainStart) => boolean;
  /**
   * globs, one of which an absolute path in plain code matches wherever the condition does not answer `no`; [] = it answers `no`
   * for all plain code. Absent, undefined = plain code may fulfil it
   */
  readonly plain?: (data: Data, code: PlainCode) => readonly Pattern[] | undefined;
  /** reads what the session did before: every call is recorded, and no shim or hook answers without Node */
  readonly remembers?: true;
  /** can be asked of a whole line and of a tool call, not only of one program start; default false */
  readonly ofLine?: boolean;
  /** asks about a tool call: a rule that has it is about tool calls */
  readonly ofCall?: boolean;
  /** asks the world (git, files, time, actor), not the command: taken as satisfied by plain inline examples */
  readonly ofWorld?: boolean;
}

export function defineCondition<Args, Data>(family: ConditionFamily<Args, Data>): ConditionFamily {
  return family as unknown as ConditionFamily;
}
