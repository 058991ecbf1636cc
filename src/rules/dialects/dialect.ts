import type { Dialect, Rule, RuleFile } from '../../model/policy.ts';
import type { ProblemList } from '../problems.ts';
import type { YamlSource } from '../yaml-source.ts';
import type { Example, RuleDocument } from './safeshell/schema.ts';

/** One rule language: how its files are recognised, lowered, and how it chooses among matches. */
export interface DialectDefinition {
  readonly name: Dialect;
  readonly rank: RuleFile['rank'];
  readonly order: RuleFile['order'];
  readonly unmatched: RuleFile['unmatched'];
  readonly shellTool?: string;
  /** see RuleFile */
  readonly hasSwitches?: true;
  readonly namesOperations?: true;
  /** is the content of a file of this language? Looks at its shape only; never throws */
  recognizes(content: unknown): boolean;
  lower(source: YamlSource, module: string, list: ProblemList): LoweredFile;
}

export type Path = readonly PropertyKey[];

export interface LoweredFile {
  readonly rules: readonly LoweredRule[];
  readonly overrides: readonly LoweredOverride[];
  /** what the file says of itself */
  readonly description?: string;
  /** the file's default for calls that no rule matched; absent = that of its language, as for all below */
  readonly unmatched?: RuleFile['unmatched'];
  /** see RuleFile */
  readonly enforce?: false;
  readonly shellTool?: string;
  readonly rank?: RuleFile['rank'];
  readonly order?: RuleFile['order'];
}

/** A rule with its examples and whether it is enabled. */
export interface LoweredRule {
  readonly rule: Rule;
  readonly enabled: boolean;
  readonly match: readonly LocatedExample[];
  readonly noMatch: readonly LocatedExample[];
}

export interface LocatedExample {
  readonly example: Example;
  readonly path: Path;
}

export interface LoweredOverride {
  readonly name: string;
  readonly path: Path;
  readonly change: {
    readonly disabled?: boolean;
    readonly enforce?: boolean;
    readonly action?: Rule['action'];
    readonly message?: string;
    readonly context?: RuleDocument['context'];
    readonly unless: Rule['unless'];
  };
}
