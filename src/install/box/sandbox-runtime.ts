import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BoxWallLack } from '../../model/box.ts';
import { productRoot } from '../../store/product.ts';
import { isRecord, parseJson } from '../../util/guards.ts';
import { packageFolder } from '../package-folder.ts';
import { systemProgram } from '../programs.ts';

/** An optional dependency: what stands between an agent behind a wall and the network. */
const PACKAGE = '@anthropic-ai/sandbox-runtime';
const MAIN = 'dist/index.js';

/** What the wall of a box takes beside the box, or what of it is missing. All paths are absolute. */
export type BoxWallHere =
  | { readonly package: string; readonly socat: string; readonly setsid: string }
  | { readonly package: undefined; readonly lack: BoxWallLack };

export function boxWallHere(product: string = productRoot()): BoxWallHere {
  const missing = (lack: BoxWallLack): BoxWallHere => ({ package: undefined, lack });
  const folder = packageFolder(PACKAGE, product);
  if (folder === undefined || !existsSync(join(folder, MAIN))) return missing('package');
  const [socat, setsid] = [systemProgram('socat'), systemProgram('setsid')];
  if (socat === undefined) return missing('socat');
  return setsid === undefined ? missing('setsid') : { package: join(folder, MAIN), socat, setsid };
}

/** Programs for other systems, and what only its own developers read. */
const LEFT_OUT = /\/vendor\/srt-win$|\/(?:src|tests?)$|\.(?:map|ts|cts|mts|md)$/;

/** Puts the package into a copy of the product, with those that it needs. Throws what node:fs throws. */
export function installSandboxRuntime(from: string, to: string): void {
  const folder = packageFolder(PACKAGE, from);
  if (process.platform !== 'linux' || folder === undefined) return;
  const { dependencies } = packageOf(folder);
  const needed = isRecord(dependencies) ? Object.keys(dependencies) : [];
  const folders = [[PACKAGE, folder] as const, ...needed.map((name) => [name, packageFolder(name, folder)] as const)];
  for (const [name, source] of folders) {
    if (source === undefined) continue;
    const filter = (path: string) => !LEFT_OUT.test(path) && path !== join(source, 'node_modules');
    cpSync(source, join(to, 'node_modules', name), { recursive: true, filter });
  }
}

function packageOf(folder: string): Readonly<Record<string, unknown>> {
  const said = parseJson(readFileSync(join(folder, 'package.json'), 'utf8'));
  return isRecord(said) ? said : {};
}
