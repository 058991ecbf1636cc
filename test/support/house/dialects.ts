import { existsSync } from 'node:fs';
import { parseCaseFile } from '../../../src/cases/case-file.ts';
import { DIALECT_NAMES } from '../../../src/model/policy.ts';
import { DIALECTS } from '../../../src/rules/dialects/index.ts';
import { filesBelow, textOf, unlisted } from './lists.ts';

const LIST = 'src/rules/dialects/index.ts';

export function dialectGaps(): readonly string[] {
  const exported = /^export const (\w+): DialectDefinition\b/gm;
  const named = DIALECT_NAMES.filter((name) => !DIALECTS.some((dialect) => dialect.name === name));
  return [
    ...unlisted({ folder: 'src/rules/dialects', exported, list: LIST }),
    ...named.map((name) => `${LIST}: add \`${name}\` to the list, src/model/policy.ts names it`),
    ...DIALECTS.flatMap(({ name }) => [...nameGaps(name), ...caseGaps(name), ...docsGaps(name)]),
  ];
}

function nameGaps(name: string): readonly string[] {
  const names: readonly string[] = DIALECT_NAMES;
  return names.includes(name) ? [] : [`src/model/policy.ts: add \`${name}\` to DIALECT_NAMES`];
}

/** A file of cases in which a rule of this language stops something, and lets something else pass. */
function caseGaps(name: string): readonly string[] {
  const folder = name === 'safeshell' ? 'test/cases/conditions' : `test/cases/${name}`;
  const files = existsSync(folder) ? filesBelow(folder, '.yaml') : [];
  const expected = files
    .flatMap((file) => parseCaseFile(textOf(file), file).cases)
    .flatMap((one) => [one.expect].flat(2))
    .map((wanted) => (typeof wanted === 'object' ? wanted.verdict : wanted));
  const isWhole =
    expected.includes('allow') && expected.some((verdict) => verdict === 'deny' || verdict === 'require_approval');
  return isWhole
    ? []
    : [`\`${name}\` has no cases: write ${folder}/first.yaml, with a call that is stopped and a near twin that is not`];
}

function docsGaps(name: string): readonly string[] {
  const docs = textOf('docs/dialects.md');
  const has = (pattern: string) => new RegExp(pattern, 'm').test(docs);
  return has(`^\\| \`?${name}\\b`)
    ? []
    : [`docs/dialects.md: add a row for \`${name}\`, and a section on how each part is read`];
}
