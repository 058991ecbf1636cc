import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readCached } from '../store/policy-cache.ts';
import { productRoot } from '../store/product.ts';
import { compilePolicy } from './compile.ts';
import { type LoadedPolicy, readRules } from './read-rules.ts';
import { type PolicyPlace, policySources } from './sources.ts';

/** These files alone, as a person's own. */
export function policyFromFiles(files: readonly string[]): LoadedPolicy {
  return readRules(files.map((file) => ({ file, tier: 'user' })));
}

/** The packs that come with the product. */
export function shippedPolicy(): LoadedPolicy {
  const folder = join(productRoot(), 'rules');
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return readRules(names.sort().map((name) => ({ file: join(folder, name), tier: 'pack' })));
}

/**
 * What holds in this directory: packs < managed < user < project. Files with errors leave the last good policy in force,
 * and are told; notices only where it is compiled: `fresh`, or the files have changed.
 */
export function policyInForce({ fresh = false, ...place }: PolicyPlace & { readonly fresh?: boolean }): LoadedPolicy {
  const sources = policySources(place);
  const cached = fresh ? undefined : readCached(sources.layout, sources.identity);
  if (cached !== undefined && cached.problems === undefined) return { policy: cached.policy, problems: [] };
  const { policy, problems, inForce } = compilePolicy(sources);
  return { policy: inForce?.policy ?? policy, problems };
}
