import type { Position } from './errors.ts';
import type { ProgramText } from './regex-program.ts';
import type { Severity, Verdict } from './verdict.ts';

/** Compiled regex or glob: the source of a JavaScript regex. `linear` = proven to match in linear time. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly linear: boolean;
  /** every text that it matches contains one of these: most texts are ruled out without making a regex of the source */
  readonly needs?: readonly string[];
  /** a text of at most so many UTF-16 units is proven to be tested within milliseconds, though not in linear time */
  readonly bareUpTo?: number | undefined;
  /** the same as a state machine; absent = too large to be one */
  readonly program?: ProgramText | undefined;
  /** as the author wrote it, for explain */
  readonly written: string;
  /** other forms of it, for settings of git with their key in lower case: `canonicalGlobs` */
  readonly forSettings?: readonly Pattern[];
}

/**
 * A lowered condition: plain JSON. Leaves are evaluated by the condition family of that name in
 * conditions/index.ts; `data` is that family's own shape.
 */
export type Condition =
  | { readonly op: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly op: 'not'; readonly of: Condition }
  | { readonly op: 'is'; readonly type: string; readonly data: unknown };

/** A tool by its whole name, or a regex that is searched in it. */
export type ToolTest = string | Pattern;

/** `latched`: the rule is inactive until its trigger has held once in the session. */
export type Activation = { readonly kind: 'always' } | { readonly kind: 'latched'; readonly trigger: Condition };

/** What a rule that redacts asks for beside the output, which always is redacted where there is one to be seen. */
export interface RuleRedaction {
  /** also what a tool is handed; the words of a command are never changed */
  readonly input?: boolean;
  /** what is masked beside the known kinds */
  readonly patterns?: readonly RedactedPattern[];
}

/** What a rule that confines lets a command write beside its project: absolute paths, `~/x`, `./x`. */
export interface RuleConfinement {
  readonly write: readonly string[];
}

export interface RedactedPattern {
  readonly name: string;
  readonly pattern: Pattern;
}

/** Rule languages by name; how each is read: rules/dialects. */
export const DIALECT_NAMES = ['safeshell', 'claudecube', 'carapace', 'policyshield'] as const;
export type Dialect = (typeof DIALECT_NAMES)[number];

/** Lowest to highest. A higher tier may override a lower one; `project` may only tighten until trusted. */
export const TIERS = ['pack', 'managed', 'user', 'project'] as const;
export type Tier = (typeof TIERS)[number];

export interface Rule {
  /** `PACK/NAME`, unique in the policy */
  readonly id: string;
  readonly name: string;
  readonly at: Position;
  /** base names or absolute paths; undefined = every command and the line itself */
  readonly commands?: readonly string[];
  /** to a call of these commands whose first subcommand is none of these the conditions answer `no`; absent = any call */
  readonly subcommands?: readonly string[];
  /** the rule is about agents' tool calls, of any of these tools; undefined = about commands */
  readonly tools?: readonly ToolTest[] | 'any';
  /** absent = always */
  readonly activation?: Activation;
  readonly directory?: readonly Pattern[];
  readonly actor?: 'ai' | 'human';
  /** all must hold */
  readonly when: readonly Condition[];
  /** any `yes` and the rule does not match */
  readonly unless: readonly Condition[];
  readonly action: Verdict;
  /** false: it does not match what stands in a file that a command only runs; only: it matches nothing else. Absent = both */
  readonly inFiles?: false | 'only';
  /** what an unknown answer does where the action is restrictive; absent = as if it matched */
  readonly onUnknown?: Verdict;
  /** it asks about nothing but what is lost on this machine: where all of that was kept, nobody may have to be asked */
  readonly undoable?: true;
  /** what is kept before a program runs of which no grammar tells what it destroys: KEEP_OPERANDS, or paths: `./x`, `~/x`, `/x`, with wildcards */
  readonly keep?: readonly string[];
  readonly redirectTo?: readonly TemplateWord[];
  readonly redact?: RuleRedaction;
  readonly confine?: RuleConfinement;
  readonly description?: string;
  readonly message?: string;
  /** a safer command or the next step, shown with a refusal */
  readonly help?: string;
  readonly severity: Severity;
  /** the lower number decides, where the module's order asks for it; absent = 1 */
  readonly priority?: number;
  /** false: no rule file of a higher tier may loosen it */
  readonly overridable: boolean;
  /** it is evaluated and on record, and decides nothing; absent = it is enforced */
  readonly enforce?: false;
}

/** In `Rule.keep`: whatever is there of what the words of the call name. */
export const KEEP_OPERANDS = 'operands';

/** `$ARGS`, `$OPERANDS`, `$CMD`, `$1`: each a whole word; or a literal word. */
export type TemplateWord =
  | { readonly kind: 'literal'; readonly value: string }
  | { readonly kind: 'args' | 'operands' | 'command' }
  | { readonly kind: 'positional'; readonly index: number };

/**
 * What makes one match decide before another of the same module. `verdict`: its place in `rank`; `exactness`: a rule that
 * names its tools whole before one that has a pattern. Where all are equal, the first in order of evaluation decides.
 */
export const PRECEDENCES = ['priority', 'verdict', 'severity', 'certainty', 'exactness'] as const;
export type Precedence = (typeof PRECEDENCES)[number];

/** One rule file with its dialect's way of choosing among matches. */
export interface RuleFile {
  readonly name: string;
  readonly file: string;
  readonly dialect: Dialect;
  readonly tier: Tier;
  /** verdicts from the one that wins to the one that loses */
  readonly rank: readonly Verdict[];
  readonly order: readonly Precedence[];
  /** what holds for a tool call that no rule of any module matched */
  readonly unmatched: Verdict;
  /** its language is about tool calls, and this is what it calls the shell; absent = its language is about commands */
  readonly shellTool?: string;
  /** its language lets people switch single rules off for a session; absent = a session's list of disabled rules has no effect */
  readonly hasSwitches?: true;
  /** its language has operations approved one by one: each decision carries the signature of its operation */
  readonly namesOperations?: true;
  /** its default, and doubts about lines for its sake, decide nothing; each of its rules says so itself. Absent = they are enforced */
  readonly enforce?: false;
  /** one of its rules reads what the session did before: every call has to be recorded */
  readonly remembers?: true;
  /** the same of calls that rules matched, or that deleted files: those are recorded */
  readonly remembersMatches?: true;
  readonly rules: readonly Rule[];
}

/** Everything `decide` needs; plain JSON, so that it can be cached. */
export interface Policy {
  readonly modules: readonly RuleFile[];
}

export type RuleFileHeader = Omit<RuleFile, 'rules'>;

export interface IndexedRule {
  readonly rule: Rule;
  readonly module: RuleFileHeader;
}

/** The rules of a policy by the program that they name: one on disk is read no further than it is asked. */
export interface RuleIndex {
  readonly modules: readonly RuleFileHeader[];
  /** rules about commands, without `commands` */
  unscoped(): readonly IndexedRule[];
  /** rules about tool calls */
  calls(): readonly IndexedRule[];
  /** first subcommands that the rules of a program name; none = they do not tell calls apart by it */
  subcommandsOf(program: string): ReadonlySet<string>;
  /**
   * In the order of the policy; by base name, so a rule that names a path may mean another file. `subcommand`: the first one of
   * a call, so that rules which name others are left out; absent = all of them.
   */
  rulesOf(program: string, subcommand?: string): readonly IndexedRule[];
  /** base names that rules name */
  programs(): Iterable<string>;
}
