// `npm run fuzz`: looks for lines that the shell analysis chokes on, or that bash understands and it does not.
import { fileURLToPath } from 'node:url';
import { runBundled } from './bundled.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
await runBundled('test/support/fuzz/main.ts', ({ main }, bundle) => main(process.argv.slice(2), root, bundle));
