import type { Confinement } from '../model/confinement.ts';
import {
  type ConditionTrace,
  type Decision,
  hasMatched,
  type RuleEnd,
  type RuleTrace,
  verdictWord,
  type Watched,
} from '../model/decision.ts';
import type { Doubt, DoubtCode, InvocationRole } from '../model/invocation.ts';
import type { Proof, ProofLevel } from '../model/proof.ts';
import type { Answer } from '../model/tri.ts';
import type { Counts } from '../model/undo.ts';
import type { Severity, Verdict } from '../model/verdict.ts';
import type { UnknownReason, Word } from '../model/word.ts';
import { helpOf } from './help.ts';

/** A decision as programs read it. Fields are documented in docs/json.md; new ones may be added. */
export interface DecisionJson {
  /** the line, or the words of an argument vector quoted and joined */
  readonly command: string;
  readonly verdict: Verdict;
  /** `FILE/NAME` of the deciding rule */
  readonly rule: string | null;
  /** the file whose default it is, where no rule is about a tool call */
  readonly default_of: string | null;
  readonly severity: Severity | null;
  readonly message: string | null;
  /** a safer way */
  readonly help: string | null;
  /** for `redirect`: the words that run instead */
  readonly replacement: readonly string[] | null;
  /** what it prints is masked, whatever the verdict is; else null. `rules`: the rules, or files by their default, that say so */
  readonly redaction: { readonly rules: readonly string[]; readonly input: boolean } | null;
  /** it may write to its project, temp folders and the caches of its tools alone, whatever the verdict is; else null */
  readonly confinement: {
    readonly rules: readonly string[];
    readonly invocations: readonly number[];
    readonly write: readonly string[];
  } | null;
  /** what rules that are not enforced would have made of it, where that is stricter; else null */
  readonly watched: {
    readonly verdict: Verdict;
    readonly rule: string | null;
    readonly default_of: string | null;
    readonly unsure: readonly DoubtJson[];
  } | null;
  /** every rule that matched, and is enforced */
  readonly rules: readonly { readonly rule: string; readonly verdict: Verdict; readonly certain: boolean }[];
  /** what was not understood, and counts */
  readonly unsure: readonly DoubtJson[];
  /** every program start */
  readonly invocations: readonly {
    readonly argv: readonly WordJson[];
    readonly cwd: string | null;
    readonly via: readonly string[];
    readonly role: InvocationRole;
    readonly stands_for: string | null;
    /** the file that the line runs in which it stands */
    readonly source: { readonly file: string; readonly line: number | null } | null;
  }[];
  /** files that the line runs of which only the beginning was read */
  readonly partly_read: readonly string[];
  /** what it would destroy; null = nothing, or nobody has looked */
  readonly losses: LossesJson | null;
  /** whether nobody need be asked; null = that was not tried */
  readonly proof: ProofJson | null;
  /** each rule that was asked; only in explanations */
  readonly trace?: readonly RuleTraceJson[];
}

/** Offsets are in the line. */
export interface DoubtJson {
  readonly code: DoubtCode;
  readonly detail: string;
  readonly start: number | null;
  readonly end: number | null;
}

/** Files by what git says of them, and their bytes; commits that no other ref has; sentences about what undo could not bring back. */
export interface LossesJson extends Counts {
  readonly missing: readonly string[];
}

/** `steps`: what each program start was shown to do; `obstacle`: the first thing that is not proven, offsets in the line. */
export interface ProofJson {
  readonly proven: boolean;
  /** the lowest level of `auto_approve` that answers it; null = not proven */
  readonly level: ProofLevel | null;
  readonly steps: readonly { readonly invocation: number; readonly why: string }[];
  readonly obstacle: {
    readonly invocation: number | null;
    readonly why: string;
    readonly start: number | null;
    readonly end: number | null;
  } | null;
}

/** A string where the word is known, else what is known of it. */
export type WordJson =
  | string
  | { readonly glob: string }
  | {
      readonly unknown: string;
      readonly prefix: string;
      readonly suffix: string;
      readonly reason: UnknownReason;
    };

