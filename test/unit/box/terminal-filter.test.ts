import { expect, test } from 'vitest';
import { terminalFilter } from '../../../src/box/terminal-filter.ts';

const ALLOWED = 0x7fff0000;
const REFUSED = 0x00050001;
const [TIOCSTI, TIOCLINUX, TIOCGWINSZ] = [0x5412, 0x541c, 0x5413];

/** Runs it as the kernel would, on a call of this architecture. Source: bpf(4) */
function answer(filter: Uint8Array, call: { readonly arch: number; readonly number: number; readonly second: number }) {
  const view = new DataView(filter.buffer);
  const data: Readonly<Record<number, number>> = { 0: call.number, 4: call.arch, 24: call.second };
  let loaded: number | undefined;
  for (let at = 0; at < filter.length / 8; at++) {
    const value = view.getUint32(at * 8 + 4, true);
    const code = view.getUint16(at * 8, true);
    if (code === 0x06) return value;
    if (code === 0x20) loaded = data[value];
    else at += view.getUint8(at * 8 + (loaded === value ? 2 : 3));
  }
  throw new Error('it has no end');
}

const [X64, I386, ARM64, ARM] = [0xc000003e, 0x40000003, 0xc00000b7, 0x40000028];

test.each([
  ['x64', X64, 16, TIOCSTI, REFUSED],
  ['x64', X64, 16, TIOCLINUX, REFUSED],
  ['x64', X64, 0x40000202, TIOCSTI, REFUSED],
  ['x64', I386, 54, TIOCSTI, REFUSED],
  ['x64', X64, 16, TIOCGWINSZ, ALLOWED],
  ['x64', X64, 54, TIOCSTI, ALLOWED],
  ['x64', I386, 16, TIOCSTI, ALLOWED],
  ['x64', ARM64, 29, TIOCSTI, ALLOWED],
  ['arm64', ARM64, 29, TIOCSTI, REFUSED],
  ['arm64', ARM, 54, TIOCLINUX, REFUSED],
  ['arm64', ARM64, 29, TIOCGWINSZ, ALLOWED],
  ['arm64', ARM64, 16, TIOCSTI, ALLOWED],
] as const)('on %s a call of %i, number %i, with %i', (machine, arch, number, second, expected) => {
  const filter = terminalFilter(machine) ?? new Uint8Array();
  expect(answer(filter, { arch, number, second })).toBe(expected);
});

test('of another architecture there is none', () => expect(terminalFilter('riscv64')).toBeUndefined());
