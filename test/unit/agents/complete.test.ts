import { expect, test } from 'vitest';
import { AGENTS } from '../../../src/agents/index.ts';

test.each(['markers', 'programs', 'packages'] as const)('no two agents share %s', (kind) => {
  const signs = AGENTS.flatMap(({ process }): readonly unknown[] =>
    process === 'editor' ? [] : (process[kind] ?? []),
  );
  const texts = signs.map((sign) => JSON.stringify(sign));
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
});
