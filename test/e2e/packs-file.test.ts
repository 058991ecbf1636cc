import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shippedPacks } from '../../src/policy/load.ts';
import { loweredPacks } from '../../src/policy/lowered-packs.ts';
import { type LoadResult, loadRules } from '../../src/rules/load.ts';
import { CHECKOUT } from '../support/installed.ts';

/** Only files of our own dialect are kept; this one nobody has unless they enable it. */
const OTHER_DIALECT = 'claudecube-default';

const packs = [...shippedPacks()]
  .filter(([name]) => name !== OTHER_DIALECT)
  .map(([name, { file }]) => [name, file] as const);

test.each(packs)('the build has lowered %s as it is lowered here', (module, file) => {
  const pack = { file, text: readFileSync(file, 'utf8'), tier: 'pack', module, trusted: false } as const;
  const built = loweredPacks(join(CHECKOUT, 'dist'));
  expect(built.find(pack)).toBeDefined();
  const add = () => expect.unreachable('it was lowered again');
  const told = ({ policy, standings, descriptions }: LoadResult) => ({ policy, standings, descriptions });
  expect(told(loadRules([pack], { ...built, add }))).toEqual(told(loadRules([pack])));
});
