import { statSync } from 'node:fs';
import { join } from 'node:path';
import { VERSIONS } from '../store/layout.ts';
import { productVersion, runningProduct } from '../store/product.ts';

/** Names what compiles: from the same texts another one may make something else. */
export function compilerNow(): string {
  const product = runningProduct();
  const { mtimeMs, size } = statSync(join(product, 'dist', 'compile.cjs'), { throwIfNoEntry: false }) ?? {};
  return [VERSIONS.policy, productVersion(product), mtimeMs, size, process.version].join(' ');
}
