import type { Tri } from '../model/tri.ts';
import { triOf } from '../model/tri.ts';
import { defineCondition } from './condition.ts';
import type { Subject } from './subject.ts';

export const FIRST_USES = ['credential', 'operation'] as const;

export interface FirstUseData {
  readonly of: (typeof FIRST_USES)[number];
}

function evaluateFirstUse({ of }: FirstUseData, subject: Subject): Tri {
  const { approved, approvedCredentials } = subject.caller.session;
  if (of === 'operation') {
    const signature = subject.signature();
    return signature === undefined ? 'unknown' : triOf(!approved.includes(signature));
  }
  const uses = subject.operations()?.filter(({ type }) => type === 'credential_access');
  if (uses === undefined) return 'unknown';
  const fresh = uses.filter(
    ({ credential, anyCredential = false }) =>
      credential === undefined || anyCredential || !approvedCredentials.includes(credential),
  );
  if (fresh.length === 0) return 'no';
  return fresh.some(({ confidence }) => confidence !== 0.3) ? 'yes' : 'unknown';
}

export const firstUse = defineCondition<FirstUseData, FirstUseData>({
  type: 'first_use',
  summary:
    'Something that no person has approved in this session yet: `credential`, one that the command or the tool call uses, ' +
    'by its name; `operation`, exactly this command or call.',
  primary: 'of',
  schema: (z) => z.strictObject({ of: z.enum(FIRST_USES).describe('what must be new') }),
  lower: ({ of }) => ({ of }),
  evaluate: evaluateFirstUse,
  says: ({ of }) => `the ${of} was not approved before in this session`,
  explain: ({ of }, subject) =>
    evaluateFirstUse({ of }, subject) === 'no' ? `the ${of} was approved before` : `the ${of} was not approved yet`,
  remembers: true,
  ofLine: true,
  ofWorld: true,
});
