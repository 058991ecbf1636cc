import { askingMatches, type Decision } from '../model/decision.ts';
import type { Operation } from '../model/operation.ts';
import type { Request } from '../model/request.ts';
import { sha256 } from '../store/sha256.ts';
import { canonicalForm } from './canonical.ts';

/**
 * Names an operation in sessions and plans: what runs, where, and what it does. A hash, as the text may hold secrets.
 * `operations` are left out for a program with its arguments, so that a caller without a classifier computes the same name.
 */
export function operationSignature(
  { action, cwd }: Pick<Request, 'action' | 'cwd'>,
  operations?: () => readonly Operation[] | undefined,
): string {
  const effects = action.kind === 'argv' ? undefined : operations?.();
  const does = effects?.map(({ type, categories, credential, event }) =>
    JSON.stringify([type, [...categories].sort(), credential ?? null, event ?? null]),
  );
  return `sha256:${sha256(JSON.stringify([canonicalForm(action), cwd, [...new Set(does)].sort()]))}`;
}

/**
 * Names what a person agrees to: what runs, where, for whom, and which rules ask. Anything else, even one more rule, is
 * another question. Hex, 64 characters.
 */
export function approvalSignature({ action, cwd, actor }: Request, decision: Decision): string {
  const rules = [...new Set(askingMatches(decision).map(({ rule }) => rule.id))].sort();
  const unsure = decision.unsure.map(({ code, detail }) => [code, detail]);
  return sha256(JSON.stringify([canonicalForm(action), cwd, actor, rules, unsure, decision.replacement?.argv ?? null]));
}

/** The same as part of one session, by which people answer: hex, 64 characters. */
export function requestId(signature: string, session: string): string {
  return sha256(JSON.stringify([signature, session]));
}
