import type { ShellName } from '../../model/request.ts';
import { zshOfFish } from '../parse/fish/commands.ts';
import { statementsOf } from '../parse/in-parts.ts';
import { type Ast, MAX_TEXT_LENGTH, parseScript } from '../parse/parse.ts';
import { parseZsh } from '../parse/zsh.ts';
import type { Dialect, Frame } from '../state/frame.ts';
import { LIMITS } from '../state/limits.ts';
import type { CodeOptions, Walker } from '../state/walker.ts';
import { auditScript } from './audit.ts';

/** Parses shell text and walks it: by two dialects where the shell is not known and they differ on it. */
export function runText(text: string, walker: Walker, outer: Frame, options: CodeOptions = {}): void {
  if (outer.nesting > LIMITS.nesting) {
    walker.record.doubt('too-deep', 'code that is nested too deeply');
    return;
  }
  const admitted = admissible(text, outer.source === undefined ? MAX_TEXT_LENGTH : LIMITS.scriptCode, walker);
  if (admitted === '' || !walker.record.admits(admitted)) return;
  const isFish = options.shell === undefined ? outer.isFish : options.shell === 'fish';
  if (isFish) runFish(admitted, walker, outer, options);
  else runParsed(admitted, walker, outer.with({ isFish }), options);
}

/** Fish in the syntax of zsh; what is not read as that is read by bash's grammar, and is a doubt. */
function runFish(text: string, walker: Walker, outer: Frame, options: CodeOptions): void {
  const zsh = zshOfFish(text);
  if (zsh === undefined) {
    walker.record.doubt('syntax-error', 'fish syntax');
    runParsed(text, walker, outer.with({ isFish: true }), { ...options, shell: 'bash' });
    return;
  }
  const frame = outer.with({ isFish: true, spans: outer.spans && zsh === text });
  runParsed(zsh, walker, frame, { ...options, shell: 'zsh' });
}

function runParsed(written: string, walker: Walker, outer: Frame, options: CodeOptions): void {
  const [dialect, other] = dialectsOf(options.shell, written, outer.dialect);
  const { statements, text } = readIn(dialect, written, walker, outer);
  const frame = text === written ? outer : outer.with({ spans: false });
  if (options.positional !== undefined) {
    const [arg0, ...parameters] = options.positional;
    frame.scope.arg0 = arg0;
    frame.scope.give(parameters);
  }
  const commands = frame.inFile ? { [Symbol.iterator]: () => untilExit(statements) } : statements;
  const inner: Frame = frame.with({ text, nesting: frame.nesting + 1 });
  const mark = walker.record.mark();
  if (other !== undefined) {
    walker.runList(commands, inner.with({ scope: frame.scope.child(), dialect: other, stdout: undefined }));
  }
  const found = walker.record.takeBack(mark);
  walker.runList(commands, inner.with({ dialect }));
  walker.record.addBack(found, mark);
}

/** The statements of a text, and the text that their positions are in. Without doubts to record none of it is parsed before it is walked. */
function readIn(
  dialect: Dialect,
  written: string,
  { record }: Walker,
  { spans }: Frame,
): { readonly statements: Iterable<Ast.Statement>; readonly text: string } {
  if (!record.recordsDoubts && dialect !== 'zsh') return { statements: statementsOf(written), text: written };
  const { script, text } = dialect === 'zsh' ? parseZsh(written) : { script: parseScript(written), text: written };
  if (record.recordsDoubts) auditScript(script, text, record, spans && text === written);
  return { statements: script.commands, text };
}

/** Nothing behind an `exit` that stands by itself is run: often it is data, or what was left there. */
function* untilExit(statements: Iterable<Ast.Statement>): Generator<Ast.Statement> {
  for (const statement of statements) {
    yield statement;
    const { command, background } = statement;
    if (background !== true && command.type === 'Command' && command.name?.text === 'exit') return;
  }
}

/** The part of the text within the limits, cut at the end of a line. Each cut is reported. */
function admissible(text: string, most: number, walker: Walker): string {
  let admitted = text;
  if (admitted.includes('\0')) {
    walker.record.doubt('not-text', 'a NUL byte in the code');
    admitted = admitted.replaceAll('\0', '');
  }
  if (LONE_SURROGATE.test(admitted)) walker.record.doubt('not-text', 'text that is no valid Unicode');
  const deep = tooDeepAt(admitted);
  if (deep !== undefined) {
    walker.record.doubt('too-deep', 'substitutions that are nested too deeply');
    admitted = admitted.slice(0, deep);
  }
  if (admitted.length <= most) return admitted;
  walker.record.doubt('too-long', `only the first ${most} characters are looked at`);
  const cut = admitted.lastIndexOf('\n', most);
  return admitted.slice(0, cut > 0 ? cut : most);
}

const OPENS_OR_CLOSES = /[$<>]\(|\$\{|<<|[)}[\]`]/g;

/** Offset at which nested expansions, here-documents or subscripts exceed the limits; quotes are ignored. */
function tooDeepAt(text: string): number | undefined {
  if (text.length < 2 * LIMITS.open) return undefined;
  let open = 0;
  let opened = 0;
  let subscripts = 0;
  OPENS_OR_CLOSES.lastIndex = 0;
  // a file may hold ten thousand brackets: `exec` would make an array for each
  while (OPENS_OR_CLOSES.test(text)) {
    const index = OPENS_OR_CLOSES.lastIndex - 1;
    const bracket = text[index];
    if (bracket === ']') subscripts = Math.max(0, subscripts - 1);
    else if (bracket === '[') {
      if (++subscripts > LIMITS.subscripts) return index;
    } else if (bracket === ')' || bracket === '}') open = Math.max(0, open - 1);
    else if (bracket === '`') {
      // a pair is one substitution
      opened += 0.5;
      if (opened > LIMITS.opened) return index;
    } else if (++opened > LIMITS.opened || (bracket !== '<' && ++open > LIMITS.open)) return index - 1;
  }
  return undefined;
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Syntax that bash and a plain POSIX shell read differently. */
const DIFFERS = /[{]|\$['"]|&>|~|=|\(\(|\[\[/;

function dialectsOf(shell: ShellName | undefined, text: string, inherited: Dialect): readonly [Dialect, Dialect?] {
  switch (shell) {
    case undefined:
      return [inherited];
    case 'bash':
      return ['bash'];
    case 'dash':
      return ['posix'];
    case 'zsh':
      return ['zsh'];
    // sh is dash on some systems and bash on others
    default:
      return DIFFERS.test(text) ? ['bash', 'posix'] : ['bash'];
  }
}
