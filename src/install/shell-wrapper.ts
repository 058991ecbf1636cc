import { chmodSync, existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, dirname } from 'node:path';
import type { Environment } from '../model/request.ts';
import { readIfThere, writeFileAtomic } from '../store/atomic-file.ts';
import { layoutOf } from '../store/layout.ts';
import { wrapperIn } from './installation.ts';
import type { NodeOptions } from './node-options.ts';
import { findProgram } from './programs.ts';
import { type AgentNames, renderShim } from './shim-template.ts';
import { shimText } from './shim-text.ts';

/** Shells whose lines the guard reads, whatever their version is. */
const SHELLS = ['sh', 'bash', 'rbash', 'dash', 'ash', 'zsh', 'rzsh', 'ksh', 'ksh93', 'mksh', 'yash', 'fish'];
/** Shared with the shims: how Node is called, and the meaning of its exit codes. */
export const SLOW_PATH = '# ---- slow path ----';

export interface WrapperPlan {
  /** the person's: $SHELL */
  readonly env: Environment;
  /** folder of the shims, which knows where our files are */
  readonly shims: string;
  /** folder of `shims/` */
  readonly product: string;
  readonly node: string;
  readonly nodeOptions: NodeOptions;
  /** the slow path's bundle */
  readonly main: string;
  readonly agents: AgentNames;
}

/** undefined = none was written yet. */
export function installedWrapper(shims: string): string | undefined {
  const path = wrapperIn(dirname(shims));
  return existsSync(path) ? path : undefined;
}

/** Writes safeshell-sh. Idempotent; it appears whole or not at all. Throws what node:fs throws. */
export function writeWrapper({ env, shims, product, node, nodeOptions, main, agents }: WrapperPlan): void {
  const shim = shimText(product, 'shim.sh');
  const text = shimText(product, 'shell.sh')
    .replace('@SLOW@\n', () => shim.slice(shim.indexOf(SLOW_PATH)))
    .replace('@SHELLS@', SHELLS.join(' | '));
  const rendered = renderShim(text, {
    name: personsShell(env, shims),
    shimDir: shims,
    node,
    nodeOptions,
    main,
    stamp: '',
    walls: layoutOf(env).state.walls,
    watched: { changing: [], missing: [] },
    projects: '',
    passThrough: false,
    execA: false,
    agents,
  });
  const path = wrapperIn(dirname(shims));
  if (readIfThere(path) === rendered) return;
  writeFileAtomic(path, rendered, { mode: 0o755 });
  chmodSync(path, 0o755); // the umask had a say
}

/** The person's login shell; in containers there may be none. */
function personsShell({ SHELL }: Environment, shims: string): string {
  const candidates = [loginShell(), SHELL, '/bin/sh'].filter((path) => path?.startsWith('/'));
  const fits = (path: string) => SHELLS.includes(basename(path)) && findProgram(basename(path), dirname(path), shims);
  return candidates.find((path): path is string => path !== undefined && Boolean(fits(path))) ?? '/bin/sh';
}

function loginShell(): string | undefined {
  try {
    return userInfo().shell ?? undefined;
  } catch {
    return undefined; // a user without an entry
  }
}
