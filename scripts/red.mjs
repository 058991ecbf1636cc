// `npm run red`: runs the lines of test/red in jails, where their harm is seen, and judges them.
import { fileURLToPath } from 'node:url';
import { runBundled } from './bundled.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
await runBundled('test/support/red/main.ts', ({ main }) => main(process.argv.slice(2)));
