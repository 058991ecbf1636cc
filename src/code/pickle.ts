import { decodeEscapes } from './escapes.ts';

/** A function that a pickle calls while it is loaded: `os.system` with its words. */
export interface PickledCall {
  readonly name: string;
  /** undefined = no text */
  readonly args: readonly (string | undefined)[];
}

type Item = string | undefined | { readonly global: string } | { readonly mark: true } | { readonly tuple: Item[] };

interface Machine {
  readonly text: string;
  at: number;
  readonly stack: Item[];
  readonly calls: PickledCall[];
}

const line = (machine: Machine): string => {
  const end = machine.text.indexOf('\n', machine.at);
  const found = machine.text.slice(machine.at, end < 0 ? undefined : end);
  machine.at = end < 0 ? machine.text.length : end + 1;
  return found;
};
const bytes = (machine: Machine, count: number): string => {
  const found = machine.text.slice(machine.at, machine.at + count);
  machine.at += count;
  return found;
};
const lengthIn = (machine: Machine, count: number): number =>
  [...bytes(machine, count)].reduceRight((sum, char) => sum * 256 + char.charCodeAt(0), 0);
const toMark = ({ stack }: Machine): Item[] => {
  const from = stack.findLastIndex((item) => typeof item === 'object' && 'mark' in item);
  return from < 0 ? stack.splice(0) : stack.splice(from).slice(1);
};
const tuple = (count: number) => (machine: Machine) =>
  machine.stack.push({ tuple: count === 0 ? [] : machine.stack.splice(-count) });
const textOf = (item: Item): string | undefined => (typeof item === 'string' ? item : undefined);

function call({ calls, stack }: Machine, target: Item, args: readonly Item[]): void {
  if (typeof target === 'object' && 'global' in target) calls.push({ name: target.global, args: args.map(textOf) });
  stack.push(undefined);
}

const GLOBAL = (machine: Machine) => machine.stack.push({ global: `${line(machine)}.${line(machine)}` });
const skipLine = (machine: Machine) => void line(machine);

/** By opcode. Source: pickletools.py of Python 3.12. */
const OPCODES: Readonly<Record<string, (machine: Machine) => unknown>> = {
  '(': ({ stack }) => stack.push({ mark: true }),
  '0': ({ stack }) => stack.pop(),
  S: (machine) => machine.stack.push(decodeEscapes(line(machine).slice(1, -1))),
  V: (machine) => machine.stack.push(line(machine)),
  X: (machine) => machine.stack.push(bytes(machine, lengthIn(machine, 4))),
  U: (machine) => machine.stack.push(bytes(machine, lengthIn(machine, 1))),
  '\x8c': (machine) => machine.stack.push(bytes(machine, lengthIn(machine, 1))),
  I: (machine) => machine.stack.push(line(machine)),
  K: (machine) => machine.stack.push(String(lengthIn(machine, 1))),
  N: ({ stack }) => stack.push(undefined),
  c: GLOBAL,
  '\x93': ({ stack }) => {
    const [module, name] = stack.splice(-2).map(textOf);
    stack.push(module === undefined || name === undefined ? undefined : { global: `${module}.${name}` });
  },
  t: (machine) => machine.stack.push({ tuple: toMark(machine) }),
  l: (machine) => machine.stack.push({ tuple: toMark(machine) }),
  ')': tuple(0),
  '\x85': tuple(1),
  '\x86': tuple(2),
  '\x87': tuple(3),
  R: (machine) => {
    const [target, args] = machine.stack.splice(-2);
    call(machine, target, typeof args === 'object' && 'tuple' in args ? args.tuple : [undefined]);
  },
  i: (machine) => {
    const args = toMark(machine);
    call(machine, { global: `${line(machine)}.${line(machine)}` }, args);
  },
  o: (machine) => {
    const [target, ...args] = toMark(machine);
    call(machine, target, args);
  },
  p: skipLine,
  q: (machine) => bytes(machine, 1),
  '\x94': () => undefined,
  '\x80': (machine) => bytes(machine, 1),
  '\x95': (machine) => bytes(machine, 8),
};
const MAX_STEPS = 10_000;

/** The calls up to the end, or to an operation that is not known. */
export function pickledCalls(text: string): readonly PickledCall[] {
  const machine: Machine = { text, at: 0, stack: [], calls: [] };
  for (let step = 0; step < MAX_STEPS && machine.at < text.length; step++) {
    const opcode = bytes(machine, 1);
    if (!Object.hasOwn(OPCODES, opcode)) break;
    OPCODES[opcode]?.(machine);
  }
  return machine.calls;
}
