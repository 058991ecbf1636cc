// `npm run coverage [-- PACK[/RULE] ..]`: conditions of shipped rules that no example shows to hold, or not to hold.
import { fileURLToPath } from 'node:url';
import { runBundled } from './bundled.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
await runBundled('test/support/rule-coverage/main.ts', ({ main }) => main(process.argv.slice(2)));
