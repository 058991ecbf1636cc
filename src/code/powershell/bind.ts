import type { Value } from './syntax.ts';
import { constantOf } from './words.ts';

/** The parameters of a cmdlet: `a|b` are names of one, the first is the one used in `Bound`. */
export interface Parameters {
  /** those that take a value and may stand without their name, in order */
  readonly positional?: string;
  /** others that take a value */
  readonly values?: string;
  readonly switches?: string;
}

export interface Bound {
  /** by the first of its names */
  readonly values: ReadonlyMap<string, Value>;
  readonly switches: ReadonlySet<string>;
  /** arguments beyond the positional parameters */
  readonly rest: readonly Value[];
}

/** Parameters of every cmdlet. Source: about_CommonParameters. */
const COMMON_VALUES =
  'erroraction|ea warningaction|wa informationaction|infa progressaction|proga errorvariable|ev warningvariable|wv informationvariable|iv outvariable|ov outbuffer|ob pipelinevariable|pv credential';
const COMMON_SWITCHES = 'verbose|vb debug|db whatif|wi confirm|cf';

interface Parameter {
  readonly name: string;
  readonly names: readonly string[];
  readonly takes: boolean;
}

/**
 * Arguments by parameter; names may be cut short as long as they are clear. What is no parameter of the table is taken
 * for a switch: what stands behind it is judged as an argument of its own.
 */
export function bind(args: readonly Value[], parameters: Parameters): Bound {
  const positional = parse(parameters.positional, true);
  const all = [
    ...positional,
    ...parse(parameters.values, true),
    ...parse(parameters.switches, false),
    ...parse(COMMON_VALUES, true),
    ...parse(COMMON_SWITCHES, false),
  ];
  const values = new Map<string, Value>();
  const switches = new Set<string>();
  const loose: Value[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as Value;
    const written = parameterOf(arg);
    if (written === undefined) {
      loose.push(arg);
      continue;
    }
    const parameter = named(written.name, all);
    if (parameter?.takes !== true) {
      const isOff = /^(?:\$?false|0)$/i.test(constantOf(written.value) ?? variableOf(written.value) ?? '');
      if (!isOff) switches.add(parameter?.name ?? written.name);
      continue;
    }
    const value = written.value ?? args[++at];
    if (value !== undefined) values.set(parameter.name, value);
  }
  const open = positional.filter(({ name }) => !values.has(name));
  for (const { name } of open) {
    const value = loose.shift();
    if (value !== undefined) values.set(name, value);
  }
  return { values, switches, rest: loose };
}

function parse(list: string | undefined, takes: boolean): readonly Parameter[] {
  return (list ?? '')
    .split(' ')
    .filter(Boolean)
    .map((one) => ({ name: one.split('|')[0] ?? one, names: one.split('|'), takes }));
}

/** Whole names go before beginnings, which have to be clear. */
function named(name: string, all: readonly Parameter[]): Parameter | undefined {
  const whole = all.find(({ names }) => names.includes(name));
  const begun = all.filter((one) => one.names[0]?.startsWith(name));
  return whole ?? (begun.length === 1 ? begun[0] : undefined);
}

/** `-Name` and `-Name:value`; PowerShell takes other dashes for the same. */
function parameterOf(value: Value): { readonly name: string; readonly value?: Value } | undefined {
  const [first, ...more] = value.kind === 'text' && value.bare ? value.parts : [];
  if (first === undefined || !('text' in first)) return undefined;
  const found = /^[-\u2013-\u2015]([A-Za-z]\w*)(?::([\s\S]*))?$/.exec(first.text);
  if (found?.[1] === undefined || (found[2] === undefined && more.length > 0)) return undefined;
  const name = found[1].toLowerCase();
  const parts = found[2] === undefined || found[2] === '' ? more : [{ text: found[2] }, ...more];
  return parts.length === 0 ? { name } : { name, value: { kind: 'text', parts, bare: false } };
}

function variableOf(value: Value | undefined): string | undefined {
  const [part] = value?.kind === 'text' ? value.parts : [];
  return part !== undefined && 'variable' in part ? part.variable : undefined;
}
