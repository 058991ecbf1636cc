import { table } from './effects.ts';
import { fromJson, itemIn, keysOf, ofPairs, recordOf, spread } from './records.ts';
import {
  contentOf,
  expandHome,
  globbed,
  joinPaths,
  listValue,
  nameValue,
  newPath,
  type Part,
  partsOf,
  textOf,
  textValue,
  UNKNOWN,
  type Value,
} from './value.ts';
import { itemAt } from './value-methods.ts';

/** One name for what has several: `posix.system` and `shutil.os.system` are `os.system`. */
export function canonicalName(name: string): string {
  return ALIASED.test(name) ? canonicalPath(name) : name;
}

/** Whether one of the names below may stand in it: nearly no name has one. */
const ALIASED = /builtins|\.(?:os|sys|subprocess|shutil)\.|^(?:posix|nt)|^pathlib\.|__call__/;

function canonicalPath(name: string): string {
  return name
    .replace(/^(?:builtins|__builtins__)\.(?!__dict__$)/, '')
    .replace(/^.*\.(?=(?:os|sys|subprocess|shutil)\.)/, '')
    .replace(/^(?:posix|nt)(?=$|\.)/, 'os')
    .replace(/^(?:posixpath|ntpath)\./, 'os.path.')
    .replace(/^pathlib\.(?:Posix|Windows)Path/, 'pathlib.Path')
    .replace(/\.__call__$/, '');
}

export function variable(name: string | undefined): Value {
  return name === 'HOME' ? { kind: 'text', parts: [{ home: true }] } : UNKNOWN;
}

/** `$HOME/x`; another variable is not known. */
function expandVariables(parts: readonly Part[]): readonly Part[] {
  return parts.flatMap((part): readonly Part[] => {
    if (typeof part !== 'string') return [part];
    return part.split(/(\$(?:\w+|\{\w+\}))/).map((piece): Part => {
      if (/^\$\{?HOME\}?$/.test(piece)) return { home: true };
      return /^\$[\w{]/.test(piece) ? { reason: 'variable' } : piece;
    });
  });
}

function fromHex(digits: string | undefined): Value {
  if (digits === undefined || !/^(?:[\da-f]{2}| )*$/i.test(digits)) return UNKNOWN;
  return textValue(digits.replaceAll(' ', '').replace(/../g, (code) => String.fromCharCode(Number.parseInt(code, 16))));
}

type Builtin = (args: readonly Value[], named: ReadonlyMap<string, Value>) => Value;

const temporary: Builtin = (_, named) => newPath(joinPaths([named.get('dir') ?? textValue('/tmp'), textValue('')]));

/** Calls whose result matters as an argument of another. */
export const RESULTS: ReadonlyMap<string, Builtin> = table<Builtin>({
  ...Object.fromEntries(
    ['__import__', 'importlib.import_module', 'importlib.__import__', 'pydoc.locate'].map((name) => [
      name,
      ([module]: readonly Value[]) => nameValue(canonicalName(textOf(module) ?? '?')),
    ]),
  ),
  getattr: ([object, name]) =>
    object?.kind === 'name' ? nameValue(canonicalName(`${object.name}.${textOf(name) ?? '?'}`)) : UNKNOWN,
  vars: ([object]) => (object?.kind === 'name' ? nameValue(`${object.name}.__dict__`) : nameValue('vars()')),
  globals: () => nameValue('globals()'),
  locals: () => nameValue('locals()'),
  compile: ([source]) => source ?? UNKNOWN,
  open: ([path]) => contentOf(path),
  chr: ([code]) =>
    /^\d{1,7}$/.test(textOf(code) ?? '') ? textValue(String.fromCodePoint(Number(textOf(code)))) : UNKNOWN,
  'os.path.join': (args) => ({ kind: 'text', parts: joinPaths(args) }),
  'os.path.expanduser': ([path]) => ({ kind: 'text', parts: expandHome(partsOf(path)) }),
  'os.path.expandvars': ([path]) => ({ kind: 'text', parts: expandVariables(partsOf(path)) }),
  'bytes.fromhex': ([digits]) => fromHex(textOf(digits)),
  'binascii.unhexlify': ([digits]) => fromHex(textOf(digits)),
  'os.getenv': ([name]) => variable(textOf(name)),
  'os.getcwd': () => textValue('.'),
  'glob.glob': ([pattern]) => globbed(pattern),
  'glob.iglob': ([pattern]) => globbed(pattern),
  'os.listdir': () => ({ kind: 'text', parts: [{ reason: 'glob' }] }),
  'os.scandir': ([path]) => ({
    kind: 'path',
    parts: [...(path === undefined ? ['.'] : partsOf(path)), '/', { reason: 'glob' }],
  }),
  'pathlib.Path': (args) => ({ kind: 'path', parts: args.length === 0 ? ['.'] : joinPaths(args) }),
  'pathlib.Path.home': () => ({ kind: 'path', parts: [{ home: true }] }),
  'pathlib.Path.cwd': () => ({ kind: 'path', parts: ['.'] }),
  'webbrowser.get': ([browser]) => browser ?? UNKNOWN,
  'tempfile.gettempdir': () => textValue('/tmp'),
  'tempfile.mkdtemp': temporary,
  'tempfile.mktemp': temporary,
  'tempfile.TemporaryDirectory': temporary,
  'shlex.split': ([text]) => {
    const line = textOf(text);
    return line === undefined ? UNKNOWN : { kind: 'list', items: line.split(/\s+/).filter(Boolean).map(textValue) };
  },
  ...Object.fromEntries(
    [
      'str',
      'os.fspath',
      'os.path.abspath',
      'os.path.realpath',
      'os.path.normpath',
      'bytes',
      'tqdm.tqdm',
      'shlex.quote',
    ].map((name) => [name, (args: readonly Value[]) => args[0] ?? UNKNOWN]),
  ),
  ...Object.fromEntries(
    ['list', 'sorted', 'set', 'frozenset', 'iter', 'tuple'].map((name) => [
      name,
      ([items]: readonly Value[]) => (items === undefined ? listValue([]) : iterated(items)),
    ]),
  ),
  filter: ([, items = UNKNOWN]) => iterated(items),
  reversed: ([items = UNKNOWN]) => {
    const all = charactersOf(items) ?? iterated(items);
    return all.kind === 'list' ? listValue([...all.items].reverse()) : all;
  },
  enumerate: ([items = UNKNOWN]) => {
    const all = iterated(items);
    return all.kind === 'list' ? listValue(all.items.map((item) => listValue([UNKNOWN, item]))) : UNKNOWN;
  },
  zip: (lists) => {
    const all = lists.map(iterated);
    const [first] = all;
    return first?.kind === 'list'
      ? listValue(first.items.map((_, at) => listValue(all.map((one) => itemIn(one, at)))))
      : UNKNOWN;
  },
  dict: ([given], named) => {
    const before = given === undefined ? recordOf([]) : given.kind === 'record' ? given : ofPairs(given);
    return recordOf([...spread(before), ...named]);
  },
  'collections.OrderedDict': ([given]) => (given?.kind === 'record' ? given : ofPairs(given)),
  'types.SimpleNamespace': (_, named) => recordOf(named),
  'argparse.Namespace': (_, named) => recordOf(named),
  'json.loads': ([text]) => fromJson(textOf(text)),
});

/** What a loop goes through: of a mapping its keys. */
export function iterated(value: Value): Value {
  return value.kind === 'record' ? keysOf(value) : value;
}

/** The characters of a text that is known. */
export function charactersOf(value: Value): Value | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : listValue([...text].map(textValue));
}

