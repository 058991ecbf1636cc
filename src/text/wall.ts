import type { WallLack, WallStrength } from '../model/wall.ts';
import { printable } from './printable.ts';

/** Predicate: what a confined program may do. */
export const MAY_WRITE = 'may write to its project, temp folders and the caches of its tools alone';

const PERMIT_BY_HAND = 'A person may permit it: safeshell permit PATH (--once: for the next start)';
const CANNOT = 'nothing on this machine can confine a command';
const SET_UP = 'then set safeshell up again: ./install.sh in a checkout, or `safeshell setup`';

export interface Machine {
  /** as Node.js calls it: `linux`, `darwin` .. */
  readonly platform: string;
  readonly arch: string;
  /** of the kernel: `6.1.0-13-amd64` */
  readonly release: string;
}

/** What is missing, and how to get it: a phrase. */
export function lackText(lack: WallLack, { platform, arch, release }: Machine): string {
  if (platform === 'darwin') return `${CANNOT}: /usr/bin/sandbox-exec of macOS is not there, or does not work`;
  if (platform !== 'linux') return `${CANNOT}: that takes Linux or macOS`;
  if (lack === 'launcher')
    return `${CANNOT}: there is no launcher for linux-${arch}, nor was there a C compiler to build one (install one, ${SET_UP})`;
  return `${CANNOT}: Linux ${printable(release)} has no Landlock, or it is switched off (it takes 5.13 or later, with landlock in /sys/kernel/security/lsm)`;
}

/** Of a person's command that was to be confined, and has not run. */
export function notConfinedText(why: string): string {
  return `safeshell: not run: ${why}`;
}

/** Last on stderr, where a confined command of a person has failed; which path was refused, if any, only that itself has said. */
export function failedConfinedText(status: number): string {
  return `safeshell: it ran confined, and ended with ${status}; it ${MAY_WRITE}. Was a write refused? ${PERMIT_BY_HAND}`;
}

/** At a person's prompt, after a command that failed, of what a rule of theirs confined in it. */
export function ranConfinedText(program: string): string {
  return `safeshell: ${printable(program)} ran confined: it ${MAY_WRITE}. Was a write refused? ${PERMIT_BY_HAND}`;
}

/** `landlock-run: cannot open rule path: ..`: the launcher's own words. */
export function launcherFailedText(said: string): string {
  return `the wall does not stand: ${printable(said.trim().replace(/\s*\n\s*/g, '; '))}`;
}

/** What a wall of this strength lets through, by the kernel: a phrase. Source: landlock(7), "Compatibility" */
export function strengthText(kind: 'landlock' | 'seatbelt', strength: WallStrength, release: string): string {
  if (kind === 'seatbelt') return 'sandbox-exec of macOS keeps what commands write in their project';
  if (strength === 'full') return 'Landlock keeps what commands write in their project';
  const [major = 0, minor = 0] = release.split('.').map((part) => Number.parseInt(part, 10));
  const isBefore = (at: number) => major < 6 || (major === 6 && minor < at);
  const missing = [
    ...(isBefore(2) ? ['emptying files (truncate, before Linux 6.2)'] : []),
    'orders to devices (ioctl, before Linux 6.10)',
  ];
  return `Landlock of Linux ${printable(release)} keeps what commands write in their project, but for ${missing.join(' and ')}`;
}
