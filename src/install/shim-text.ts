import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A template of `shims/`, with what shims and launchers of hooks both ask in place of its `@PROJECT@` line. Throws what
 * node:fs throws.
 */
export function shimText(product: string, name: 'shim.sh' | 'hook.sh' | 'hook-gate.sh'): string {
  const read = (file: string) => readFileSync(join(product, 'shims', file), 'utf8');
  return read(name).replace('@PROJECT@\n', () => read('project.sh'));
}
