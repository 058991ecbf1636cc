import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../model/request.ts';
import { type Layout, layoutOf } from '../store/layout.ts';
import { type Identity, identify } from '../store/policy-cache.ts';
import { productRoot, productVersion } from '../store/product.ts';
import { type RuleSources, ruleSources } from '../store/rule-files.ts';

/** Whose policy is asked for. */
export interface PolicyContext {
  /** absolute */
  readonly cwd: string;
  readonly env: Environment;
}

/** Everything that the policy of one place is made from, as it is on disk now. */
export interface PolicySources extends RuleSources {
  readonly layout: Layout;
  /** packs that are off unless the settings enable them */
  readonly optional: readonly string[];
  /** settings files, there or not, lowest tier first */
  readonly settings: readonly string[];
  readonly identity: Identity;
  /** what a shim compares with its stamp, there or not: folders and files of everybody but the project */
  readonly watched: readonly string[];
}

export function policySources({ cwd, env }: PolicyContext): PolicySources {
  const layout = layoutOf(env);
  const product = productRoot();
  const packs = join(product, 'rules');
  const { files, unreadable } = ruleSources({ layout, packs, cwd });
  const optional = optionalPacks(packs);
  const settings = [layout.managed.settings, layout.user.settings];
  const project = files.find(({ tier }) => tier === 'project')?.file;
  const trust = project === undefined ? [] : [layout.state.trust];
  const identity = identify({
    scope: project ?? '',
    paths: [...files.map(({ file }) => file), ...optional, ...unreadable, ...settings, ...trust],
    productVersion: productVersion(product),
  });
  // shipped packs come anew as a whole: their folder says so, and a look at each would cost every call as much as the gate
  const shared = files.flatMap(({ file, tier }) => (tier === 'project' || tier === 'pack' ? [] : file));
  const watched = [...new Set([...shared, packs, layout.managed.rules, layout.user.rules, ...settings])];
  return { layout, files, optional, unreadable, settings, identity, watched };
}

/** Those in `optional/` below the packs. */
export function optionalPacks(packs: string): readonly string[] {
  const folder = join(packs, 'optional');
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
    return names.sort().map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** What a new file for a person's own rules begins with. */
export const OWN_FILE_HEADER =
  '# Your own rules: docs/rules.md. Every problem of this file: safeshell lint.\nversion: 1\n';

/** Where commands write a person's own rules. */
export function ownFile({ layout }: Pick<PolicySources, 'layout'>): string {
  return join(layout.user.rules, 'mine.yaml');
}

/** The sources with a file among the person's own, at the place of its name. */
export function withOwnFile(sources: PolicySources, file: string): PolicySources {
  const { files } = sources;
  if (files.some((one) => one.file === file)) return sources;
  const after = files.findIndex((one) => one.tier === 'project' || (one.tier === 'user' && one.file > file));
  const at = after < 0 ? files.length : after;
  return { ...sources, files: [...files.slice(0, at), { file, tier: 'user' }, ...files.slice(at)] };
}
