import type { BoxLack } from '../model/box.ts';
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

function saidText(said = ''): string {
  const line = printable(said.trim().replace(/\s*\n\s*/g, '; '));
  return line === '' ? 'bubblewrap does not start' : line;
}

/** Of an agent that was to be started in a box, and was not. */
export function notBoxedText(why: string): string {
  return `safeshell: not run: ${why}`;
}

/** bubblewrap has said on stderr why. */
export const BOX_FAILED = 'safeshell: not run: the box does not stand (safeshell doctor)';

export const IN_BOX_ALREADY = 'safeshell: this is a box already: started in it as it is';

export const THIS_IS_A_BOX = 'this is a box of safeshell run';

/** For doctor: a phrase. */
export function boxStrengthText(version: string): string {
  return `${printable(version)} can keep an agent in a box, in which shims lie over the programs themselves (safeshell run)`;
}