/** Words without which no text becomes a name: those of the functions above that make one, and of NAMESPACES. */
export const NAMERS: readonly string[] = [
  ...['__import__', 'import_module', 'locate', 'getattr', 'vars', 'globals', 'locals'],
  ...['modules', 'builtins', '__builtins__', '__dict__', '__getattribute__'],
];

/** `x[0]`, `x[1:]`, `x[::-1]`: of a list an item or some of them, of a text a piece of it. */
export function picked(base: Value & { kind: 'list' | 'text' }, subscript: string): Value {
  const [, from = '', to = '', step = ''] = /^\[(-?\d*):(-?\d*)(?::(-?\d*))?\]$/.exec(subscript) ?? ['', ''];
  const isSlice = subscript.includes(':');
  if (base.kind === 'list' && !isSlice) return itemAt(base.items, subscript.slice(1, -1));
  if (isSlice && !/^\[[-\d:]*\]$/.test(subscript)) return UNKNOWN;
  if (base.kind === 'list') return listValue(sliceOf(base.items, from, to, step));
  const text = textOf(base);
  if (text === undefined) return UNKNOWN;
  const characters = [...text];
  if (!isSlice)
    return /^\[-?\d{1,6}\]$/.test(subscript) ? textValue(characters.at(Number(subscript.slice(1, -1))) ?? '') : UNKNOWN;
  return textValue(sliceOf(characters, from, to, step).join(''));
}

/** `[from:to:step]` as Python takes them; each may be empty. */
function sliceOf<T>(items: readonly T[], from: string, to: string, step: string): readonly T[] {
  const each = step === '' ? 1 : Number(step);
  if (each > 0) return items.slice(Number(from), to === '' ? undefined : Number(to)).filter((_, at) => at % each === 0);
  const place = (text: string) => (Number(text) < 0 ? items.length + Number(text) : Number(text));
  const [last, first] = [from === '' ? items.length : place(from) + 1, to === '' ? 0 : place(to) + 1];
  const backwards = items.slice(Math.max(0, first), Math.max(0, last)).reverse();
  return each === 0 ? [] : backwards.filter((_, at) => at % -each === 0);
}
