/** Names that keep their capital behind `safeshell: `. */
const NAMES = /^(?:Node\.js|Linux|Landlock|Ctrl-C|[A-Z]+\b)/;
/** `removed: PATH`, `deny  git push`, a count, YAML, JSON, shell code, a command to type, a sentence about a file or a rule. */
const NO_SENTENCE = /^(?:[\w ,'-]{0,50}:(?: |$)|.*\S {2,}\S|safeshell |\w+ \d|\w*[^\w ,']|[^a-z]|\S*$)/;

/**
 * Sentences of an output that do not start as CONTRIBUTING.md says under "Messages": with a capital, except for the phrase
 * behind `safeshell: `. Commands and names stand in backticks.
 */
export function wrongStarts(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const [, prefix, body = ''] = /^(safeshell: )?(.*)$/.exec(line.replace(/`[^`]*`/g, 'X')) ?? [];
    const [first = '', ...others] = body.split(/(?<=[a-zX)\]][.!?]) (?=\S)/);
    const isWrong = prefix === undefined ? !NO_SENTENCE.test(first) : /^[A-Z][a-z]/.test(first) && !NAMES.test(first);
    return [...(isWrong ? [first] : []), ...others.filter((sentence) => /^[a-z]+\b(?![./:-])/.test(sentence))];
  });
}
