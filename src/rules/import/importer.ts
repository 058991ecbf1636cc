/** A file of an agent's own rules, as it was read. */
export interface AgentFile {
  /** absolute */
  readonly path: string;
  readonly text: string;
  /** the folder whose sessions it is about, absolute; undefined = it is the person's own, for all */
  readonly project: string | undefined;
}

/** One rule as it stands in the agent's file. */
export interface OriginalRule {
  readonly file: string;
  /** counts from 1; absent = its format does not tell */
  readonly line?: number;
  /** in the agent's own words: `allow Bash(git log:*)` */
  readonly text: string;
}

export type ImportedAction = 'allow' | 'require_approval' | 'deny';

/** The same in our language; conditions as they are written in a rule file. */
export interface ImportedRule {
  readonly from: OriginalRule;
  readonly action: ImportedAction;
  readonly commands?: readonly string[];
  readonly conditions: readonly object[];
  readonly unless?: readonly object[];
  /** a command that the rule is about, tried before anything is written; absent = it is about other tools */
  readonly sample?: string;
}

/** What cannot be said in our language without being wider than it was, and why: a phrase, lower case. */
export interface SkippedRule {
  readonly from: OriginalRule;
  readonly why: string;
  /** it may stop commands that another rule allows */
  readonly mayStop?: true;
}

export interface Imported {
  readonly rules: readonly ImportedRule[];
  readonly skipped: readonly SkippedRule[];
}

/** How the rules of one coding agent are read. */
export interface RuleImporter {
  /** as in agents/ */
  readonly agent: string;
  /** as people call it */
  readonly title: string;
  /** its settings folder in the home directory and in projects, and the variable that moves the first */
  readonly folder: string;
  readonly variable?: string;
  /** files below that folder of the person; `*` = any name */
  readonly own: readonly string[];
  /** files below that folder of a project, which may come with the project */
  readonly inProject: readonly string[];
  /** All files together, as their rules may depend on each other. Throws a BadFileError. */
  readonly convert: (files: readonly AgentFile[]) => Imported;
}

/** More in one file is not what a person has said; each is compiled and tried. */
const MAX_RULES = 1000;
/** Characters of one rule. */
export const MAX_PATTERN = 1000;
export const TOO_LONG = `it is longer than ${MAX_PATTERN} characters`;

/** Is it a rule about commands, and not about other tools of the agent? */
export function isAboutShell({ conditions }: Pick<ImportedRule, 'conditions'>): boolean {
  return !conditions.some((one) => 'tool' in one);
}

/** A file that is not what the agent reads. */
export class BadFileError extends Error {
  /** `FILE:LINE: what was expected` */
  constructor(file: string, line: number | undefined, expected: string) {
    super(`${file}${line === undefined ? '' : `:${line}`}: ${expected}`);
  }
}

/** Throws a BadFileError. */
export function demandFew(file: string, count: number): void {
  if (count > MAX_RULES) throw new BadFileError(file, undefined, `it has more than ${MAX_RULES} rules`);
}
