import { join } from 'node:path';
import { type Decision, type RuleEnd, verdictWord } from '../model/decision.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Action, Actor, Environment, Json, Request } from '../model/request.ts';
import type { Verdict } from '../model/verdict.ts';
import { mayHoldPrivate } from '../redact/hint.ts';
import { PRIVATE_KINDS } from '../redact/kinds.ts';
import { redactJson } from '../redact/redact.ts';
import { appendLine } from './append.ts';
import { type Layout, VERSIONS } from './layout.ts';
import { sha256 } from './sha256.ts';

type Door = 'shim' | 'hook' | 'shell' | 'line' | 'wall';

/** What is kept of one outcome; docs/audit.md tells what its fields are called in the file. */
export interface AuditEntry {
  readonly epochMs: number;
  /** `cli`: our own command, which undid something */
  readonly door: Door | 'cli';
  readonly session?: string;
  readonly actor: Actor;
  /** how the actor was told */
  readonly how?: string;
  /** the agent whose hook it was */
  readonly agent?: string;
  /** it is about the agent's dialog: the call itself has a record of its own, or needed none */
  readonly dialog?: true;
  readonly cwd: string;
  readonly action: Action;
  readonly verdict: Verdict;
  /** a rule redacts: personal data are masked here too, not secrets alone */
  readonly masksAll?: true;
  /** id of the deciding rule */
  readonly rule?: string;
  /** ids of all rules that matched */
  readonly rules?: readonly string[];
  /** what rules that are not enforced would have made of it, where that is stricter */
  readonly watched?: AuditWatched;
  readonly outcome: Outcome;
  /** where a proof settled it: what each start was shown to do, phrases */
  readonly proof?: readonly string[];
  /** why the guard could not judge; the verdict is then `escalate` */
  readonly problem?: string;
  /** W3C trace id of the caller */
  readonly trace?: string;
  readonly durationMs?: number;
}

/** `rule`: the one that would have decided; `rules`: all that matched and are not enforced. */
export interface AuditWatched {
  readonly verdict: Verdict;
  readonly rule?: string;
  readonly rules?: readonly string[];
}

/** What the door knows beside the decision. */
export interface AuditContext {
  readonly door: Door;
  readonly startedMs: number;
  readonly how?: string | undefined;
  readonly agent?: string;
  readonly dialog?: true;
}

/** How a command ended that ran in the guard's own place: a second record, which names the first by its hash. */
export interface AuditEnd {
  readonly epochMs: number;
  readonly of: string;
  readonly status?: number;
  readonly signal?: string;
  readonly durationMs: number;
}

/** Where one record went. */
export interface Appended {
  readonly hash: string;
  /** size of its file before and after, bytes */
  readonly before: number;
  readonly after: number;
}

/** Longest text of a request that is kept, in UTF-16 units; the same for what ran instead. */
const MAX_TEXT = 4096;
/** Most rules that are named beside the deciding one. */
const MAX_RULES = 50;

/** Most phrases of a proof, and the longest of them, in UTF-16 units. */
const MAX_STEPS = 20;
const MAX_STEP = 200;

/** The entry for one outcome, as a door has it in hand. */
export function auditEntry(decision: Decision, outcome: Outcome, request: Request, context: AuditContext): AuditEntry {
  const { decider, redaction, trace: asked } = decision;
  const { action, actor, cwd, sessionId: session, env } = request;
  const { door, startedMs, how, agent, dialog } = context;
  const trace = traceId(env);
  const proof = proofOf(decision, outcome);
  const rules = idsOf(asked, 'matched');
  const watched = watchedOf(decision);
  return {
    epochMs: startedMs,
    door,
    ...(session !== undefined && { session }),
    actor,
    ...(how !== undefined && { how }),
    ...(agent !== undefined && { agent }),
    ...(dialog && { dialog }),
    cwd,
    action,
    verdict: verdictWord(decision),
    ...(redaction !== undefined && { masksAll: true as const }),
    ...(decider !== undefined && { rule: decider.rule.id }),
    ...(rules.length > 0 && { rules }),
    ...(watched !== undefined && { watched }),
    outcome,
    ...(proof !== undefined && { proof }),
    ...(trace !== undefined && { trace }),
    durationMs: Date.now() - startedMs,
  };
}

function watchedOf({ watched, trace }: Decision): AuditWatched | undefined {
  if (watched === undefined) return undefined;
  const { verdict, decider } = watched;
  const rules = idsOf(trace, 'watched');
  return { verdict, ...(decider !== undefined && { rule: decider.rule.id }), ...(rules.length > 0 && { rules }) };
}

