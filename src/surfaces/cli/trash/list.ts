import { EXIT } from '../../../model/errors.ts';
import { printable } from '../../../text/printable.ts';
import { listTrash, type Trashed } from '../../../trash/contents.ts';
import type { CliContext } from '../context.ts';
import { argumentsOf } from './arguments.ts';
import { ownerOf } from './owner.ts';

export function list(words: readonly string[], context: CliContext): number {
  const { values, positionals } = argumentsOf(words, { json: { type: 'boolean' } });
  const found = listTrash(ownerOf(context)).filter(({ path }) => positionals.every((text) => path.includes(text)));
  if (values.json) context.out(JSON.stringify(found.map(trashedJson)));
  else if (found.length === 0)
    context.err(`safeshell: ${positionals.length === 0 ? 'the trash is empty' : 'nothing in the trash matches'}`);
  else for (const one of found) context.out(trashedLine(one, context));
  return EXIT.ok;
}

export function trashedJson({ path, deleted, kind, bytes, file }: Trashed) {
  return { path, deleted, kind, bytes, file };
}

function trashedLine({ path, deleted, kind }: Trashed, { paint }: CliContext): string {
  const time = printable(deleted.replace('T', ' ')).padEnd(19);
  return `${paint.dim(time)}  ${printable(path)}${kind === 'folder' ? '/' : ''}`;
}
