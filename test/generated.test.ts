import { expect, test } from 'vitest';
import { GENERATED } from './support/house/generated.ts';

/** `npm run generate` renews them. */
test.each(GENERATED)('$path is what the sources say', async ({ path, text }) => {
  await expect(text()).toMatchFileSnapshot(`../${path}`);
});
