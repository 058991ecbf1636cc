import { push } from './called.ts';
import type { Token } from './script-lexer.ts';
import { readList, type ScriptReader, signAt, skipGroup } from './script-reader.ts';
import { loopItem, UNKNOWN } from './value.ts';

/** Calls of one method beyond these are not followed. */
const MAX_CALLS = 16;

/**
 * What the parameters of a method hold: what its calls give, where all that the code does with its name is to call it, and where nothing else
 * has a parameter's name.
 */
export function readParameters(reader: ScriptReader): void {
  const { tokens, scope } = reader;
  const named = new Map<string, number[]>();
  for (const [at, token] of tokens.entries()) if (token.kind === 'name') push(named, token.text, at);
  const definitions = (named.get('def') ?? []).map((at) => {
    const isOwn = isName(tokens[at + 1], 'self') && signAt(reader, at + 2) === '.';
    return isOwn ? at + 3 : at + 1;
  });
  const parameters = definitions.map((at) => parametersOf(reader, at));
  const counts = new Map<string, number>();
  for (const parameter of parameters.flat()) counts.set(parameter, (counts.get(parameter) ?? 0) + 1);
  for (const [index, at] of definitions.entries()) {
    const token = tokens[at];
    const calls = token?.kind === 'name' ? (named.get(token.text) ?? []).filter((one) => one !== at) : [];
    if (calls.length === 0 || calls.length > MAX_CALLS || calls.some((one) => signAt(reader, one + 1) !== '('))
      continue;
    const given = calls.map((one) => readList(reader, one + 2, 0).values);
    for (const [place, parameter] of (parameters[index] ?? []).entries()) {
      const isBound = (named.get(parameter) ?? []).some((one) => isBinding(reader, one));
      if (isBound || counts.get(parameter) !== 1) continue;
      scope.set(parameter, loopItem({ kind: 'list', items: given.map((values) => values[place] ?? UNKNOWN) }));
    }
  }
}

function isName(token: Token | undefined, text: string): boolean {
  return token?.kind === 'name' && token.text === text;
}

/** `x = ..`, `|x|`, `|a, x|` */
function isBinding(reader: ScriptReader, at: number): boolean {
  const isAssigned = signAt(reader, at + 1).endsWith('=') && signAt(reader, at + 2) !== '=';
  return (
    isAssigned || signAt(reader, at - 1) === '|' || (signAt(reader, at - 1) === ',' && signAt(reader, at + 1) === '|')
  );
}

/** The names in `def f(a, b)`; none where one has a default or takes several. */
function parametersOf(reader: ScriptReader, at: number): readonly string[] {
  if (signAt(reader, at + 1) !== '(') return [];
  const inside = reader.tokens.slice(at + 2, skipGroup(reader, at + 1) - 1);
  const names = inside.flatMap((token) => (token.kind === 'name' ? [token.text] : []));
  const isPlain = inside.every((token) => token.kind === 'name' || (token.kind === 'sign' && token.text === ','));
  return isPlain ? names : [];
}
