import { type Call, effectsOf } from './effects.ts';
import type { CodeFinding } from './finding.ts';
import { CLOSE, OPEN } from './script-lexer.ts';
import {
  type CalledName,
  dottedName,
  readArguments,
  readOperand,
  type ScriptReader,
  signAt,
  skipGroup,
  variableValue,
} from './script-reader.ts';
import { joinPaths, UNKNOWN, type Value } from './value.ts';

/** A name that stands for a text: a hash key, a method's own name in a definition. */
export function isBareWord(reader: ScriptReader, at: number, next: number): boolean {
  const before = reader.tokens[at - 1];
  if (before?.kind === 'name' && /^(def|sub|package|use|require|class|module|function)$/.test(before.text)) return true;
  if (signAt(reader, next) === '=>') return true;
  const key = signAt(reader, at - 1) === '{' && signAt(reader, next) === '}';
  if (key && (reader.tokens[at - 2]?.kind === 'variable' || /^(->|[\]}])$/.test(signAt(reader, at - 2)))) return true;
  return signAt(reader, next) === ':' && signAt(reader, next + 1) !== ':';
}

/** What the call does whose name stands there. */
export function readCall(reader: ScriptReader, at: number): readonly CodeFinding[] {
  const { effects, member, methods, topic } = reader.language;
  const isMethod = member.test(signAt(reader, at - 1));
  const { name, next } = dottedName(reader, at);
  if (isBareWord(reader, at, next) || reader.language.isCall?.(reader, next) === false) return [];
  const call = (called: string): Call => {
    const { values: args, named } = readArguments(reader, next);
    return { name: called, args, named, ...(topic !== undefined && { topic: variableValue(reader, topic) }) };
  };
  if (!isMethod) {
    const held = heldPath(reader, name);
    if (held !== undefined) return effectOf(reader, { ...call(held.name), ...held });
    const called = reader.language.canonical?.(name) ?? name;
    return effects.has(called) || CHANGES_DIRECTORY.test(called) ? effectOf(reader, call(called)) : [];
  }
  if (!methods.has(name) && !effects.has(`.${name}`)) return [];
  const receiver = objectBefore(reader, at - 2);
  const effect = receiver.kind === 'path' ? (methods.get(name) ?? effects.get(`.${name}`)) : effects.get(`.${name}`);
  return effect === undefined ? [] : effectsOf(effect, { ...call(`.${name}`), receiver });
}

/** `f.unlink`, where f is a path. */
function heldPath({ scope, language }: ScriptReader, name: string): Pick<CalledName, 'name' | 'receiver'> | undefined {
  const [object = '', method, ...more] = name.split('.');
  const receiver = scope.get(object);
  const isPath = receiver?.kind === 'path' || (receiver?.kind === 'choice' && receiver.items[0]?.kind === 'path');
  if (method === undefined || more.length > 0 || !isPath || !language.methods.has(method)) return undefined;
  return { name: method, receiver };
}

export function effectOf(reader: ScriptReader, call: Call): readonly CodeFinding[] {
  if (CHANGES_DIRECTORY.test(call.name)) changeDirectory(reader, call.args[0]);
  const isPath = call.receiver?.kind === 'path' || call.receiver?.kind === 'choice';
  const own = isPath ? reader.language.methods.get(call.name) : undefined;
  const effect = own ?? reader.language.effects.get(call.receiver === undefined ? call.name : `.${call.name}`);
  return effect === undefined ? [] : effectsOf(effect, call);
}

const CHANGES_DIRECTORY = /^(?:Dir\.)?chdir$/;

const HOME: Value = { kind: 'text', parts: [{ home: true }] };

function changeDirectory(reader: ScriptReader, path: Value = HOME): void {
  const parts = joinPaths([...(reader.directory === undefined ? [] : [reader.directory]), path]);
  reader.directory = { kind: 'text', parts };
}

/** The object in front of a method: what the expression gives that ends there. */
export function objectBefore(reader: ScriptReader, end: number): Value {
  const from = operandStart(reader, end);
  if (from === undefined) return UNKNOWN;
  const { value, next } = readOperand(reader, from, 0, end + 1);
  return next === end + 1 ? value : UNKNOWN;
}

/** Methods in a row beyond these are not followed, nor those whose arguments are longer. */
const MAX_CHAIN = 12;
const MAX_TOKENS = 200;

/** Where the operand begins that ends at a token: `Pathname.new(x).children`. */
function operandStart(reader: ScriptReader, end: number): number | undefined {
  const { tokens, language } = reader;
  let at = end;
  for (let links = 0; links < MAX_CHAIN; links++) {
    if (CLOSE.test(signAt(reader, at))) {
      const open = openOf(reader, at);
      if (open === undefined) return undefined;
      at = open;
      // what is called or looked into stands before the bracket
      const isHeld = signAt(reader, at) !== '{' && /^(?:name|variable)$/.test(tokens[at - 1]?.kind ?? '');
      const isBlock = signAt(reader, at) === '{' && tokens[at - 1]?.kind === 'name';
      if (isHeld || isBlock) at--;
      else if (/^[)\]}]$/.test(signAt(reader, at - 1)) && signAt(reader, at) !== '(') {
        at--;
        continue;
      }
    }
    if (!language.member.test(signAt(reader, at - 1))) return at;
    at -= 2;
  }
  return undefined;
}

/** The bracket that the one at `end` closes. */
function openOf(reader: ScriptReader, end: number): number | undefined {
  let depth = 0;
  for (let at = end; at >= 0 && end - at < MAX_TOKENS; at--) {
    const sign = signAt(reader, at);
    if (CLOSE.test(sign)) depth++;
    else if (OPEN.test(sign)) depth--;
    if (depth === 0) return skipGroup(reader, at) === end + 1 ? at : undefined;
  }
  return undefined;
}
