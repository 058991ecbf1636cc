import { readFileSync } from 'node:fs';
import { bubblewrapOptions, type Rights, tooMany } from '../../box/bubblewrap.ts';
import type { BoxLack } from '../../model/box.ts';
import { runProgramSync } from '../../programs/start-program.ts';
import { boxPlaces } from '../../store/box.ts';
import { systemProgram } from '../programs.ts';

const PROBE_MS = 5000;

/** What makes a box on this machine, tried; or what is missing. `said`: bubblewrap's own words. */
export type BoxHere =
  | { readonly bubblewrap: string; readonly bash: string; readonly version: string; readonly resetsSignals: boolean }
  | { readonly bubblewrap: undefined; readonly lack: BoxLack; readonly said?: string };

export function boxHere(platform: string = process.platform): BoxHere {
  const missing = (lack: BoxLack, said?: string): BoxHere => ({ bubblewrap: undefined, lack, ...(said && { said }) });
  if (platform !== 'linux') return missing('platform');
  const bubblewrap = systemProgram('bwrap');
  const bash = systemProgram('bash'); // `exec -a`, by which a program keeps its name, is no part of every sh
  if (bubblewrap === undefined) return missing('program');
  if (bash === undefined) return missing('bash');
  const places = boxPlaces();
  if (places === undefined) return missing('place');
  const mounts = [
    { kind: 'writable', from: '/', to: '/' },
    { kind: 'memory', to: places.folder },
  ] as const;
  const root = rightsOfRoot();
  const tried = runProgramSync(bubblewrap, {
    args: [...bubblewrapOptions(mounts, root), '--', bash, '-c', TRIAL, bash, bubblewrap],
    env: {},
    timeoutMs: PROBE_MS,
  });
  const [rights = '', version = '', resets] = tried.stdout.split('\n');
  if (tried.status !== 0) return missing('forbidden', tried.stderr.trim() || tried.problem);
  if (root !== undefined && tooMany(BigInt(`0x${rights}`)) !== 0n) return missing('forbidden', 'root keeps its rights');
  return { bubblewrap, bash, version, resetsSignals: resets === 'resets' };
}

/** Resets signals that are ignored. Source: env(1) of GNU coreutils 8.31 */
export const SIGNALS_AS_EVER = ['/usr/bin/env', '--default-signal=INT,QUIT'] as const;

/** Prints the rights that are left, the version, and whether signals can be reset. */
const TRIAL = `while read -r name bits; do [ "$name" = CapEff: ] && echo "$bits"; done </proc/self/status
"$1" --version || exit
${SIGNALS_AS_EVER.join(' ')} true 2>/dev/null && echo resets
:`;

/** undefined = we are not root. */
export function rightsOfRoot(): Rights | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, bits = ''] = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return BigInt(`0x${bits || '0'}`);
}
