/** Type guards for what was read from disk or came from outside: `unknown` until one of these holds. */

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

export function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isString);
}

/** undefined = not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
