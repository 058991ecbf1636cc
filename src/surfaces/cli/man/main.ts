import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productVersion } from '../../../store/product.ts';
import { buildProgram, processContext } from '../app.ts';
import { manPages } from './page.ts';

// started by the build: `node man.cjs FOLDER`
const [folder = '.'] = process.argv.slice(2);
mkdirSync(folder);
const program = buildProgram(processContext(), () => {});
for (const { file, text } of manPages(program, productVersion(process.cwd()))) writeFileSync(join(folder, file), text);
