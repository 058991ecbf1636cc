import type { Agreement } from '../model/approval.ts';
import { askingMatches, type Decision } from '../model/decision.ts';
import type { Invocation } from '../model/invocation.ts';
import type { Operation } from '../model/operation.ts';
import type { Request } from '../model/request.ts';
import { wordValue } from '../model/word.ts';
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

/** Names a call among those of its session: short, as each event has one. */
export function callName(request: Pick<Request, 'action' | 'cwd'>): string {
  return operationSignature(request).slice(-16);
}

/**
 * What a person agrees to: what runs, where, and for whom, as an id; and why it is asked. The session is no part of it: what a
 * person has approved in one runs in the next.
 */
export function agreementOf({ action, cwd, actor }: Request, decision: Decision): Agreement {
  const rules = askingMatches(decision).map(({ rule }) => rule.id);
  const unsure = decision.unsure.map(({ code, detail }) => `unsure:${JSON.stringify([code, detail])}`);
  const inFiles = decision.analysis.invocations.flatMap((one) => (one.source === undefined ? [] : [startOf(one)]));
  const code = inFiles.length === 0 ? [] : [`code:${sha256(JSON.stringify(inFiles))}`];
  return {
    id: sha256(JSON.stringify([canonicalForm(action), cwd, actor, decision.replacement?.argv ?? null])),
    grounds: [...new Set([...rules, ...unsure, ...code])].sort(),
  };
}

/** What a start in a file does: another one there is another question. Lines are left out, as they move. */
function startOf({ argv, cwd, source, redirects, assignments }: Invocation): unknown {
  const texts = [...argv, ...redirects.map(({ target }) => target)].map((word) => wordValue(word) ?? word?.text);
  return [source?.file, cwd, texts, assignments.map(({ name, value }) => [name, wordValue(value) ?? value?.text])];
}
