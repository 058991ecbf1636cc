import { join } from 'node:path';
import type { Outcome } from '../model/outcome.ts';
import type { Action, Actor, Json } from '../model/request.ts';
import type { Verdict } from '../model/verdict.ts';
import { mayHoldPrivate } from '../redact/hint.ts';
import { PRIVATE_KINDS } from '../redact/kinds.ts';
import { redactJson } from '../redact/redact.ts';
import { appendLine } from './append.ts';
import { type Layout, VERSIONS } from './layout.ts';
import { sha256OfShort } from './sha256.ts';

type Door = 'shim' | 'hook' | 'shell';

/** What is kept of one outcome, schema version 1. */
export interface AuditEntry {
  readonly epochMs: number;
  readonly door: Door;
  readonly session?: string;
  readonly actor: Actor;
  /** how the actor was told */
  readonly how?: string;
  readonly cwd: string;
  readonly action: Action;
  readonly verdict: Verdict;
  /** id of the deciding rule */
  readonly rule?: string;
  readonly outcome: Outcome;
  readonly durationMs?: number;
}

/** Longest text of a request that is kept, in UTF-16 units. */
const MAX_TEXT = 4096;

/** Adds one line to the file of its day (UTC). Throws what node:fs throws. */
export function appendAudit(layout: Layout, entry: AuditEntry): void {
  const day = new Date(entry.epochMs).toISOString().slice(0, 10);
  appendLine(join(layout.state.audit, `${day}.jsonl`), auditLine(entry));
}

/**
 * The record as one line; its last field is the SHA-256 of the line without that field. Secrets are masked in what was
 * asked for and in what ran instead; where a rule redacts, personal data too.
 */
export function auditLine({ epochMs, action, outcome, ...rest }: AuditEntry): string {
  const time = new Date(epochMs).toISOString();
  const kept = redacted({ outcome, action }, rest.verdict === 'redact');
  const body = JSON.stringify({ version: VERSIONS.audit, time, ...rest, ...kept, action: shortened(kept.action) });
  return `${body.slice(0, -1)},"hash":"${sha256OfShort(body)}"}`;
}

/** The line is as it was written. */
export function isIntact(line: string): boolean {
  const parts = /^(\{.*),"hash":"([\da-f]{64})"\}$/.exec(line);
  return parts !== null && sha256OfShort(`${parts[1]}}`) === parts[2];
}

function redacted<Part>(part: Part, everything: boolean): Part {
  if (!everything && !mayHoldPrivate(JSON.stringify(part))) return part;
  return redactJson(part as Json, everything ? {} : { kinds: PRIVATE_KINDS }) as Part;
}

function shortened(action: Action): unknown {
  const text = JSON.stringify(action);
  return text.length <= MAX_TEXT ? action : { kind: action.kind, cut: text.slice(0, MAX_TEXT) };
}
