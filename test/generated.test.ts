import { expect, test } from 'vitest';
import { GENERATED } from './support/house/generated.ts';

/** `npx vitest run test/generated.test.ts -u` renews them. */
test.each(GENERATED)('$path is what the schemas say', async ({ path, text }) => {
  await expect(text()).toMatchFileSnapshot(`../${path}`);
});
