import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productVersion } from '../../../store/product.ts';
import { buildProgram, processContext } from '../app.ts';
import { manPages } from './page.ts';

/** Writes the manual pages of all commands into a folder. Called by the build. */
export function writeManPages(folder: string): void {
  const program = buildProgram(processContext(), () => {});
  for (const { file, text } of manPages(program, productVersion(process.cwd())))
    writeFileSync(join(folder, file), text);
}
