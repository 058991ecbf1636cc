import { holdsCredentials, isCredential } from '../grammar/credentials.ts';
import { guard, type World } from '../guard.ts';
import type { PermitRisk } from '../model/permits.ts';
import { isAsking } from '../model/verdict.ts';
import { isWithin, parentPath } from '../util/path.ts';
import { shQuote } from '../util/sh-quote.ts';

/** Names that are looked at in a folder. */
const MAX_NAMES = 500;

/**
 * Why nobody should be offered to permit this: what could write there could change what runs later, or keys. The rules know such files: it is
 * judged as an agent's own write to the path, to what lies in it, and to a new file in it. undefined = nothing is known against it.
 * `path`: absolute, it may not be there yet.
 */
export function permitRisk(path: string, { policy, facts, classifier }: World, cwd: string): PermitRisk | undefined {
  const paths = [...new Set([path, facts.realpath(path)])];
  const all = paths.flatMap((one) => [one, ...namesIn(one, facts), `${one}/new`]);
  const { env, home, at } = facts;
  if (paths.some((one) => holdsCredentials(one, home)) || all.some((one) => isCredential(one, home)))
    return { kind: 'credentials' };
  const searched = (env.PATH ?? '').split(':').filter((folder) => folder.startsWith('/'));
  if (paths.some((one) => searched.some((folder) => isWithin(folder, one) || parentPath(one) === folder)))
    return { kind: 'programs' };
  const line = `: ${all.map((one) => `>>${shQuote(one)}`).join(' ')}`;
  const request = { action: { kind: 'line', line, shell: 'sh' }, cwd, env: {}, actor: 'ai', at } as const;
  const { verdict, decider, message } = guard(request, { policy, facts, ...(classifier && { classifier }) });
  if (verdict !== 'deny' && !isAsking(verdict)) return undefined;
  const says = message ?? decider?.rule.message;
  return { kind: 'rule', rule: decider?.rule.id ?? 'default', ...(says !== undefined && { says }) };
}

function namesIn(folder: string, { expandGlob }: World['facts']): readonly string[] {
  const escaped = folder.replace(/[\\*?[\]{}]/g, '\\$&');
  return [`${escaped}/*`, `${escaped}/.*`].flatMap((glob) => expandGlob(glob, '/', MAX_NAMES) ?? []);
}
