import type * as zod from 'zod';
import type { Facts } from '../model/facts.ts';
import type { Pattern } from '../model/policy.ts';
import type { Answer } from '../model/tri.ts';
import type { Signs } from './signs.ts';
import type { Subject } from './subject.ts';

export type Zod = typeof zod;

/** Compilers for `lower`; each reports a problem at its position in the rule file and throws a LowerError. */
export interface Lowering {
  regex(written: string): Pattern;
  /** `path`: `*` stays in one segment; `text`: `*` crosses everything; `micromatch`: as that library */
  glob(written: string, flavour: 'path' | 'text' | 'micromatch'): Pattern;
  fail(expected: string): never;
}

/** A start that a shim sees: a program by its base name, and words that are all known. */
export interface PlainStart {
  /** the base name, which is also the program word */
  readonly program: string;
  /** `program` stands for every program without a rule, grammar or wrapper of its own */
  readonly isOther?: boolean;
  /**
   * the first word as the grammar names it; '' = the only word is an option; undefined = any words. Signs that were computed
   * without reading it are reused for every subcommand of the program, so `signs` must read it exactly where it matters
   */
  readonly subcommand?: string | undefined;
  /** see requiredLiterals; [] = nothing */
  literalsOf(pattern: Pattern): readonly (readonly string[])[];
  /** a cache for signs that depend on nothing but `part` of the condition's data */
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
 * One condition type: one file, two lines in index.ts, and cases in test/cases/conditions. Only `type` to `explain` are required; a family
 * without `signs`, `always` and `plain` sends every call that its rules may match to Node, which is slower and never wrong.
 * `schema` gets zod as an argument, so that the bundles of the hot path do not contain it.
 */
export interface ConditionFamily<Args = unknown, Data = unknown> {
  readonly type: string;
  /** one or two sentences for the reference */
  readonly summary: string;
  /** the arguments of the `type:` spelling, strict; `primary` is the key that a bare shorthand value means */
  readonly schema: (z: Zod) => zod.ZodType<Args>;
  readonly primary?: string;
  /** plain JSON for the compiled policy */
  readonly lower: (args: Args, lowering: Lowering) => Data;
  readonly evaluate: (data: Data, subject: Subject, facts: Facts) => Answer;
  /**
   * Does a known word fulfil the condition? A rule that only unknown words could fulfil would match every command with a `$X`.
   * Absent, undefined = the condition is not about words
   */
  readonly hasEvidence?: (data: Data, subject: Subject) => boolean | undefined;
  /** the condition in one phrase for `rules show`; absent = its type and data as JSON */
  readonly says?: (data: Data) => string;
  /** the values that it found, one phrase to follow "because" */
  readonly explain: (data: Data, subject: Subject, facts: Facts) => string;
  /** signs of every plain start for which it may not answer `no`; too few are slow, too many let a call past its rule. Absent = ANYTHING */
  readonly signs?: (data: Data, start: PlainStart) => Signs;
  /** it answers `yes` for every plain start of this program, so that its `not` never holds */
  readonly always?: (data: Data, start: PlainStart) => boolean;
  /**
   * globs, one of which an absolute path in plain code matches wherever the condition does not answer `no`; [] = it answers `no`
   * for all plain code. Absent, undefined = plain code may fulfil it
   */
  readonly plain?: (data: Data, code: PlainCode) => readonly Pattern[] | undefined;
  /**
   * reads what the session did before. true: every call is recorded, and no shim or hook answers without Node; `matches`: those alone that
   * a rule matched, or that delete files, all of which come to Node anyway
   */
  readonly remembers?: true | 'matches';
  /** can be evaluated on a whole line and on a tool call, not only on one program start; default false */
  readonly ofLine?: boolean;
  /** reads the tool call: a rule that has it is about tool calls, not about commands */
  readonly ofCall?: boolean;
  /** reads the world (git, files, time, session), not the command: inline examples that are plain text take it as satisfied */
  readonly ofWorld?: boolean;
}

export function defineCondition<Args, Data>(family: ConditionFamily<Args, Data>): ConditionFamily {
  return family as unknown as ConditionFamily;
}
