import { type Word, wordValue } from '../../model/word.ts';
import { isRecord, parseJson } from '../../util/guards.ts';

/** A start of jq or `npm pkg` that prints JSON, or changes it. */
interface JsonEdit {
  readonly files: readonly Word[];
  /** undefined where the text is no JSON, or holds nothing at a path */
  readonly prints: (text: string) => string | undefined;
}

type Keys = readonly string[];

/** `.a.b = "x"`, `del(.a)`; a path alone is what remains. */
interface Step {
  readonly kind: 'set' | 'delete' | 'get';
  readonly keys: Keys;
  readonly value?: unknown;
}

const MAX_CODE = 4000;
const STRING = String.raw`"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt])*"`;
/** One key of a path: `.name`, `."a b"`, `["a b"]`, `.["a b"]`. */
const KEY = new RegExp(String.raw`\.([A-Za-z_]\w*)|\.(${STRING})|\.?\[\s*(${STRING})\s*\]`, 'y');
const VALUE = new RegExp(String.raw`\s*=\s*(${STRING}|-?\d{1,15}|true|false|null)`, 'y');

/** `jq '.scripts.test = "x"' f`, `jq -r .scripts.test f`. Source: jq(1) 1.7 */
export function jqEdit(words: readonly Word[]): JsonEdit | undefined {
  const options = words.filter((word) => /^-./.test(wordValue(word) ?? '')).map((word) => wordValue(word) ?? '');
  if (!options.every((option) => /^(?:-[rcSM]+|--(?:raw-output|compact-output|sort-keys|tab))$/.test(option)))
    return undefined;
  const [code, ...files] = words.filter((word) => !/^-./.test(wordValue(word) ?? ''));
  const steps = stepsOf(wordValue(code));
  const isRaw = options.some((option) => /^-\w*r|^--raw/.test(option));
  if (steps === undefined || files.length > 1) return undefined;
  return {
    files,
    prints: (text) => {
      const made = applied(text, steps);
      if (made === undefined) return undefined;
      return `${isRaw && typeof made === 'string' ? made : JSON.stringify(made, undefined, 2)}\n`;
    },
  };
}

/** `npm pkg set scripts.test=x`, `npm pkg delete scripts.test`. Source: npm-pkg(1) 10 */
export function packageEdit(words: readonly Word[]): JsonEdit['prints'] | undefined {
  const [group, verb, ...rest] = words.map(wordValue);
  if (group !== 'pkg' || (verb !== 'set' && verb !== 'delete') || rest.includes(undefined)) return undefined;
  const steps = rest.map((word = '') => packageStep(verb, word));
  if (!steps.every((step) => step !== undefined)) return undefined;
  return (text) => {
    const made = applied(text, steps);
    return made === undefined ? undefined : `${JSON.stringify(made, undefined, 2)}\n`;
  };
}

function packageStep(verb: 'set' | 'delete', word: string): Step | undefined {
  const end = verb === 'set' ? word.indexOf('=') : word.length;
  if (end <= 0 || word.startsWith('-')) return undefined; // options: --json, --workspace
  const keys = word.slice(0, end).split('.');
  if (keys.some((key) => !/^[\w@/:-]+$/.test(key))) return undefined; // `a[0]`, `a[]`
  return { kind: verb, keys, value: word.slice(end + 1) };
}

function stepsOf(code: string | undefined): readonly Step[] | undefined {
  if (code === undefined || code.length > MAX_CODE) return undefined;
  const steps: Step[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(code);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  do {
    const isDeletion = take(/\s*del\(\s*/y) !== null;
    take(/\s*/y);
    const keys: string[] = [];
    if (code[at] !== '.') return undefined;
    for (let key = take(KEY); key !== null; key = take(KEY))
      keys.push(key[1] ?? JSON.parse((key[2] ?? key[3]) as string));
    if (keys.length === 0) return undefined;
    const value = isDeletion ? undefined : take(VALUE)?.[1];
    if (isDeletion && take(/\s*\)/y) === null) return undefined;
    if (isDeletion) steps.push({ kind: 'delete', keys });
    else if (value === undefined) steps.push({ kind: 'get', keys });
    else steps.push({ kind: 'set', keys, value: JSON.parse(value) });
  } while (take(/\s*\|/y) !== null);
  take(/\s*/y);
  return at === code.length ? steps : undefined;
}

function applied(text: string, steps: readonly Step[]): unknown {
  return steps.reduce(
    (value, step) => (value === undefined ? undefined : after(value, step, step.keys)),
    parseJson(text),
  );
}

/** undefined where something on the way is no object */
function after(value: unknown, step: Step, [key, ...below]: Keys): unknown {
  if (key === undefined) return step.kind === 'set' ? step.value : value;
  if (!isRecord(value)) return undefined;
  const item = Object.hasOwn(value, key) ? value[key] : undefined;
  if (step.kind === 'get') return item === undefined ? undefined : after(item, step, below);
  if (step.kind === 'delete' && below.length === 0) {
    const { [key]: _, ...rest } = value;
    return rest;
  }
  const made = after(item ?? (below.length > 0 ? {} : null), step, below);
  return made === undefined ? undefined : { ...value, [key]: made };
}
