import type { ShellName } from '../../model/request.ts';
import { zshOfFish } from '../parse/fish/commands.ts';
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
  const { script, text } = dialect === 'zsh' ? parseZsh(written) : { script: parseScript(written), text: written };
  const frame = text === written ? outer : outer.with({ spans: false });
  if (walker.record.recordsDoubts) auditScript(script, text, walker.record, frame.spans);
  if (options.positional !== undefined) {
    const [arg0, ...parameters] = options.positional;
    frame.scope.arg0 = arg0;
    frame.scope.give(parameters);
  }
  const commands = frame.inFile ? beforeExit(script.commands) : script.commands;
  const inner: Frame = frame.with({ text, nesting: frame.nesting + 1 });
  const mark = walker.record.mark();
  if (other !== undefined) {
    walker.runList(commands, inner.with({ scope: frame.scope.child(), dialect: other, stdout: undefined }));
  }
  const found = walker.record.takeBack(mark);
  walker.runList(commands, inner.with({ dialect }));
  walker.record.addBack(found, mark);
}

/** Nothing behind an `exit` that stands by itself is run: often it is data, or what was left there. */
function beforeExit(commands: readonly Ast.Statement[]): readonly Ast.Statement[] {
  const at = commands.findIndex(
    ({ command, background }) => background !== true && command.type === 'Command' && command.name?.text === 'exit',
  );
  return at < 0 ? commands : commands.slice(0, at + 1);
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
  for (const { 0: bracket, index } of text.matchAll(OPENS_OR_CLOSES)) {
    if (bracket === ']') subscripts = Math.max(0, subscripts - 1);
    else if (bracket === '[') {
      if (++subscripts > LIMITS.subscripts) return index;
    } else if (bracket === ')' || bracket === '}') open = Math.max(0, open - 1);
    else if (bracket === '`') {
      // a pair is one substitution
      opened += 0.5;
      if (opened > LIMITS.opened) return index;
    } else if (++opened > LIMITS.opened || (bracket !== '<<' && ++open > LIMITS.open)) return index;
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
