import { join } from 'node:path';
import { CODE_FOLDER, runCached } from '../../store/code-cache.ts';

// the folder of the shims is as much code of ours as the shims themselves
runCached(join(__dirname, 'shim-main.cjs'), join(process.env.SAFESHELL_SHIMS ?? '', CODE_FOLDER), require);
