import { createHash } from 'node:crypto';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { verdictWord } from '../model/decision.ts';
import type { Problem } from '../model/errors.ts';
import type { Policy } from '../model/policy.ts';
import { strictness, type Verdict } from '../model/verdict.ts';
import {
  type AgentFile,
  BadFileError,
  isAboutShell,
  type RuleImporter,
  type SkippedRule,
} from '../rules/import/importer.ts';
import { IMPORT_MARK, type NamedRule, named, printRules } from '../rules/import/print-rules.ts';
import { loadRules } from '../rules/load.ts';
import { readIfThere } from '../store/atomic-file.ts';
import type { EditedFile } from '../store/edited-file.ts';
import { MAX_BYTES, readRegular } from '../store/small-file.ts';
import { checkExamples, decideExample } from './examples.ts';
import { hasTooMany, readSources } from './read-rules.ts';
import { type PolicyContext, type PolicySources, policySources, withOwnFile } from './sources.ts';

/** What importing an agent's own rules would write, or why it cannot. */
export type ImportPreview =
  | { readonly refused: string; readonly problems?: readonly Problem[] }
  | (EditedFile & {
      readonly rules: readonly NamedRule[];
      readonly skipped: readonly SkippedRule[];
      /** allowed commands that another rule still stops */
      readonly stopped: readonly StillStopped[];
      /** files of the project, which count where they are named alone: they may have come with it */
      readonly elsewhere: readonly string[];
    });

export interface StillStopped {
  readonly rule: string;
  readonly command: string;
  readonly verdict: Verdict;
  /** undefined = no rule, but the analysis */
  readonly by: string | undefined;
}

/**
 * Reads the rules of an agent: the person's own files, or one that is named, which counts below its project alone unless it is
 * one of these. Each rule is tried on a command of its kind. Writes nothing. Never throws.
 */
export function previewImport(
  importer: RuleImporter,
  named: string | undefined,
  context: PolicyContext,
): ImportPreview {
  const own = ownFiles(importer, context);
  const paths = named === undefined ? own : [named];
  try {
    const files = paths.map((path) => readAgentFile(path, own, importer));
    return preview(importer, files, named, context);
  } catch (error) {
    if (error instanceof BadFileError) return { refused: error.message };
    throw error;
  }
}

/** The files that are there of those that hold a person's own rules. */
function ownFiles({ folder, variable, own }: RuleImporter, { env }: PolicyContext): readonly string[] {
  const root = (variable && env[variable]) || join(env.HOME ?? homedir(), folder);
  return own.flatMap((pattern) => filesAt(root, pattern));
}

function filesAt(root: string, pattern: string): readonly string[] {
  const place = join(root, dirname(pattern));
  const ending = basename(pattern).replace(/^\*/, '');
  if (!pattern.includes('*')) return existsSync(join(root, pattern)) ? [join(root, pattern)] : [];
  try {
    const names = readdirSync(place).filter((name) => name.endsWith(ending) && !name.startsWith('.'));
    return names.sort().map((name) => join(place, name));
  } catch {
    return [];
  }
}

function readAgentFile(path: string, own: readonly string[], { folder }: RuleImporter): AgentFile {
  try {
    const text = readRegular(path, MAX_BYTES).toString('utf8');
    const isOwn = own.some((one) => realpathSync(one) === realpathSync(path));
    return { path, text, project: isOwn ? undefined : projectOf(path, folder) };
  } catch (error) {
    throw new BadFileError(path, undefined, `it cannot be read: ${(error as Error).message}`);
  }
}

/** The folder that has the agent's folder; of any other file the folder in which it lies. */
function projectOf(path: string, folder: string): string {
  const at = path.lastIndexOf(`${sep}${folder}${sep}`);
  return at < 0 ? dirname(path) : path.slice(0, at) || sep;
}

function preview(
  importer: RuleImporter,
  files: readonly AgentFile[],
  chosen: string | undefined,
  context: PolicyContext,
): ImportPreview {
  const sources = policySources(context);
  const file = join(sources.layout.user.rules, fileName(importer, chosen));
  const before = readIfThere(file);
  if (before !== undefined && !before.startsWith(IMPORT_MARK))
    return { refused: `${file} is there, and was not written by an import: move it away` };
  const converted = importer.convert(files);
  const tried = withoutFailing(
    { rules: named(restrictingFirst(converted.rules)), skipped: converted.skipped },
    (rules) => printRules(rules, importer, files),
  );
  const { rules, skipped } = withoutDoubtful(shortEnough(tried, (rules) => printRules(rules, importer, files)));
  const text = printRules(rules, importer, files);
  const after = readSources(withOwnFile(sources, file), { instead: new Map([[file, text]]) });
  const problems = after.problems.filter(({ level }) => level === 'error');
  if (problems.length > 0) return { refused: 'the rule files would have errors, or have', problems };
  const elsewhere = chosen === undefined ? projectFiles(importer, sources, context) : [];
  return { file, before, text, rules, skipped, stopped: stillStopped(rules, after.policy, file), elsewhere };
}

