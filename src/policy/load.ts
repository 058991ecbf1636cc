import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Problem } from '../model/errors.ts';
import type { Policy, Tier } from '../model/policy.ts';
import { loadRules } from '../rules/load.ts';
import type { RuleFile } from '../rules/rule-file.ts';
import { productRoot } from '../store/product.ts';
import { checkExamples } from './examples.ts';

export interface LoadedPolicy {
  readonly policy: Policy;
  readonly problems: readonly Problem[];
}

/** These files alone, as a person's own. */
export function policyFromFiles(files: readonly string[]): LoadedPolicy {
  return loadFiles(files.map((file) => ({ file, tier: 'user' })));
}

/** The packs that come with the product. */
export function shippedPolicy(): LoadedPolicy {
  return loadFiles(packFiles().map((file) => ({ file, tier: 'pack' })));
}

function packFiles(): readonly string[] {
  const folder = join(productRoot(), 'rules');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => join(folder, name));
}

interface SourceFile {
  readonly file: string;
  readonly tier: Tier;
  readonly trusted?: boolean;
}

/** Reads, lowers, joins and checks the examples of rule files, lowest tier first. Never throws. */
function loadFiles(sources: readonly SourceFile[]): LoadedPolicy {
  const unreadable: Problem[] = [];
  const files = sources.flatMap(({ file, tier, trusted }): RuleFile[] => {
    try {
      const text = readFileSync(file, 'utf8');
      return [{ file, text, tier, module: basename(file).replace(/\.ya?ml$/, ''), ...(trusted !== undefined && { trusted }) }];
    } catch (error) {
      const at = { file, line: 1, column: 1 };
      unreadable.push({ code: 'unreadable-file', level: 'error', at, subject: file, help: (error as Error).message });
      return [];
    }
  });
  const { policy, problems, examples } = loadRules(files);
  return { policy, problems: [...unreadable, ...problems, ...checkExamples(examples)] };
}
