import { join } from 'node:path';
import { EXIT } from '../../model/errors.ts';
import { CODE_FOLDER, runCached } from '../../store/code-cache.ts';

// until there is an answer: what ends early, as where something is never called back, must not look like one
process.exitCode = EXIT.internal;

/** Each command runs other parts of the code, and loads no others. */
const [word = ''] = process.argv.slice(2);
const command = /^[a-z]+$/.test(word) ? word : 'help';

runCached(join(__dirname, 'cli-main.cjs'), join(__dirname, CODE_FOLDER, command), require);