function idsOf(trace: Decision['trace'], wanted: RuleEnd): readonly string[] {
  return [...new Set(trace.filter(({ end }) => end === wanted).map(({ rule }) => rule.id))].slice(0, MAX_RULES);
}

function proofOf({ proof }: Decision, outcome: Outcome): readonly string[] | undefined {
  if (outcome.kind !== 'run' || outcome.by !== 'proof' || proof?.isProven !== true) return undefined;
  return [...new Set(proof.steps.map(({ why }) => why.slice(0, MAX_STEP)))].slice(0, MAX_STEPS);
}

/** What is known where the guard could not judge. */
export type BrokenEntry = Pick<AuditEntry, 'door' | 'actor' | 'agent' | 'session' | 'cwd' | 'action' | 'outcome'> & {
  readonly startedMs: number;
  readonly problem: string;
};

/** The same for a request that nobody judged. What cannot be recorded is no reason to stop: never throws. */
export function appendBroken(layout: () => Layout, { startedMs, ...entry }: BrokenEntry): void {
  try {
    appendAudit(layout(), { ...entry, epochMs: startedMs, verdict: 'escalate', durationMs: Date.now() - startedMs });
  } catch {
    // what broke the guard may keep the record from being written too
  }
}

/** Adds one line to the file of its day (UTC). Throws what node:fs throws. */
export function appendAudit(layout: Layout, entry: AuditEntry): Appended {
  return append(layout, entry.epochMs, auditLine(entry));
}

/** The same for how it ended. */
export function appendEnd(layout: Layout, { epochMs, of, status, signal, durationMs }: AuditEnd): Appended {
  const time = new Date(epochMs).toISOString();
  const record = { schema: VERSIONS.audit, type: 'end', time, of, status, signal, duration_ms: durationMs };
  return append(layout, epochMs, hashedLine(record));
}

function append(layout: Layout, epochMs: number, { text, hash }: HashedLine): Appended {
  const day = new Date(epochMs).toISOString().slice(0, 10);
  const before = appendLine(join(layout.state.audit, `${day}.jsonl`), text);
  return { hash, before, after: before + Buffer.byteLength(text) + 1 };
}

/**
 * The record as one line; its last field is the SHA-256 of the line without that field. Secrets are masked in what was
 * asked for and in what ran instead; where a rule redacts, personal data too.
 */
export function auditLine({
  epochMs,
  action,
  outcome,
  proof,
  problem,
  durationMs,
  masksAll,
  ...rest
}: AuditEntry): HashedLine {
  const time = new Date(epochMs).toISOString();
  const kept = redacted({ outcome, action, proof, problem: problem?.slice(0, MAX_TEXT) }, masksAll === true);
  return hashedLine({
    schema: VERSIONS.audit,
    type: 'outcome',
    time,
    ...rest,
    outcome: shortened(kept.outcome, 'argv'),
    action: shortened(kept.action),
    proof: kept.proof,
    problem: kept.problem,
    duration_ms: durationMs,
    pid: process.pid,
  });
}

export interface HashedLine {
  readonly text: string;
  readonly hash: string;
}

export function hashedLine(record: object): HashedLine {
  const body = JSON.stringify(record);
  const hash = sha256(body);
  return { text: `${body.slice(0, -1)},"hash":"${hash}"}`, hash };
}

const HASHED = /^(\{.*),"hash":"([\da-f]{64})"\}$/;

/** What was hashed, and the hash that it should have; undefined = the line is no whole record. */
export function hashedPart(line: string): { readonly body: string; readonly hash: string } | undefined {
  const [, body, hash] = HASHED.exec(line) ?? [];
  return body === undefined || hash === undefined ? undefined : { body: `${body}}`, hash };
}

function redacted<Part>(part: Part, everything: boolean): Part {
  if (!everything && !mayHoldPrivate(JSON.stringify(part))) return part;
  return redactJson(part as Json, everything ? {} : { kinds: PRIVATE_KINDS }) as Part;
}

/** What is too long is cut, as JSON text; of an outcome only what ran is. */
function shortened(part: Action | Outcome, only?: 'argv'): unknown {
  const text = JSON.stringify(part);
  if (text.length <= MAX_TEXT) return part;
  const cut = text.slice(0, MAX_TEXT);
  return only === undefined ? { kind: part.kind, cut } : { ...part, argv: undefined, cut };
}

/** Source: W3C Trace Context, `traceparent`: version-traceid-parentid-flags. */
function traceId({ TRACEPARENT = '' }: Environment): string | undefined {
  return /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/.exec(TRACEPARENT)?.[1];
}