/** One file for the person's own rules of an agent, and one for each other that was named. */
function fileName({ agent }: RuleImporter, chosen: string | undefined): string {
  if (chosen === undefined) return `imported-${agent}.yaml`;
  const name = `${basename(dirname(dirname(chosen)))}-${basename(chosen)}`.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const hash = createHash('sha256').update(chosen).digest('hex').slice(0, 6);
  return `imported-${agent}-${[...name, hash].join('-')}.yaml`;
}

function restrictingFirst<Rule extends { readonly action: Verdict }>(rules: readonly Rule[]): readonly Rule[] {
  return [...rules].sort((one, other) => strictness(other.action) - strictness(one.action));
}

interface Kept {
  readonly rules: readonly NamedRule[];
  readonly skipped: readonly SkippedRule[];
}

type Print = (rules: readonly NamedRule[]) => string;

/** Without rules that do not match what they are about: expanded, redirected, several commands, or none at all. */
function withoutFailing({ rules, skipped }: Kept, print: Print): Kept {
  const module = 'imported';
  const { examples } = loadRules([{ file: module, text: print(rules), tier: 'user', module }]);
  const failed = checkExamples(examples).map(({ at }) => at.line);
  const starts = examples.map(({ rule }) => rule.at.line);
  const failing = new Set(failed.map((line) => starts.findLastIndex((start) => start <= line)));
  const out = rules.filter((_rule, at) => failing.has(at));
  return {
    rules: rules.filter((_rule, at) => !failing.has(at)),
    skipped: [...skipped, ...out.map((rule) => skip(rule, 'it is not about one plain command'))],
  };
}

function skip(rule: NamedRule, why: string): SkippedRule {
  return { from: rule.from, why, ...(rule.action !== 'allow' && isAboutShell(rule) && { mayStop: true }) };
}

/** As many of the first rules as a rule file may have. */
function shortEnough({ rules, skipped }: Kept, print: Print): Kept {
  let [fits, over] = [0, rules.length + 1];
  if (!isTooLong(print(rules))) fits = rules.length;
  while (over - fits > 1 && fits < rules.length) {
    const middle = (fits + over) >> 1;
    if (isTooLong(print(rules.slice(0, middle)))) over = middle;
    else fits = middle;
  }
  const out = rules.slice(fits).map((rule) => skip(rule, 'a rule file would be too long with it'));
  return { rules: rules.slice(0, fits), skipped: [...skipped, ...out] };
}

function isTooLong(text: string): boolean {
  return hasTooMany(text) || Buffer.byteLength(text) > MAX_BYTES;
}

/** Without rules that allow commands which a rule that is left out might stop. */
function withoutDoubtful({ rules, skipped }: Kept): Kept {
  const stopping = skipped.find(({ mayStop }) => mayStop);
  if (stopping === undefined) return { rules, skipped };
  const isDoubtful = (rule: NamedRule) => rule.action === 'allow' && isAboutShell(rule);
  const why = `what \`${stopping.from.text}\` stops could not be taken over`;
  const out = rules.filter(isDoubtful).map(({ from }) => ({ from, why }));
  return { rules: rules.filter((rule) => !isDoubtful(rule)), skipped: [...skipped, ...out] };
}

function stillStopped(rules: readonly NamedRule[], policy: Policy, file: string): readonly StillStopped[] {
  const module = basename(file, '.yaml');
  return rules.flatMap(({ name, action, sample }) => {
    if (action !== 'allow' || sample === undefined) return [];
    const decision = decideExample(sample, 'ai', policy);
    const verdict = verdictWord(decision);
    if (strictness(verdict) <= strictness('redirect')) return [];
    return [{ rule: `${module}/${name}`, command: sample, verdict, by: decision.decider?.rule.id }];
  });
}

/** Those of the project that the command is called in. */
function projectFiles(
  { folder, inProject }: RuleImporter,
  { files }: PolicySources,
  { cwd, env }: PolicyContext,
): readonly string[] {
  const home = env.HOME ?? homedir();
  const project = files.find(({ tier }) => tier === 'project');
  const places = [cwd, ...(project === undefined ? [] : [dirname(dirname(project.file))])];
  const found = [...new Set(places)].filter((place) => place !== home);
  return found.flatMap((place) => inProject.flatMap((pattern) => filesAt(join(place, folder), pattern)));
}
