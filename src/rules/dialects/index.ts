import type { Dialect } from '../../model/policy.ts';
import { CARAPACE } from './carapace/dialect.ts';
import { CLAUDECUBE } from './claudecube/dialect.ts';
import { mappingOf } from './content.ts';
import type { DialectDefinition } from './dialect.ts';
import { POLICYSHIELD } from './policyshield/dialect.ts';
import { SAFESHELL } from './safeshell/dialect.ts';

/** Every rule language: the only list. The native one is last: it takes what none of the others recognizes. */
export const DIALECTS: readonly DialectDefinition[] = [POLICYSHIELD, CLAUDECUBE, CARAPACE, SAFESHELL];

/** The forced one, else the one that the file names with `dialect:`, else the one that its content looks like. */
export function dialectOf(content: unknown, forced?: Dialect): DialectDefinition | undefined {
  const named = forced ?? mappingOf(content)?.dialect;
  if (named !== undefined) return DIALECTS.find(({ name }) => name === named);
  return DIALECTS.find((dialect) => dialect.recognizes(content));
}