export interface RuleTraceJson {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  /** index into `invocations` */
  readonly invocation: number | null;
  readonly tool: string | null;
  readonly end: RuleEnd;
  readonly certain: boolean;
  readonly verdict: Verdict | null;
  readonly conditions: readonly ConditionJson[];
}

export interface ConditionJson {
  readonly condition: string;
  readonly result: Answer;
  readonly detail: string | null;
  readonly children?: readonly ConditionJson[];
}

/** The stable `--json` form of a decision. */
export function decisionJson(decision: Decision, full = false): DecisionJson {
  const { decider, byDefault, replacement, redaction, confinement, message, watched, unsure, analysis } = decision;
  const { trace, losses, proof } = decision;
  const matched = trace.filter((one) => one.end === 'matched');
  return {
    command: analysis.text,
    verdict: verdictWord(decision),
    rule: decider?.rule.id ?? null,
    default_of: byDefault ?? null,
    severity: decider?.rule.severity ?? null,
    message: message ?? null,
    help: helpOf(decision) ?? null,
    replacement: replacement === undefined ? null : replacement.argv,
    redaction: redaction === undefined ? null : { rules: redaction.by, input: redaction.input },
    confinement: confinement === undefined ? null : confinementJson(confinement),
    watched: watched === undefined ? null : watchedJson(watched),
    rules: matched.map((one) => ({ rule: one.rule.id, verdict: one.verdict, certain: one.certainty === 'yes' })),
    unsure: unsure.map(doubtJson),
    invocations: analysis.invocations.map(({ argv, cwd, via, role, standsFor, source }) => ({
      argv: argv.map(wordJson),
      cwd: cwd ?? null,
      via: via.map((wrapper) => wrapper.name),
      role,
      stands_for: standsFor ?? null,
      source: source === undefined ? null : { file: source.file, line: source.line ?? null },
    })),
    partly_read: analysis.partlyRead ?? [],
    losses: losses === undefined ? null : { ...losses.counts, missing: losses.missing },
    proof: proof === undefined ? null : proofJson(proof),
    ...(full && { trace: trace.map(traceJson) }),
  };
}

function proofJson(proof: Proof): ProofJson {
  if (proof.isProven) return { proven: true, level: proof.level, steps: proof.steps, obstacle: null };
  const { invocation, why, span } = proof.obstacle;
  const at = { start: span?.start ?? null, end: span?.end ?? null };
  return { proven: false, level: null, steps: [], obstacle: { invocation: invocation ?? null, why, ...at } };
}

function confinementJson({ by, invocations, write }: Confinement): NonNullable<DecisionJson['confinement']> {
  return { rules: by, invocations, write };
}

function watchedJson({ verdict, decider, byDefault, unsure }: Watched): NonNullable<DecisionJson['watched']> {
  return {
    verdict,
    rule: decider?.rule.id ?? null,
    default_of: byDefault ?? null,
    unsure: unsure.map(doubtJson),
  };
}

function doubtJson({ code, detail, span }: Doubt): DoubtJson {
  return { code, detail, start: span?.start ?? null, end: span?.end ?? null };
}

function wordJson(word: Word): WordJson {
  if (word.kind === 'known') return word.value;
  if (word.kind === 'glob') return { glob: word.pattern };
  return { unknown: word.text, prefix: word.prefix, suffix: word.suffix, reason: word.reason };
}

function traceJson(trace: RuleTrace): RuleTraceJson {
  const { rule, invocation, tool, end, certainty, verdict, conditions } = trace;
  return {
    rule: rule.id,
    file: rule.at.file,
    line: rule.at.line,
    invocation: invocation ?? null,
    tool: tool ?? null,
    end,
    certain: certainty === 'yes',
    verdict: hasMatched(trace) ? verdict : null,
    conditions: conditions.map(conditionJson),
  };
}

function conditionJson({ condition, result, detail, children }: ConditionTrace): ConditionJson {
  return {
    condition: condition.op === 'is' ? condition.type : condition.op,
    result,
    detail: detail ?? null,
    ...(children !== undefined && { children: children.map(conditionJson) }),
  };
}
