import { effective } from '../grammar/effective.ts';
import { wordValue } from '../model/word.ts';
import { baseName, resolvePath } from '../util/path.ts';
import { gitFolder } from './pathspecs.ts';
import type { Spot, Start } from './start.ts';

const MAX_BYTES = 1_000_000;
const MAX_FILES = 1000;

/** `--- a/file`, `+++ b/file`, with a time behind a tab; `rename to file` of git. */
const NAME = /^(?:---|\+\+\+|\*\*\*|rename (?:from|to)|copy to) ([^\t\r]{1,4096})/;

/**
 * The files that a patch names, of which each may get other content; undefined = the patch is not known. Source: patch(1) GNU patch 2.7, -p;
 * git-apply(1) 2.39. `strips`: leading folders that go, where no -p says it; undefined = the whole name, or its last part.
 */
export function patchedFiles(start: Start, strips: string | undefined): readonly Spot[] | undefined {
  const text = patchText(start);
  const from = patchFolder(start);
  if (text === undefined || from === undefined) return undefined;
  const given = effective(start.subject.parsed(), '-p')?.value;
  const count = Number(given === undefined ? strips : (wordValue(given) ?? Number.NaN));
  if (given !== undefined && !Number.isSafeInteger(count)) return undefined;
  const found = new Set<string>();
  for (const line of text.split('\n')) {
    const name = NAME.exec(line)?.[1];
    if (name === undefined || name === '/dev/null' || name.startsWith('"')) continue;
    // names behind `rename` stand without the prefix
    const names =
      Number.isNaN(count) || line.startsWith('r') || line.startsWith('c')
        ? [name, baseName(name)]
        : [stripped(name, count)];
    for (const one of names) if (one !== '') found.add(resolvePath(from, one));
    if (found.size > MAX_FILES) return undefined;
  }
  return [...found].map((path) => ({ path: start.links.placeOf(path), what: 'entry' }));
}

function stripped(name: string, count: number): string {
  return name.split('/').slice(count).join('/');
}

function patchFolder(start: Start): string | undefined {
  const { subject, name } = start;
  if (name === 'git') return gitFolder(start, Number.MAX_SAFE_INTEGER);
  const folder = effective(subject.parsed(), '-d');
  if (folder === undefined || subject.cwd === undefined) return subject.cwd;
  const path = wordValue(folder.value);
  return path === undefined ? undefined : resolvePath(subject.cwd, path);
}

/** What is read: a file that is named or redirected, or text of the line. */
function patchText({ subject, name, invocation, facts }: Start): string | undefined {
  const { operands } = subject.parsed();
  const files = name === 'git' ? operands : operands.slice(1);
  const input = effective(subject.parsed(), '-i')?.value;
  const named = [...(input === undefined ? [] : [input]), ...files.map(({ word }) => word)];
  const redirected = invocation.redirects.flatMap(({ op, target }) => (op === '<' ? [target] : []));
  const words = named.length > 0 ? named : redirected;
  if (words.length === 0) {
    const [text] = invocation.inputs.flatMap((one) => (one.kind === 'text' ? [wordValue(one.word)] : []));
    return text;
  }
  const texts = words.slice(0, MAX_FILES).map((word) => {
    const path = wordValue(word);
    return path === undefined || subject.cwd === undefined
      ? undefined
      : facts.readText(resolvePath(subject.cwd, path), MAX_BYTES);
  });
  return texts.includes(undefined) || words.length > MAX_FILES ? undefined : texts.join('\n');
}
