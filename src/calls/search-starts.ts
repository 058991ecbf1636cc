import type { Json, JsonObject } from '../model/request.ts';
import { wordsOf } from '../util/name-words.ts';
import { shellGlobMatches } from '../util/shell-glob.ts';

/** Fields that hold globs of the files whose text is searched: `glob`, `include`, `includePattern`, `file_glob`. */
const GLOB_FIELD = /^(globs?(_pattern)?|includes?(_(patterns?|globs?|files))?|file_(patterns?|glob))$/;
/** What is searched, beside the fields that hold a path for any tool. */
export const DIRECTORY_FIELD = /^(.*_)?(dir|directory|directories|folder|folders|root)$/;
const NAMES_ONLY = /^(files_with_matches|count|files)$/;
/** Tools that obey `output_mode`, or refuse it. Gemini CLI's and Qwen Code's print all the same, whatever it says. */
const OBEYS_MODE = /^Grep$/;
const MAX_GLOBS = 64;

/** Names of secrets that a pattern with wildcards may mean; rules say of each whether it is one. */
const SECRET_NAMES =
  `.env .env.local .env.production .envrc .netrc .npmrc .pypirc .pgpass .git-credentials .htpasswd id_rsa
  id_ed25519 id_ecdsa credentials credentials.json secrets.yml secrets.json service-account.json client_secret.json
  master.key server.key private.key privkey.pem`.split(/\s+/);

interface Search {
  readonly tool: string;
  readonly input: JsonObject;
}

/**
 * The program starts that read what a search reads: `grep -r` below its paths, `grep` of the files that its globs choose.
 * Without either it searches the project, which is nothing to judge.
 */
export function searchStarts({ tool, input }: Search, paths: readonly string[], home: string | undefined): string[][] {
  const listsNames = OBEYS_MODE.test(tool) && NAMES_ONLY.test(String(input.output_mode));
  const grep = ['grep', ...(listsNames ? ['-l'] : []), '-e', 'text'];
  const chosen = globsIn(input).flatMap((glob) => (paths.length === 0 ? ['.'] : paths).map((root) => [glob, root]));
  const below = chosen.length === 0 ? paths : [];
  const reached = chosen.flatMap(([glob = '', root = '']) => filesOf(glob, root, home));
  const folders = [...below, ...reached.flatMap(({ path, isFolder }) => (isFolder ? [path] : []))];
  const files = reached.flatMap(({ path, isFolder }) => (isFolder ? [] : [path]));
  return [
    ...(folders.length === 0 ? [] : [[...grep, '-r', '--', ...folders]]),
    ...(files.length === 0 ? [] : [[...grep, '--', ...files]]),
  ];
}

/** The same for a tool that prints the files which globs choose. */
export function globReadPaths(input: JsonObject, home: string | undefined): readonly string[] {
  return globsIn(input).flatMap((glob) => filesOf(glob, '.', home).map(({ path }) => path));
}

interface Reached {
  readonly path: string;
  readonly isFolder: boolean;
}

/** `config/**\/.env` below `root`: the directory that surely or possibly holds it, with each name that is meant. */
function filesOf(glob: string, root: string, home: string | undefined): readonly Reached[] {
  const segments = glob.split('/');
  const name = segments.pop() ?? '';
  const between = segments.filter((segment) => segment !== '**' && segment !== '*');
  const inHome = home !== undefined && between[0] === '~' ? [home, ...between.slice(1)] : between;
  const isRooted = inHome[0]?.startsWith('/') === true || (inHome[0] === '' && glob.startsWith('/'));
  const directory = [...(isRooted || root === '.' ? [] : [root]), ...inHome].join('/');
  if (/^\**$/.test(name)) return [{ path: directory || root, isFolder: true }];
  const below = directory === '' ? '' : `${directory}/`;
  return [name, ...secretsMeant(name)].map((one) => ({ path: `${below}${one}`, isFolder: false }));
}

/** `.env*` and `*secret*` mean some of them, `*.json` and `.*` are about others as well. */
function secretsMeant(name: string): readonly string[] {
  const isTelling = /^[^*?[]{2}/.test(name) || /^\*[^*?[]{3,}\*/.test(name);
  return isTelling && /[*?[]/.test(name) ? SECRET_NAMES.filter((one) => shellGlobMatches(name, one)) : [];
}

/** Those that leave files out (`!*.lock`) reach none. */
function globsIn(input: JsonObject): readonly string[] {
  const fields = Object.entries(input).filter(([name]) => GLOB_FIELD.test(wordsOf(name).join('_')));
  const texts = fields.flatMap(([, value]) => [value].flat().filter((one: Json) => typeof one === 'string'));
  // some take a list in one text
  const single = texts.flatMap((text) => (text.includes('{') ? [text] : text.split(',')));
  const globs = single.map((text) => text.trim()).filter((text) => text !== '' && !text.startsWith('!'));
  return [...new Set(globs.flatMap(withoutBraces))].slice(0, MAX_GLOBS);
}

/** `*.{ts,tsx}` -> `*.ts`, `*.tsx`; too many of them are any file. */
function withoutBraces(glob: string): readonly string[] {
  let open = [glob];
  for (let round = 0; open.some((one) => BRACES.test(one)); round++) {
    if (round > 8 || open.length > MAX_GLOBS) return ['*'];
    open = open.flatMap((one) => {
      const found = BRACES.exec(one);
      if (found === null) return [one];
      const [before, after] = [one.slice(0, found.index), one.slice(found.index + found[0].length)];
      return (found[1] ?? '').split(',').map((choice) => `${before}${choice}${after}`);
    });
  }
  return open;
}

/** The innermost pair. */
const BRACES = /\{([^{}]*)\}/;
