import type { Unsure } from '../model/invocation.ts';
import type { Actor } from '../model/request.ts';
import type { Permission } from '../model/verdict.ts';

/** Everything that can break between a command and its answer. */
export type FailureKind =
  | 'guard-broken' // no valid policy, an exception, a timeout inside Node
  | 'node-killed' // Node died of a signal or could not load the guard
  | 'node-missing' // nothing at the path recorded at install
  | 'nobody-to-ask'
  | 'hook-payload' // unreadable
  | 'audit-unwritable'
  | 'program-missing';

/**
 * What is done about it. `refuse-hint` also tells the person how to get past the guard; `warn-ask` asks as for an
 * approval; `warn-run` runs with a line on stderr; `not-found` is the shell's own 127; `agent-refuse` is closed in the
 * way that the agent at hand understands.
 */
export type FailureAnswer = 'refuse' | 'refuse-hint' | 'warn-ask' | 'warn-run' | 'not-found' | 'agent-refuse';

interface FailureRow {
  readonly ai: FailureAnswer;
  readonly humanAtTerminal: FailureAnswer;
  readonly humanWithoutTerminal: FailureAnswer;
}

/** The only place that says what happens when something breaks. Rows on Node itself are carried out by shims/shim.sh. */
export const FAILURES: Readonly<Record<FailureKind, FailureRow>> = {
  'guard-broken': { ai: 'refuse', humanAtTerminal: 'warn-ask', humanWithoutTerminal: 'warn-run' },
  'node-killed': { ai: 'refuse', humanAtTerminal: 'refuse-hint', humanWithoutTerminal: 'refuse' },
  'node-missing': { ai: 'refuse', humanAtTerminal: 'warn-run', humanWithoutTerminal: 'warn-run' },
  'nobody-to-ask': { ai: 'refuse', humanAtTerminal: 'refuse', humanWithoutTerminal: 'refuse' },
  'hook-payload': { ai: 'agent-refuse', humanAtTerminal: 'agent-refuse', humanWithoutTerminal: 'agent-refuse' },
  'audit-unwritable': { ai: 'warn-run', humanAtTerminal: 'warn-run', humanWithoutTerminal: 'warn-run' },
  'program-missing': { ai: 'not-found', humanAtTerminal: 'not-found', humanWithoutTerminal: 'not-found' },
};

/**
 * `hasTerminal` = a person can be asked: a controlling terminal, and this process in its foreground. `refuses` = the owner
 * wants nothing to run unguarded (`on_error: refuse`).
 */
export function failureOutcome(kind: FailureKind, actor: Actor, hasTerminal: boolean, refuses = false): FailureAnswer {
  const row = FAILURES[kind];
  if (actor === 'ai') return row.ai;
  const answer = hasTerminal ? row.humanAtTerminal : row.humanWithoutTerminal;
  return refuses && kind === 'guard-broken' && answer === 'warn-run' ? 'refuse' : answer;
}

/**
 * What a part of a line that is not understood asks for by itself, whoever is asking. What the shell refuses would run as far as
 * the line with the error: none of it does, so that it is mended first.
 */
export function unsureVerdict({ code }: Unsure): Permission {
  return code === 'refused-syntax' ? 'deny' : 'require_approval';
}
