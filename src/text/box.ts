import type { BoxLack, BoxWallLack } from '../model/box.ts';
import { printable } from './printable.ts';

const INSTALL = 'apt install bubblewrap, dnf install bubblewrap, apk add bubblewrap ..';

/** What is missing, and how to get it: a phrase. `said`: bubblewrap's own words. */
export function boxLackText(lack: BoxLack, said?: string): string {
  switch (lack) {
    case 'platform':
      return 'there is no box: that takes Linux';
    case 'program':
      return `there is no box: bubblewrap is not installed (${INSTALL})`;
    case 'bash':
      return 'there is no box: bash is not installed, by which the shims in it keep the names of programs';
    case 'place':
      return 'there is no box: /sys is not there, where it has its own files';
    case 'shims':
      return 'there is no box: safeshell is not set up here, or by an older version (safeshell setup)';
    case 'wall':
      return 'there is no box: behind a wall nothing can be mounted';
    case 'forbidden':
      return `there is no box: ${saidText(said)}; it takes user namespaces (sysctl kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile for bwrap), in a container the right to make them (podman, or docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined)`;
  }
}

/** The same of the wall around it. */
export function boxWallLackText(lack: BoxWallLack): string {
  switch (lack) {
    case 'package':
      return 'there is no wall: the optional package @anthropic-ai/sandbox-runtime is not installed (install safeshell anew, without --omit=optional)';
    case 'socat':
      return 'there is no wall: socat is not installed, by which programs in it reach their proxy (apt install socat, dnf install socat, apk add socat ..)';
    case 'setsid':
      return 'there is no wall: setsid is not installed (apt install util-linux ..)';
    case 'box':
      return 'there is no wall: this is a box already, and has none (start it outside: safeshell run --wall)';
  }
}

/** The proxies do not start: a phrase. `said`: their own words. */
export function proxyFailedText(said: string): string {
  return `there is no wall: its proxy does not start: ${printable(said.trim().replace(/\s*\n\s*/g, '; '))}`;
}

function saidText(said = ''): string {
  const line = printable(said.trim().replace(/\s*\n\s*/g, '; '));
  return line === '' ? 'bubblewrap does not start' : line;
}

/** Of an agent that was to be started in a box, and was not. */
export function notBoxedText(why: string): string {
  return `safeshell: not run: ${why}`;
}

/** The question about a place on the network. */
export function connectText({ host, port }: { readonly host: string; readonly port: number }): string {
  return `connect to ${printable(host)}:${port}`;
}

export const NOT_LET_THROUGH =
  'The wall lets programs through to the domains alone that config.yaml names, and to those of the agent';
export const HOW_TO_LET_THROUGH = 'For good: `wall: { domains: [..] }` in config.yaml.';

/** For doctor: a phrase. */
export const WALL_STRENGTH =
  'around that it can put a wall, which keeps files and the network from the agent (safeshell run --wall)';

/** bubblewrap has said on stderr why. */
export const BOX_FAILED = 'safeshell: not run: the box does not stand (safeshell doctor)';

export const IN_BOX_ALREADY = 'safeshell: this is a box already: started in it as it is';

export const THIS_IS_WALLED = 'this is a box of safeshell run, with a wall around it';
export const THIS_IS_A_BOX = 'this is a box of safeshell run';

/** For doctor: a phrase. */
export function boxStrengthText(version: string): string {
  return `${printable(version)} can keep an agent in a box, in which shims lie over the programs themselves (safeshell run)`;
}
