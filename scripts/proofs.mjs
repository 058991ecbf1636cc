// `npm run proofs`: runs what is proven to only read of generated lines in jails, or says how many recorded calls of agents are proven.
import { fileURLToPath } from 'node:url';
import { runBundled } from './bundled.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
await runBundled('test/support/proofs/main.ts', ({ main }, bundle) => main(process.argv.slice(2), bundle));
