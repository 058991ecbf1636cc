import { shQuote } from '../../util/sh-quote.ts';
import { unknown, type Value } from '../state/value.ts';
import type { Expansion } from './expansion.ts';

/**
 * An element of a table that zsh fills itself: `$commands[rm]` is the path of rm, `$mapfile[file]` what stands in the file.
 * Source: zshmodules(1) 5.9, zsh/parameter and zsh/mapfile.
 */
export function ownElement(table: string, key: Value, { frame, walker }: Expansion): Value | undefined {
  if (frame.dialect !== 'zsh' || !key.known || key.text === '') return undefined;
  if (table === 'commands') return unknown('variable', { prefix: '/', suffix: `/${key.text}` });
  if (table !== 'mapfile') return undefined;
  walker.runCode(`cat -- ${shQuote(key.text)}`, frame.with({ spans: false, stdout: undefined }));
  return unknown('file');
}
