import { type Ast, eachChild, errorsOf } from '../parse/parse.ts';
import { LIMITS } from '../state/limits.ts';
import type { Recorder } from '../state/recorder.ts';

/**
 * Checks the parser's tree: if it misses a command, so does the analysis. Reports each leaf with characters that start
 * a command in bash but have no node, and the syntax errors of each script.
 */
export function auditScript(root: Ast.ParsedScript, text: string, record: Recorder, spans: boolean): void {
  const nodes: Ast.SyntaxNode[] = [root];
  const contexts: NodeContext[] = [{ inTest: false, scripts: 0, text, spans }];
  let inner = contexts[0] as NodeContext;
  const open = (child: Ast.SyntaxNode) => {
    nodes.push(child);
    contexts.push(inner);
  };
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const context = contexts.pop() as NodeContext;
    if (context.scripts > LIMITS.scripts) {
      record.doubt('too-deep', 'substitutions that are nested too deeply');
      continue;
    }
    if (node.type === 'Script') reportErrors(node, context, record);
    const doubt = leafDoubt(node, context);
    if (doubt !== undefined)
      record.doubt('parser-doubt', doubt, context.spans ? { start: node.pos, end: node.end } : undefined);
    inner = contextInside(node, context);
    eachChild(node, open);
  }
}

/** Context of a node; shared by neighbours. */
interface NodeContext {
  /** inside `[[ ]]`, a `case` pattern or `${}`: operators are text there */
  readonly inTest: boolean;
  readonly scripts: number;
  readonly text: string;
  readonly spans: boolean;
}

/**
 * Nodes with a context of their own. Bodies of those with `rereads` are scanned again at every level that is opened.
 */
const OWN_CONTEXT: ReadonlyMap<string, { readonly inTest?: boolean; readonly rereads?: true }> = new Map([
  ['Script', { inTest: false, rereads: true }],
  ['Command', { inTest: false }],
  ['TestCommand', { inTest: true }],
  ['TestBinary', { inTest: true }],
  ['CaseItem', { inTest: true }],
  ['ParameterExpansion', { inTest: true, rereads: true }],
  ['ArithmeticExpansion', { rereads: true }],
  ['ExtendedGlob', { rereads: true }],
  ['BraceExpansion', { rereads: true }],
]);

function contextInside(node: Ast.SyntaxNode, context: NodeContext): NodeContext {
  const change = OWN_CONTEXT.get(node.type);
  if (change === undefined) return context;
  const { inTest = context.inTest, rereads = false } = change;
  if (inTest === context.inTest && !rereads) return context;
  const own = node.type === 'Script' ? (node as Ast.ParsedScript).source : undefined;
  return {
    inTest,
    scripts: context.scripts + (rereads ? 1 : 0),
    text: own ?? context.text,
    spans: context.spans && own === undefined,
  };
}

function reportErrors(script: Ast.ParsedScript, context: NodeContext, record: Recorder): void {
  const spans = context.spans && script.source === undefined;
  for (const { message, pos } of errorsOf(script, context.text)) {
    record.doubt(
      'syntax-error',
      message,
      spans ? { start: pos, end: Math.min(pos + 1, context.text.length) } : undefined,
    );
  }
}

