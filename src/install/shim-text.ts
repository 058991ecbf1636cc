import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Parts that several templates share, by their placeholder line. */
const PARTS = {
  BEHIND: 'box.sh',
  PROJECT: 'project.sh',
  LINES: 'lines.sh',
  PERSON: 'person.sh',
  ASK: 'ask.sh',
} as const;
/** What the guard's bundle is asked for; see HandOver. */
const STEPS: Readonly<Record<string, string>> = { 'line.sh': 'line' };

type Template =
  | 'shim.sh'
  | 'boxed.sh'
  | 'relay.sh'
  | 'shell.sh'
  | 'line.sh'
  | 'line-gate.sh'
  | 'hook.sh'
  | 'hook-gate.sh';

/** A template of `shims/`, with the parts that it has in common with others. Throws what node:fs throws. */
export function shimText(product: string, name: Template): string {
  const read = (file: string) => readFileSync(join(product, 'shims', file), 'utf8');
  const whole = Object.entries(PARTS).reduce(
    (text, [part, file]) => text.replace(`@${part}@\n`, () => read(file)),
    read(name),
  );
  return whole.replaceAll('@STEP@', STEPS[name] ?? 'ask');
}
