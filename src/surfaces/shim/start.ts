import { join } from 'node:path';
import { codeFolder, runCached } from '../../store/code-cache.ts';

// the folder of the shims is as much code of ours as the shims themselves
runCached(join(__dirname, 'shim-main.cjs'), codeFolder(process.env.SAFESHELL_SHIMS ?? ''), require);
