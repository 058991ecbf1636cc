import { join } from 'node:path';
import type { Problem } from '../model/errors.ts';
import { readCached } from '../store/policy-cache.ts';
import { productRoot } from '../store/product.ts';
import { usualPacks } from '../store/rule-files.ts';
import { brokenRulesLine, NO_RULES_LINE } from '../text/broken-rules.ts';
import { compilePolicy, compileUnkept } from './compile.ts';
import { loweredPacks } from './lowered-packs.ts';
import { type LoadedPolicy, packName, type RuleText, readRules } from './read-rules.ts';
import { optionalPacks, type PolicyContext, type PolicySources, policySources } from './sources.ts';

/** These files alone, as a person's own. */
export function policyFromFiles(files: readonly string[]): LoadedPolicy {
  return policyFromTexts(files.map((file) => ({ file })));
}

/** These texts and files alone, as a person's own. */
export function policyFromTexts(sources: readonly Omit<RuleText, 'tier'>[]): LoadedPolicy {
  return readRules(sources.map((source) => ({ ...source, tier: 'user' })));
}

/** The same to judge by, without the examples of packs that come with the product, which the build has lowered and checked. */
export function policyOfFiles(files: readonly string[]): LoadedPolicy {
  const shipped = new Set([...shippedPacks().values()].map(({ file }) => file));
  const sources = files.map((file) => ({ file, tier: shipped.has(file) ? ('pack' as const) : ('user' as const) }));
  return readAsBuilt(sources);
}

/** Packs as the build has lowered them, without their examples. */
function readAsBuilt(sources: readonly RuleText[]): LoadedPolicy {
  return readRules(sources, { skipPackExamples: true, before: loweredPacks() });
}

interface ShippedPack {
  readonly file: string;
  /** it is on by default */
  readonly isUsual: boolean;
}

/** Packs by their names. */
export function shippedPacks(): ReadonlyMap<string, ShippedPack> {
  const folder = join(productRoot(), 'rules');
  const named = (file: string, isUsual: boolean): [string, ShippedPack] => [packName(file), { file, isUsual }];
  const optional = optionalPacks(folder).map((file) => named(file, false));
  return new Map([...usualPacks(folder).map((file) => named(file, true)), ...optional]);
}

/** These texts and files as a person's own, beside packs: those named, or the usual ones. */
export function policyBesidePacks(
  sources: readonly Omit<RuleText, 'tier'>[],
  packs: readonly string[] | undefined,
): LoadedPolicy {
  const chosen = [...shippedPacks()].filter(([name, { isUsual }]) => packs?.includes(name) ?? isUsual);
  const files = chosen.map(([, { file }]) => ({ file, tier: 'pack' as const }));
  const own = sources.map((source) => ({ ...source, tier: 'user' as const }));
  return readAsBuilt([...files, ...own]);
}

/** Lowers every shipped pack for the file that the build writes. */
export function lowerShippedPacks(): readonly Problem[] {
  const packs = [...shippedPacks().values()].map(({ file }) => ({ file, tier: 'pack' as const }));
  return readAsBuilt(packs).problems;
}

/** The packs that come with the product. Their examples, which are checked before they are shipped, are not tried again. */
export function shippedPolicy(optional: readonly string[] = []): LoadedPolicy {
  const rules = join(productRoot(), 'rules');
  const files = [...usualPacks(rules), ...optional.map((name) => join(rules, 'optional', `${name}.yaml`))];
  return readAsBuilt(files.map((file) => ({ file, tier: 'pack' })));
}

export interface PolicyInForce extends LoadedPolicy {
  /** false: the files have errors and there never were any without; `policy` is what could be read of them */
  readonly isKnown: boolean;
  /** which files have errors, and what counts instead, in one line; absent = none has */
  readonly broken?: string;
}

/**
 * What holds in this directory: packs < managed < user < project. Of a file with errors its last version without stays in
 * force, and they are told; notices only where it is compiled: `fresh`, or the files have changed.
 */
export function policyInForce({
  fresh = false,
  ...context
}: PolicyContext & { readonly fresh?: boolean }): PolicyInForce {
  return inForceBy(compilePolicy, policySources(context), fresh);
}

/** The same for who writes nothing. */
export function policyUnkept(context: PolicyContext): PolicyInForce {
  return inForceBy(compileUnkept, policySources(context), false);
}

function inForceBy(compile: typeof compilePolicy, sources: PolicySources, fresh: boolean): PolicyInForce {
  const cached = fresh ? undefined : readCached(sources.layout, sources.identity);
  if (cached !== undefined && cached.problems === undefined)
    return { policy: cached.policy, problems: [], isKnown: true };
  const { policy, problems, inForce } = compile(sources);
  if (inForce === undefined) return { policy, problems, isKnown: false, broken: NO_RULES_LINE };
  const broken = inForce.problems === undefined ? {} : { broken: brokenRulesLine(inForce.problems) };
  return { policy: inForce.policy, problems, isKnown: true, ...broken };
}
