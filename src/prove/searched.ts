import { accessCandidates } from '../conditions/path/candidates.ts';
import { inEffect } from '../grammar/effective.ts';
import type { ParsedCommand } from '../grammar/grammar.ts';
import { wordValue } from '../model/word.ts';
import { baseName } from '../util/path.ts';
import { shellGlobMatches } from '../util/shell-glob.ts';
import type { ProofContext, ProofStart } from './context.ts';
import { holdsPassword } from './git.ts';

/** A program that reads whatever lies below a folder. Options: full names, separated by blanks. */
interface Searcher {
  /** one of these makes it read whole folders; absent = it does so of itself */
  readonly given?: string;
  /** with one of these it opens no file */
  readonly unless?: string;
  /** one of these makes it read hidden files; absent = it does so of itself */
  readonly hidden?: string;
  /** their values name the only files that are read; a name that they match is read though it is hidden */
  readonly include?: string;
  /** standard input is read instead, where that is no terminal and no folder is named */
  readonly readsInput?: true;
}

const GREP: Searcher = { given: '-r', include: '--include' };
const SEARCHERS: Readonly<Record<string, Searcher>> = {
  grep: GREP,
  egrep: GREP,
  fgrep: GREP,
  rg: { unless: '--files --type-list', hidden: '--hidden -u', include: '-g --iglob', readsInput: true },
};

/** What `rg -t` calls code: names that speak of secrets are about them there. Source: `rg --type-list`, ripgrep 14.1 */
const CODE_TYPES =
  /^(?:c|cpp|cs|csharp|css|go|h|html|java|js|kotlin|md|markdown|php|py|python|rb|ruby|rust|scala|sh|sql|svelte|swift|ts|typescript|vue)$/;

/** Of two folders it reads the files, and those that links in them lead to. Source: diff(1) GNU diffutils 3.8 */
export function comparesFolders({ program, subject, context }: ProofStart): string | undefined {
  if (program !== 'diff') return undefined;
  const paths = subject.paths().flatMap((access) => accessCandidates(access, subject, context.facts));
  const folder = paths.find(({ absolute }) => absolute === undefined || context.facts.exists(`${absolute}/.`) !== 'no');
  return folder && `\`diff\` would read all that is in \`${folder.written}\``;
}

/** A file with secrets lies where the start reads whole folders. */
export function searchedSecret(start: ProofStart): string | undefined {
  const { program, subject, context, invocation } = start;
  const searcher = Object.hasOwn(SEARCHERS, program) ? SEARCHERS[program] : undefined;
  const parsed = subject.parsed();
  if (searcher === undefined || !readsFolders(searcher, parsed)) return undefined;
  const operands = new Set(parsed.operands.map(({ index }) => index));
  const named = subject.paths().filter(({ index }) => operands.has(index));
  if (named.length === 0 && searcher.readsInput && invocation.inputs.length > 0) return undefined;
  const paths = named.flatMap((access) =>
    accessCandidates(access, subject, context.facts).map(({ real, absolute }) => real ?? absolute),
  );
  const included = includedNames(searcher, parsed);
  const hidden = searcher.hidden === undefined || included !== undefined || inEffect(searcher.hidden, parsed);
  for (const folder of named.length === 0 ? [invocation.cwd] : paths) {
    const files = folder === undefined ? undefined : context.facts.filesBelow(folder, hidden);
    if (files === undefined)
      return `too much lies in \`${folder ?? '.'}\` to tell whether \`${program}\` reads secrets`;
    const secret = files.find((path) => isIncluded(baseName(path), included) && isSecretFile(path, context));
    if (secret !== undefined) return `\`${program}\` would also read \`${secret}\``;
  }
  return undefined;
}

function readsFolders({ given, unless }: Searcher, parsed: ParsedCommand): boolean {
  if (unless !== undefined && inEffect(unless, parsed)) return false;
  if (given !== undefined) return inEffect(given, parsed);
  const types = parsed.options.filter(({ names }) => names.includes('-t')).map(({ value }) => wordValue(value) ?? '');
  return types.length === 0 || inEffect('--type-add', parsed) || !types.every((type) => CODE_TYPES.test(type));
}

/** Patterns of which a name has to match one; undefined = every name may be read. */
function includedNames({ include }: Searcher, { options }: ParsedCommand): readonly string[] | undefined {
  if (include === undefined) return undefined;
  const values = options
    .filter(({ names }) => include.split(' ').some((name) => names.includes(name)))
    .map(({ value }) => wordValue(value) ?? '*')
    .filter((value) => !value.startsWith('!'));
  return values.length === 0
    ? undefined
    : values.map((value) => (/[{}[\\]/.test(value) ? '*' : baseName(value).toLowerCase()));
}

function isIncluded(name: string, patterns: readonly string[] | undefined): boolean {
  return patterns === undefined || patterns.some((pattern) => shellGlobMatches(pattern, name.toLowerCase()));
}

/** Settings of a repository are searched by each `grep -r`: what they hold is looked at. */
function isSecretFile(path: string, context: ProofContext): boolean {
  return path.endsWith('/.git/config') ? holdsPassword(path, context.facts) : context.isSecret(path);
}
