import type { Mount } from './mount.ts';

/**
 * What root keeps of its rights. Not those by which a process leaves a mount namespace or reaches out of it: mounting, entering another
 * one, changing the root, tracing and reading through other processes, opening files by handle, devices, the kernel itself.
 * Source: capabilities(7) 6.9
 */
const KEPT: Readonly<Record<string, number>> = {
  CAP_CHOWN: 0,
  CAP_DAC_OVERRIDE: 1,
  CAP_FOWNER: 3,
  CAP_FSETID: 4,
  CAP_KILL: 5,
  CAP_SETGID: 6,
  CAP_SETUID: 7,
  CAP_SETPCAP: 8,
  CAP_NET_BIND_SERVICE: 10,
  CAP_NET_RAW: 13,
  CAP_IPC_LOCK: 14,
  CAP_IPC_OWNER: 15,
  CAP_SYS_NICE: 23,
  CAP_SYS_RESOURCE: 24,
  CAP_LEASE: 28,
  CAP_AUDIT_WRITE: 29,
  CAP_SETFCAP: 31,
};

/** A set of rights, as /proc/PID/status has it: bit N is the right of that number. */
export type Rights = bigint;

/** Those of `rights` that nobody keeps in a box. */
export function tooMany(rights: Rights): Rights {
  return Object.values(KEPT).reduce((left, bit) => left & ~(1n << BigInt(bit)), rights);
}

/**
 * The options of bwrap for these mounts. Root keeps its other rights, and its user namespace, as it could not become another user in a new
 * one; for anybody else a new one is what makes mounting possible, and keeps processes outside from being entered. The namespace of
 * processes stays: their numbers mean the same inside and outside. `root`: the rights of root; undefined = we are somebody else.
 * Source: bwrap(1) 0.8.0
 */
export function bubblewrapOptions(mounts: readonly Mount[], root: Rights | undefined): readonly string[] {
  const rights = root === undefined ? ['--unshare-user'] : ['--cap-drop', 'ALL', ...addedRights(root)];
  return [...rights, ...mounts.flatMap(optionsOf)];
}

/** bwrap that is asked for one which root has not leaves it all that it has (0.8.0). */
function addedRights(root: Rights): readonly string[] {
  const has = (bit: number) => (root >> BigInt(bit)) & 1n;
  return Object.entries(KEPT).flatMap(([name, bit]) => (has(bit) ? ['--cap-add', name] : []));
}

function optionsOf(mount: Mount): readonly string[] {
  switch (mount.kind) {
    case 'writable':
      return ['--dev-bind', mount.from, mount.to];
    case 'read-only':
      return ['--ro-bind', mount.from, mount.to];
    case 'hidden':
      return ['--perms', '0000', '--tmpfs', mount.to];
    case 'memory':
      return ['--tmpfs', mount.to];
    case 'folder':
      return ['--dir', mount.to];
    case 'sealed':
      return ['--remount-ro', mount.to];
  }
}
