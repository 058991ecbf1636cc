import type { Json } from '../model/request.ts';
import { masked } from './mask.ts';
import { isSecretName, isSecretOption, isSecretValue } from './named.ts';
import { type RedactOptions, type Scanner, scannerFor } from './scanner.ts';

/** The text with everything masked that is found in it; as long as before. */
export function redactText(text: string, options: RedactOptions = {}): string {
  return redactWith(scannerFor(options), text);
}

/**
 * A copy with the texts of nested maps and lists redacted; the original stays as it is. A value is also a secret for the
 * name of its field (`{"password": "x"}`) or the word before it (`["--password", "x"]`). Names of fields stay.
 */
export function redactJson(value: Json, options: RedactOptions = {}): Json {
  const scanner = scannerFor(options);
  const named = options.kinds?.includes('SECRET') ?? true;
  const copy = (item: Json, depth: number, name?: string): Json => {
    if (typeof item === 'string') return named && isSecret(name, item) ? hide(item) : redactWith(scanner, item);
    if (item === null || typeof item !== 'object') return item;
    if (depth >= MAX_DEPTH) return '****';
    if (isList(item)) return item.map((one, at) => inList(one, item[at - 1], depth + 1));
    // a plain assignment to `__proto__` would not make a field
    return Object.fromEntries(Object.entries(item).map(([key, one]) => [key, copy(one, depth + 1, key)]));
  };
  const inList = (item: Json, before: Json | undefined, depth: number): Json => {
    if (typeof item !== 'string' || typeof before !== 'string' || !before.startsWith('-')) return copy(item, depth);
    if (isSecretOption(before)) return copy(item, depth, before);
    return redactWith(scanner, `${before} ${item}`).slice(before.length + 1);
  };
  return copy(value, 0);
}

/** What is nested deeper is left out. */
const MAX_DEPTH = 20;

function redactWith(scanner: Scanner, text: string): string {
  return masked(text, scanner.scan(text).hits);
}

function isSecret(name: string | undefined, value: string): boolean {
  return name !== undefined && value !== '' && isSecretName(name) && isSecretValue(name, value);
}

function hide(text: string): string {
  return masked(text, [{ from: 0, start: 0, end: text.length }]);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
