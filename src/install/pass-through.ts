import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALLABLE_AGENTS } from '../agents/find.ts';
import { readIfThere, writeFileAtomic } from '../store/atomic-file.ts';
import { launchersIn } from './hook-launchers.ts';
import { allowing } from './hook-template.ts';
import { installedLineLauncher } from './line-launcher.ts';
import { findProgram } from './programs.ts';
import { installedWrapper, SLOW_PATH } from './shell-wrapper.ts';
import { isShim, PASS_THROUGH } from './shim-template.ts';

/** What others start: they have it in PATH, in settings, in a shell that remembers where it was. */
export interface Doors {
  readonly shims: string;
  readonly hooks: string;
}

const EXECUTABLE = 0o755;
const READABLE = 0o644;
const GATE = /^# ---- gate:[\s\S]*?^# ---- end of gate ----\n/m;

/** Replaces every shim, hook and safeshell-sh by a self-contained one that allows everything. Throws what node:fs throws. */
export function letThrough(doors: Doors): void {
  for (const [path, text] of shimsIn(doors.shims)) {
    const open = text.replace(GATE, () => PASS_THROUGH.trimStart());
    replace(path, open);
  }
  const wrapper = installedWrapper(doors.shims);
  const own = wrapper && readIfThere(wrapper);
  if (wrapper && own) replace(wrapper, insertBefore(own, SLOW_PATH, '__ss_become "$@"\n'));
  const line = installedLineLauncher(doors.shims);
  if (line) replace(line, '#!/bin/sh\nexit 0\n');
  const names = launchersIn(doors.hooks);
  const cat = findProgram('cat', '/bin:/usr/bin', doors.shims) ?? '/bin/cat';
  for (const agent of INSTALLABLE_AGENTS.filter(({ name }) => names.includes(name))) {
    replace(join(doors.hooks, agent.name), `#!/bin/sh\n${cat} >/dev/null\n${allowing(agent)}\n`);
  }
}

/**
 * Nobody finds them any more: programs are looked for further on in PATH. What has started one already can still read it,
 * which takes its shell a moment. Throws what node:fs throws.
 */
export function close({ shims, hooks }: Doors): void {
  const launchers = launchersIn(hooks).map((name) => join(hooks, name));
  const wrapper = installedWrapper(shims);
  for (const path of [...shimsIn(shims).keys(), ...launchers, ...(wrapper ? [wrapper] : [])]) chmodSync(path, READABLE);
}

function shimsIn(shims: string): ReadonlyMap<string, string> {
  if (!existsSync(shims)) return new Map();
  const paths = readdirSync(shims).flatMap((name) => (name.startsWith('.') ? [] : [join(shims, name)]));
  const texts = paths.map((path) => [path, readIfThere(path) ?? ''] as const);
  return new Map(texts.filter(([, text]) => isShim(text)));
}

function insertBefore(text: string, mark: string, added: string): string {
  return text.replace(mark, () => `${added}${mark}`);
}

function replace(path: string, text: string): void {
  if (readIfThere(path) === text) return;
  writeFileAtomic(path, text, { mode: EXECUTABLE, durable: false });
  chmodSync(path, EXECUTABLE); // the umask had a say
}
