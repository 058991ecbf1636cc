import type { RuleStanding } from '../rules/merge.ts';
import { isEnforced, modeOf } from './mode.ts';
import { type LoadedPolicy, type PolicySaid, packName, readRules } from './read-rules.ts';
import { type PolicyContext, type PolicySources, policySources } from './sources.ts';
import { readWithStandIns } from './stand-ins.ts';

/** A pack that comes with the product. */
export interface PackEntry {
  readonly name: string;
  readonly file: string;
  /** what it stops, in one sentence */
  readonly description: string | undefined;
  readonly isOptional: boolean;
  readonly isOn: boolean;
  /** the settings file that sets it; absent = the default */
  readonly saidIn?: string;
}

/** A rule as it stands, wherever it is from. */
export interface RuleEntry extends RuleStanding {
  /** its own standing and its pack's */
  readonly counts: boolean;
  /** false: what it would stop is recorded, and runs */
  readonly isEnforced: boolean;
  /** absent = the rule is of no pack */
  readonly pack?: PackEntry;
}

/** Everything that a person may ask about the rules of one place, those that do not count too. */
export interface Catalogue extends Pick<LoadedPolicy, 'problems'> {
  readonly rules: readonly RuleEntry[];
  readonly packs: readonly PackEntry[];
  readonly sources: PolicySources;
}

/** Reads what is on disk now; of a file with errors what it last said without. Never throws. */
export function readCatalogue(context: PolicyContext): Catalogue {
  const sources = policySources(context);
  const { inForce, asRead, problems } = readWithStandIns(sources);
  const read = inForce ?? asRead;
  const isRead = new Set(read.standings.map(({ written }) => written.at.file));
  const inactive = readRules(
    sources.optional.filter((file) => !isRead.has(file)).map((file) => ({ file, tier: 'pack' })),
    { skipPackExamples: true },
  );
  const descriptions = new Map([...read.descriptions, ...inactive.descriptions]);
  const packs = packEntries(sources, read.said, descriptions);
  const mode = modeOf(read.said);
  const byFile = new Map(packs.map((pack) => [pack.file, pack]));
  const entry = (standing: RuleStanding, isInactive: boolean): RuleEntry => {
    const pack = byFile.get(standing.written.at.file);
    // rules that may not be loosened stay when their pack goes
    const isKept = pack === undefined || pack.isOn || (!isInactive && !standing.rule.overridable);
    const { rule, module: name, tier } = standing;
    const enforced = isEnforced(rule, { name, tier }, mode);
    return { ...standing, counts: standing.isOn && isKept, isEnforced: enforced, ...(pack && { pack }) };
  };
  const rules = [
    ...read.standings.map((standing) => entry(standing, false)),
    ...inactive.standings.map((standing) => entry(standing, true)),
  ];
  return { rules, packs, problems, sources };
}

function packEntries(
  { files, optional }: PolicySources,
  said: readonly PolicySaid[],
  descriptions: ReadonlyMap<string, string>,
): readonly PackEntry[] {
  const usual = files.filter(({ tier }) => tier === 'pack').map(({ file }) => ({ file, isOptional: false }));
  const others = optional.map((file) => ({ file, isOptional: true }));
  return [...usual, ...others].map(({ file, isOptional }) => {
    const name = packName(file);
    const off = said.find(({ disabledPacks }) => disabledPacks.includes(name));
    const on = isOptional ? said.find(({ enabledPacks }) => enabledPacks.includes(name)) : undefined;
    const isOn = off === undefined && (!isOptional || on !== undefined);
    const saidIn = (off ?? on)?.file;
    return { name, file, description: descriptions.get(file), isOptional, isOn, ...(saidIn && { saidIn }) };
  });
}
