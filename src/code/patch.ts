import { patchPaths } from '../util/patch-paths.ts';
import { standIn } from './effects.ts';
import type { CodeAnalyzer, CodeFinding } from './finding.ts';
import { textValue } from './value.ts';

/** A patch as `apply_patch` takes it, in the commands that do the same to the files that it names. */
export const analyzePatch: CodeAnalyzer = (source) => {
  const { written, deleted, moved } = patchPaths([source]);
  const command = (words: readonly string[], paths: readonly string[]): readonly CodeFinding[] =>
    paths.length === 0 ? [] : [standIn([...words, '--', ...paths.map(textValue)], 'apply_patch')];
  return [...command(['tee'], written), ...command(['rm'], deleted), ...moved.flatMap((pair) => command(['mv'], pair))];
};