/** The doubt about a leaf in whose text bash would start a command. */
function leafDoubt(node: Ast.SyntaxNode, { inTest, text }: NodeContext): string | undefined {
  switch (node.type) {
    case 'Word':
      if (node.parts === undefined) return scanUnquoted(node.text, inTest);
      // such a `$` turns off word splitting in the whole word, in bash
      if (/["']\$$/.test(node.text) && node.parts.some(isExpansion)) return 'a `$` at the end of a word';
      return firstDoubt(node.parts, (part) => partDoubt(part, inTest));
    case 'DoubleQuoted':
    case 'LocaleString':
      return firstDoubt(node.parts, (part) => (part.type === 'Literal' ? scanQuoted(part.text) : undefined));
    case 'ParameterExpansion':
      return parameterDoubt(node);
    case 'ArithmeticExpansion':
    case 'ArithmeticCommand': {
      const body = node.type === 'ArithmeticExpansion' ? node.text.slice(1) : node.body;
      return COMMAND_START.test(body) && !(node.expression !== undefined && hasScript(node.expression))
        ? 'a substitution in arithmetic that is not read'
        : undefined;
    }
    case 'ProcessSubstitution':
      if (text[node.end] === '#') return 'a `#` right behind a substitution';
      return node.script === undefined ? 'a substitution that is not read' : undefined;
    case 'CommandExpansion':
    case 'ArithmeticCommandExpansion':
      return node.script === undefined ? 'a substitution that is not read' : undefined;
    case 'ExtendedGlob':
    case 'BraceExpansion':
      return HIDDEN_START.test(node.text) && !hasScript(node) && !quotedOnly(node.text)
        ? 'a substitution in a pattern that is not read'
        : undefined;
    case 'Assignment':
      return assignmentDoubt(node);
    case 'Redirect':
      return redirectDoubt(node);
    case 'HereDoc':
      return hereDocDoubt(node, text);
    default:
      return undefined;
  }
}

/** `$(` that is no `$((`, or a backtick; and process substitutions, where they count. */
const COMMAND_START = /`|\$\((?!\()/;
const HIDDEN_START = /`|\$\((?!\()|[<>]\(/;

function firstDoubt<T>(nodes: readonly T[], find: (node: T) => string | undefined): string | undefined {
  for (const node of nodes) {
    const doubt = find(node);
    if (doubt !== undefined) return doubt;
  }
  return undefined;
}

function isExpansion({ type }: Ast.WordPart): boolean {
  return type === 'SimpleExpansion' || type === 'ParameterExpansion' || type === 'CommandExpansion';
}

function partDoubt(part: Ast.WordPart, inTest: boolean): string | undefined {
  return part.type === 'Literal' ? scanUnquoted(part.text, inTest) : undefined;
}

function parameterDoubt(node: Ast.ParameterExpansionPart): string | undefined {
  if (node.operation?.type === 'Unknown') return 'an expansion that is not read';
  if (node.text.includes('\\\n')) return 'a line that is continued inside an expansion';
  return HIDDEN_START.test(node.text) && !hasScript(node) && !quotedOnly(node.text)
    ? 'a substitution in an expansion that is not read'
    : undefined;
}

/** The value is checked as a word of its own; this checks that nothing follows it. */
function assignmentDoubt(node: Ast.Assignment): string | undefined {
  const { value } = node;
  if (value.type !== 'ArrayValue' && /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=\(/.test(node.text)) return 'text after an array';
  // of `A=()$(x)` the parser takes `$(x` for an element
  const last = value.type === 'ArrayValue' ? value.elements.at(-1) : undefined;
  if (last?.text.includes('$(') && !last.text.endsWith(')') && isOpen(last)) return 'text after an array';
  return node.value.end === node.end ? undefined : 'text after an assignment';
}

function isOpen({ parts }: Ast.Word): boolean {
  const part = parts?.at(-1);
  return part?.type === 'CommandExpansion' && part.text.startsWith('$(');
}

function redirectDoubt(node: Ast.Redirect): string | undefined {
  const glued =
    (node.operator === '>&' || node.operator === '<&') && node.target !== undefined && /^\d*-./.test(node.target.text);
  return glued ? 'text right after a descriptor that is closed' : undefined;
}

function hereDocDoubt(node: Ast.HereDoc, text: string): string | undefined {
  if (node.delimiter === undefined) return 'a here-document without a delimiter';
  if (node.delimiter.quoted) return undefined;
  // shells disagree on where such a delimiter ends
  if (/[$`]/.test(node.delimiter.value)) return 'an expansion as the delimiter of a here-document';
  if (node.body.parts === undefined) return scanQuoted(text.slice(node.body.pos, node.body.end));
  return firstDoubt(node.body.parts, (part) => (part.type === 'Literal' ? scanQuoted(part.text) : undefined));
}

/** Whether nothing outside of single quotes starts a command. */
function quotedOnly(text: string): boolean {
  return !HIDDEN_START.test(text.replace(/\$?'[^']*'/g, '').replace(/\\[\s\S]/g, ''));
}

function hasScript(root: Ast.SyntaxNode): boolean {
  const open: Ast.SyntaxNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (
      node.type === 'CommandExpansion' ||
      node.type === 'ProcessSubstitution' ||
      node.type === 'ArithmeticCommandExpansion'
    )
      return true;
    eachChild(node, (child) => open.push(child));
  }
  return false;
}

/** Characters that make a preceding `$` an expansion; bash ignores a joined line between some of them. */
const EXPANDS = /^(?:[A-Za-z_0-9{([@*#?!$'"-]|\\[\n({[])/;
const EXPANDS_QUOTED = /^(?:[A-Za-z_0-9{([@*#?!$-]|\\[\n({[])/;

function scanUnquoted(text: string, inTest: boolean): string | undefined {
  if (!/[()<>|&;`$]/.test(text)) return undefined;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (char === '\\') i++;
    else if (char === '`' || (!inTest && '()<>|&;'.includes(char))) return `\`${char}\` taken for text`;
    else if (char === '$' && EXPANDS.test(text.slice(i + 1, i + 3))) return '`$` taken for text';
  }
  return undefined;
}

function scanQuoted(text: string): string | undefined {
  if (!/[`$]/.test(text)) return undefined;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (char === '\\') i++;
    else if (char === '`') return 'a backtick taken for text';
    else if (char === '$' && EXPANDS_QUOTED.test(text.slice(i + 1, i + 3))) return '`$` taken for text';
  }
  return undefined;
}
