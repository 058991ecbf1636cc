import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

// run from elsewhere: whatever stands beside the bundle must not become the product
test('a bundled program of the tests finds the rules of this repository', () => {
  const program = `
    const { runBundled } = await import(${JSON.stringify(`file://${process.cwd()}/scripts/bundled.mjs`)});
    await runBundled('src/store/product.ts', ({ productRoot }) => { console.log(productRoot()); return 0; });`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(printed.trim()).toBe(process.cwd());
});
