import { dirname, join } from 'node:path';
import { readIfThere } from '../store/atomic-file.ts';
import { type Layout, layoutOf } from '../store/layout.ts';
import { productRoot } from '../store/product.ts';
import type { ShellPlaces } from './shells/shell.ts';

/** What install.sh has put where. */
export interface Installation {
  /** holds app/ and what install.sh noted */
  readonly root: string;
  /** the command that people call */
  readonly launcher: string;
}

/** undefined = this product runs from a checkout. */
export function installationOf(product: string = productRoot()): Installation | undefined {
  const root = dirname(product);
  const launcher = readIfThere(join(root, 'launcher'))?.trimEnd();
  return launcher ? { root, launcher } : undefined;
}

/** Where shells find what they need; HOME as the shells see it. */
export function shellPlaces(env: ShellPlaces['env'], installation = installationOf()): ShellPlaces {
  const { cache, data } = layoutOf(env);
  return {
    home: env.HOME ?? '',
    data: data.root,
    shims: data.shims,
    seen: cache.seen,
    envFile: join(data.root, 'env.sh'),
    ...(installation && { bin: dirname(installation.launcher) }),
    env,
  };
}

/** Folders that were not there before us, one path a line. */
export function madeFoldersRecord({ data }: Layout): string {
  return join(data.root, 'made-folders');
}
