import { join } from 'node:path';
import type { LoweredFile } from '../rules/dialects/dialect.ts';
import type { LoweredBefore } from '../rules/load.ts';
import type { RuleFileText } from '../rules/rule-file-text.ts';
import { readIfThere, writeFileAtomic } from '../store/atomic-file.ts';
import { isRecord, parseJson } from '../store/guards.ts';
import type { Layout } from '../store/layout.ts';
import { isRule } from '../store/policy-guard.ts';
import { sha256 } from '../store/sha256.ts';
import { compilerNow } from './compiler.ts';

interface Kept {
  readonly text: string;
  readonly content: LoweredFile;
}

export interface LoweredPacks extends LoweredBefore {
  /** what was lowered anew is found the next time; what cannot be written is lowered again */
  keep(): void;
}

/**
 * Shipped packs as they were lowered before: a person's edit of a rule of their own does not have all packs read again, which
 * takes ten times as long as the edit.
 */
export function loweredPacks(layout: Layout): LoweredPacks {
  const path = join(layout.cache.root, 'packs.json');
  const compiler = compilerNow();
  const kept = readKept(path, compiler);
  const files = new Map<string, Kept>();
  let isNew = false;
  return {
    find(file) {
      const text = sha256(file.text);
      const one = file.tier === 'pack' ? kept[file.file] : undefined;
      if (!isKept(one) || one.text !== text) return undefined;
      files.set(file.file, one);
      return one.content;
    },
    add(file, content) {
      if (!mayKeep(file, content)) return;
      const rules = content.rules.map((rule) => ({ ...rule, match: [], noMatch: [] }));
      files.set(file.file, { text: sha256(file.text), content: { ...content, rules } });
      isNew = true;
    },
    keep() {
      if (!isNew) return;
      try {
        writeFileAtomic(path, JSON.stringify({ compiler, files: Object.fromEntries(files) }));
      } catch {
        // slower, not wrong
      }
    },
  };
}

/** Overrides are told where they stand, for which the text is needed. */
function mayKeep({ tier }: RuleFileText, { overrides }: LoweredFile): boolean {
  return tier === 'pack' && overrides.length === 0;
}

function readKept(path: string, compiler: string): Readonly<Record<string, unknown>> {
  const kept = parseJson(readIfThere(path) ?? '');
  return isRecord(kept) && kept.compiler === compiler && isRecord(kept.files) ? kept.files : {};
}

function isKept(one: unknown): one is Kept {
  if (!isRecord(one) || !isRecord(one.content)) return false;
  const { rules, overrides } = one.content;
  return Array.isArray(overrides) && Array.isArray(rules) && rules.every((rule) => isRecord(rule) && isRule(rule.rule));
}
