import type { Dialect, Tier } from '../model/policy.ts';

/** Text of one rule file with its tier and module. */
export interface RuleFileText {
  readonly file: string;
  readonly text: string;
  readonly tier: Tier;
  /** name of its rules' PACK: the file's base name */
  readonly module: string;
  /** project files only: a person has said that this content may loosen too */
  readonly trusted?: boolean;
  readonly dialect?: Dialect;
}
