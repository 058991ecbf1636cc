import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import { findWall } from '../install/wall.ts';
import type { Problem } from '../model/errors.ts';
import type { Policy } from '../model/policy.ts';
import { LOCAL_CODE } from '../model/wall.ts';
import { type LoadResult, type LoweredBefore, loadRules } from '../rules/load.ts';
import type { RuleFileText } from '../rules/rule-file-text.ts';
import { parseSettings, type Settings } from '../rules/settings.ts';
import type { RuleSource } from '../store/rule-files.ts';
import { MAX_BYTES, readRegular } from '../store/small-file.ts';
import { openTrust } from '../store/trust.ts';
import { checkExamples } from './examples.ts';
import { loweredPacks } from './lowered-packs.ts';
import type { PolicySources } from './sources.ts';

/** The largest shipped pack has 2,400. A file that a stranger's repository brings is compiled before a command is answered. */
const MAX_PARTS = 6000;

export interface LoadedPolicy {
  readonly policy: Policy;
  readonly problems: readonly Problem[];
}

/** With every rule of every file, also those that do not count, and what the files say of themselves. */
export type ReadRules = LoadedPolicy & Pick<LoadResult, 'standings' | 'descriptions'>;

export interface ReadOptions {
  /** may this file loosen, with this content? Asked of project files alone. */
  readonly isTrusted?: (path: string, content: string) => boolean;
  /** packs are checked before they are shipped */
  readonly skipPackExamples?: boolean;
  /** only where their examples are skipped */
  readonly before?: LoweredBefore;
}

/** A rule file; `text`: its content, where it is not to be read. */
export interface RuleText extends RuleSource {
  readonly text?: string;
}

/** Reads, lowers, joins and checks the examples of rule files, lowest tier first. Never throws. */
export function readRules(sources: readonly RuleText[], options: ReadOptions = {}): ReadRules {
  const { isTrusted = () => false, skipPackExamples = false, before } = options;
  const unreadable: Problem[] = [];
  const files: RuleFileText[] = [];
  for (const { file, tier, text: given } of sources) {
    const text = given ?? readText(file, unreadable);
    if (text === undefined) continue;
    const trusted = tier === 'project' && isTrusted(file, text);
    files.push({ file, text, tier, module: packName(file), trusted });
  }
  const { policy, problems, examples, ...about } = loadRules(files, before);
  const packs = new Set(sources.filter(({ tier }) => tier === 'pack').map(({ file }) => file));
  const checked = skipPackExamples ? examples.filter(({ rule }) => !packs.has(rule.at.file)) : examples;
  return { policy, problems: [...unreadable, ...problems, ...checkExamples(checked)], ...about };
}

export interface SourcesRead extends ReadRules {
  /** what was read of each file that is no pack */
  readonly texts: ReadonlyMap<string, string>;
  /** the `mode` and the `packs` of each settings file, the managed one first */
  readonly said: readonly PolicySaid[];
}

export interface PolicySaid extends Pick<Settings, 'mode' | 'disabledPacks' | 'enabledPacks' | 'confine'> {
  readonly file: string;
}

export interface SourcesOptions {
  /** absent = what a person has said */
  readonly isTrusted?: ReadOptions['isTrusted'];
  /** files that are not read but have this text; undefined = the file is left out */
  readonly instead?: ReadonlyMap<string, string | undefined>;
}

/** The policy of one place: its rule files, trust and settings. Never throws. */
export function readSources(
  { files: all, optional, unreadable, settings, layout }: PolicySources,
  { isTrusted = openTrust(layout.state.trust).isTrusted, instead = new Map() }: SourcesOptions = {},
): SourcesRead {
  const found: Problem[] = [...unreadable.map((folder) => unreadableFile(folder, 'the folder cannot be listed'))];
  const shipped = all.filter(({ tier }) => tier === 'pack').map(({ file }) => packName(file));
  const packs = { shipped, optional: optional.map(packName) };
  const texts = new Map<string, string>();
  const textOf = (file: string, isOptional = false) => {
    const text = instead.has(file) ? instead.get(file) : readText(file, found, { isOptional });
    if (text !== undefined) texts.set(file, text);
    return text;
  };
  const said = settings.map((file) => {
    const { settings: one, problems } = parseSettings(textOf(file, true) ?? '', file, packs);
    found.push(...problems);
    return { ...one, file };
  });
  const files = all.flatMap((one) => {
    if (one.tier === 'pack') return [one];
    const text = textOf(one.file);
    return text === undefined ? [] : [{ ...one, text }];
  });
  const enabled = said.flatMap(({ enabledPacks, confine }) => [
    ...enabledPacks,
    ...(confine.localCode ? [LOCAL_CODE] : []),
  ]);
  // where nothing on this machine confines, each start is judged as without that pack
  const chosen = optional
    .filter((file) => enabled.includes(packName(file)) && (packName(file) !== LOCAL_CODE || findWall() !== undefined))
    .map((file) => ({ file, tier: 'pack' as const }));
  const { policy, problems, ...about } = readRules([...chosen, ...files], {
    isTrusted,
    skipPackExamples: true,
    before: loweredPacks(),
  });
  const disabled = said.flatMap(({ disabledPacks }) => disabledPacks);
  return { policy: withoutPacks(policy, disabled), problems: [...problems, ...found], ...about, texts, said };
}

/** Rules that may not be loosened stay, whatever pack they are in. */
function withoutPacks(policy: Policy, disabled: readonly string[]): Policy {
  const modules = policy.modules.map((module) =>
    module.tier === 'pack' && disabled.includes(module.name)
      ? { ...module, rules: module.rules.filter((rule) => !rule.overridable) }
      : module,
  );
  return { modules };
}

export function packName(file: string): string {
  return basename(file).replace(/\.ya?ml$/, '');
}

/** The text of the file, or the problem of reading it. */
export function readRuleFile(file: string): string | Problem {
  const problems: Problem[] = [];
  return readText(file, problems) ?? (problems[0] as Problem);
}

function readText(file: string, problems: Problem[], { isOptional = false } = {}): string | undefined {
  try {
    const bytes = readRegular(file, MAX_BYTES);
    const text = bytes.toString('utf8');
    if (hasTooMany(text)) throw new Error(`it has more than ${MAX_PARTS} lines and entries of lists`);
    if (!isUtf8(bytes)) problems.push(foreignText(file, text));
    return text;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isOptional || !isMissing) problems.push(unreadableFile(file, (error as Error).message));
    return undefined;
  }
}

/**
 * Lines, and what may begin a list, a mapping or an entry in one: what parsing, checking and compiling take time for. Counted, not
 * timed, so that a file counts today and on a busy machine as well.
 */
export function hasTooMany(text: string): boolean {
  let parts = 0;
  const found = /[\n,[{]/g;
  while (found.test(text)) if (++parts > MAX_PARTS) return true;
  return false;
}

/** Read anyhow, so that its other problems are told too; a pattern with a letter that nobody writes never matches. */
function foreignText(file: string, text: string): Problem {
  const before = text.slice(0, text.indexOf('\ufffd'));
  const at = { file, line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
  return { code: 'unreadable-file', level: 'error', at, subject: file, help: 'here it is not UTF-8' };
}

function unreadableFile(file: string, help: string): Problem {
  return { code: 'unreadable-file', level: 'error', at: { file, line: 1, column: 1 }, subject: file, help };
}
