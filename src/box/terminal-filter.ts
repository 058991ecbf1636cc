/** System calls of one architecture, and of its 32-bit programs. Source: linux/audit.h, asm/unistd.h of Linux 6.12 */
interface Calls {
  readonly arch: number;
  readonly ioctl: number;
  /** under another number as well: x32 */
  readonly alsoIoctl: number;
  readonly arch32: number;
  readonly ioctl32: number;
}

const CALLS: Readonly<Record<string, Calls>> = {
  x64: { arch: 0xc000003e, ioctl: 16, alsoIoctl: 0x40000000 + 514, arch32: 0x40000003, ioctl32: 54 },
  arm64: { arch: 0xc00000b7, ioctl: 29, alsoIoctl: 29, arch32: 0x40000028, ioctl32: 54 },
};

/** Put a character into the terminal's input; the same for the console. Source: TIOCSTI(2const), TIOCLINUX(2const) */
const TYPING = [0x5412, 0x541c] as const;
const [LOAD, JUMP_IF, RETURN] = [0x20, 0x15, 0x06];
const ALLOW = 0x7fff0000;
const PERMISSION = 0x00050001; // EPERM
/** In struct seccomp_data: number, architecture, the lower half of the second argument. Source: seccomp(2) */
const [NUMBER, ARCHITECTURE, SECOND] = [0, 4, 24];

type Instruction = readonly [code: number, value: number, then?: string, otherwise?: string];

/**
 * A filter for bwrap --seccomp, by which nobody in the box types into its terminal for who reads that after it; undefined = of this
 * architecture (as Node.js calls it) we know no numbers. Source: bpf(4), seccomp(2), bwrap(1) 0.8.0; flatpak does so
 */
export function terminalFilter(architecture: string): Uint8Array | undefined {
  const calls = CALLS[architecture];
  return calls && assembled(programOf(calls));
}

/** By labels; an instruction without one goes on to the next. */
function programOf({ arch, ioctl, alsoIoctl, arch32, ioctl32 }: Calls): readonly (readonly [string, Instruction])[] {
  return [
    ['', [LOAD, ARCHITECTURE]],
    ['', [JUMP_IF, arch, 'native', 'other']],
    ['other', [JUMP_IF, arch32, 'small', 'allow']],
    ['native', [LOAD, NUMBER]],
    ['', [JUMP_IF, ioctl, 'order', 'again']],
    ['again', [JUMP_IF, alsoIoctl, 'order', 'allow']],
    ['small', [LOAD, NUMBER]],
    ['', [JUMP_IF, ioctl32, 'order', 'allow']],
    ['order', [LOAD, SECOND]],
    ['', [JUMP_IF, TYPING[0], 'deny', 'console']],
    ['console', [JUMP_IF, TYPING[1], 'deny', 'allow']],
    ['allow', [RETURN, ALLOW]],
    ['deny', [RETURN, PERMISSION]],
  ];
}

/** struct sock_filter: code, two jumps, value; little-endian, as both architectures are. */
function assembled(program: readonly (readonly [string, Instruction])[]): Uint8Array {
  const at = new Map(program.map(([label], index) => [label, index]));
  const view = new DataView(new ArrayBuffer(program.length * 8));
  for (const [index, [, [code, value, then, otherwise]]] of program.entries()) {
    const jump = (label: string | undefined) => (label === undefined ? 0 : (at.get(label) ?? 0) - index - 1);
    view.setUint16(index * 8, code, true);
    view.setUint8(index * 8 + 2, jump(then));
    view.setUint8(index * 8 + 3, jump(otherwise));
    view.setUint32(index * 8 + 4, value, true);
  }
  return new Uint8Array(view.buffer);
}
