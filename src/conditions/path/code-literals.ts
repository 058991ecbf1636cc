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

/** Absolute paths that code in another language hands to a call which may read them. */
export function literalsReadIn(code: string): readonly string[] {
  if (code.length > MAX_CODE) return [];
  return [...code.matchAll(LITERAL)].flatMap(({ 0: whole, 2: path = '', index }) => {
    const call = CALL.exec(code.slice(Math.max(0, index - MAX_CALL), index))?.[1];
    if (call === undefined || SHOW_NOTHING.test(call)) return [];
    return WRITES.test(code.slice(index + whole.length, index + whole.length + 20)) ? [] : [path];
  });
}
