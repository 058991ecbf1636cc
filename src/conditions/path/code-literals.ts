/** Code that is longer is not looked through. */
const MAX_CODE = 64 * 1024;
/** An absolute path between quotes. */
const LITERAL = /(["'`])(\/[^"'`\s\\]{2,300})\1/g;
const MAX_CALL = 80;
/** The call that it stands in, as far as it can be told without reading the language: `netrc.netrc(`, `YAML.load_file (`. */
const CALL = /([A-Za-z_][\w.:!?]*)\s*\(?\s*$/;
/**
 * Calls that show nothing of a file that they are given: they ask whether it is there, name it, remove it or write it. The others
 * may read it, whatever the library.
 */
const SHOW_NOTHING =
  /(?:^|[.:])(?:\w*exists?\w*[?]?|is_?(?:file|dir|link|readable|writable|absolute)\w*|(?:file|directory|readable|executable)\?|l?stat(?:Sync)?|access(?:Sync)?|chmod\w*|chown\w*|utimes?\w*|touch|unlink\w*|remove\w*|delete|rm\w*|rmdir\w*|mkdir\w*|makedirs|write\w*|append\w*|put|dump|print\w*|p|puts|say|echo|log|info|warn\w*|error|debug|die|format|sprintf|path|Path|PurePath|join|resolve|normpath|abspath|realpath|basename|dirname|expanduser|expand_path|len|str|repr|equals?|startswith|startsWith|endswith|endsWith|in|not|and|or|if|eq|ne|return|w|a|e|f|d)$/;
/** `open(path, "w")` */
const WRITES = /^\s*,\s*(?:mode\s*=\s*)?["'][waxc]/;

/** The home directory as an expression: `Path.home()`, `os.path.expanduser("~")`, `ENV["HOME"]`, `process.env.HOME`, `$env(HOME)`. */
const HOME = String.raw`(?:[\w.]{0,40}expand_?(?:user|path)\(\s*["']~["']\s*\)|[\w.]{0,40}getenv\(\s*["']HOME["']\s*\)|[$\w.]{0,40}(?:environ|ENV|env|_SERVER)(?:\.HOME|[[({]\s*["']?HOME["']?\s*[\])}])|(?:[\w.]{0,40}\.|require\(["'](?:node:)?os["']\)\.)?(?:home|homedir)\(\)|Dir\.home)`;
/** `Path.home() / ".aws" / "credentials"`, `File.join(Dir.home, ".netrc")`, `process.env.HOME + "/.npmrc"`; Tcl's words have no quotes. */
const JOINED = new RegExp(
  String.raw`(${HOME})((?:\s*(?:[,+/.]|\.\.|\)\s*\.joinpath\()+\s*["'][^"'\s\\]{1,100}["']){1,5}|\s+[\w.][\w./-]{1,100}(?=\]))`,
  'g',
);
/** `"$ENV{HOME}/.netrc"`, `"#{Dir.home}/.netrc"`, `` `${os.homedir()}/.netrc` `` */
const PUT = new RegExp(String.raw`(["'\`])[$#]?\{?${HOME}\}?(\/[^"'\`\s\\]{1,300})\1`, 'g');
const TILDE = /(["'`])~(\/[^"'`\s\\]{2,300})\1/g;
/** What only makes a path of its words: the call that counts is the one around it. */
const MAKES_PATH =
  /(?:(?:[\w.:]*(?:join|expanduser|expand_path|Path|Pathname|Pathname\.new|str|fspath|catfile)\s*\(|\[file\s+join)\s*)+$/;

interface Found {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** Paths below the home directory, with a tilde. */
function homePaths(code: string): readonly Found[] {
  if (!/home|~/i.test(code)) return [];
  const put = [...code.matchAll(PUT), ...code.matchAll(TILDE)].map(({ 0: whole, 2: path = '', index }) => ({
    path: `~${path}`,
    from: index,
    to: index + whole.length,
  }));
  const joined = [...code.matchAll(JOINED)].map(({ 0: whole, 2: rest = '', index }) => {
    const quoted = [...rest.matchAll(/["']([^"']+)["']/g)].map(([, part = '']) => part);
    const parts = quoted.length > 0 ? quoted : [rest.trim()];
    return { path: ['~', ...parts].join('/').replace(/\/{2,}/g, '/'), from: index, to: index + whole.length };
  });
  return [...put, ...joined];
}

/** Paths, absolute or of the home directory, that code in another language hands to a call which may read them. */
export function literalsReadIn(code: string): readonly string[] {
  if (code.length > MAX_CODE) return [];
  const absolute = [...code.matchAll(LITERAL)].map(({ 0: whole, 2: path = '', index }) => ({
    path,
    from: index,
    to: index + whole.length,
  }));
  return [...absolute, ...homePaths(code)].flatMap(({ path, from, to }) => {
    const before = code.slice(Math.max(0, from - MAX_CALL), from).replace(MAKES_PATH, '');
    const call = CALL.exec(before)?.[1];
    if (call === undefined || SHOW_NOTHING.test(call)) return [];
    return WRITES.test(code.slice(to, to + 20).replace(/^\s*\)+/, '')) ? [] : [path];
  });
}
