import { join } from 'node:path';
import type { LoweredFile } from '../rules/dialects/dialect.ts';
import type { LoweredBefore } from '../rules/load.ts';
import type { RuleFileText } from '../rules/rule-file-text.ts';
import { readIfThere } from '../store/atomic-file.ts';
import { VERSIONS } from '../store/layout.ts';
import { isRule } from '../store/policy-guard.ts';
import { sha256 } from '../store/sha256.ts';
import { isRecord, parseJson } from '../util/guards.ts';

interface PacksFile {
  /** what lowered them */
  readonly compiler: string;
  /** by name and hash of the text; a rule's file is where the pack is installed, and so is left out */
  readonly packs: Readonly<Record<string, unknown>>;
}

/** Written by the build beside the code that lowered it. */
export const PACKS_FILE = 'packs.json';

/** What this process lowered, or read from that file and validated. */
const lowered = new Map<string, LoweredFile>();

/**
 * Shipped packs as the build lowered them, which takes five times as long as all else that compiling a policy does. A pack
 * with another text, or of which the file holds nothing valid, is lowered here, once for each process.
 */
export function loweredPacks(folder: string = __dirname): LoweredBefore {
  return {
    find(file) {
      if (file.tier !== 'pack') return undefined;
      const key = keyOf(file);
      const content = lowered.get(key) ?? fromBuild(folder, key);
      return content && withFile(content, file.file);
    },
    add(file, content) {
      if (mayKeep(file, content)) lowered.set(keyOf(file), withoutExamples(content));
    },
  };
}

/** What the build writes to PACKS_FILE in the folder of its code, once the packs were read. */
export function packsFileText(folder: string): string {
  const packs = Object.fromEntries([...lowered].map(([key, content]) => [key, withFile(content, '')]));
  return JSON.stringify({ compiler: compilerOf(folder), packs } satisfies PacksFile);
}

/** Unlike times of files, which cached policies are compared by, the same on every machine that this build is copied to. */
export function compilerOf(folder: string): string {
  return `${VERSIONS.policy} ${sha256(readIfThere(join(folder, 'compile.cjs')) ?? '')}`;
}

function keyOf({ module, text }: RuleFileText): string {
  return `${module} ${sha256(text)}`;
}

/** An override is reported where it stands, for which the text is needed. */
function mayKeep({ tier }: RuleFileText, { overrides }: LoweredFile): boolean {
  return tier === 'pack' && overrides.length === 0;
}

function withoutExamples(content: LoweredFile): LoweredFile {
  return { ...content, rules: content.rules.map((rule) => ({ ...rule, match: [], noMatch: [] })) };
}

function withFile(content: LoweredFile, file: string): LoweredFile {
  const rules = content.rules.map((one) => ({ ...one, rule: { ...one.rule, at: { ...one.rule.at, file } } }));
  return { ...content, rules };
}

let built: { readonly folder: string; readonly packs: PacksFile['packs'] } | undefined;

function fromBuild(folder: string, key: string): LoweredFile | undefined {
  if (built?.folder !== folder) built = { folder, packs: readPacks(folder) };
  const content = built.packs[key];
  if (!isLowered(content)) return undefined;
  lowered.set(key, content);
  return content;
}

function readPacks(folder: string): PacksFile['packs'] {
  const file = parseJson(readIfThere(join(folder, PACKS_FILE)) ?? '');
  return isRecord(file) && isRecord(file.packs) && file.compiler === compilerOf(folder) ? file.packs : {};
}

function isLowered(content: unknown): content is LoweredFile {
  if (!isRecord(content)) return false;
  const { rules, overrides } = content;
  return (
    Array.isArray(overrides) &&
    overrides.length === 0 &&
    Array.isArray(rules) &&
    rules.every((rule) => isRecord(rule) && typeof rule.enabled === 'boolean' && isRule(rule.rule))
  );
}
