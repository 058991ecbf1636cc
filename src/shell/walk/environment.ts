import { HOLE, HOLE_VARIABLE } from '../../model/hole.ts';
import type { Assignment, Invocation, Wrapper } from '../../model/invocation.ts';
import { type Word, wordValue } from '../../model/word.ts';
import { RUN_VARIABLES } from '../../wrappers/variables.ts';
import { absolutePath } from '../state/file-key.ts';
import type { Frame } from '../state/frame.ts';
import { LIMITS } from '../state/limits.ts';
import { NO_TARGET, type Variable } from '../state/scope.ts';
import { templateOf, unknown, type Value } from '../state/value.ts';
import type { Walker } from '../state/walker.ts';
import { valueWord } from '../word/fields.ts';
import { runTemplate } from '../word/parameter.ts';
import { wordToValue } from '../word/word-value.ts';
import { callHooks } from './hooks.ts';
import { runScriptText, scriptAt } from './script-file.ts';
import { fillTable } from './shell-tables.ts';
import { evaluateName } from './test-command.ts';

/** Prompts: bash, dash, ksh and zsh run the substitutions in them, with `-x` those of PS4 even without a terminal. */
const PROMPTS = new Set('PS0 PS1 PS2 PS4 PROMPT PROMPT2 PROMPT4 RPROMPT RPROMPT2 RPS1 RPS2 SPROMPT'.split(' '));

/** Variables that name code or a library to load. */
const LOADED = new Set(['BASH_ENV', 'ENV', 'LD_PRELOAD', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES']);

/** Those of which an unknown value is a doubt: all of it is a command. */
const ARE_COMMANDS: ReadonlySet<string> = new Set(
  (
    'EDITOR VISUAL PAGER MANPAGER BROWSER LESSOPEN LESSCLOSE FZF_DEFAULT_COMMAND GIT_SSH GIT_SSH_COMMAND GIT_EDITOR ' +
    'GIT_SEQUENCE_EDITOR GIT_PAGER GIT_EXTERNAL_DIFF GIT_ASKPASS GIT_PROXY_COMMAND SSH_ASKPASS SUDO_ASKPASS SUDO_EDITOR ' +
    'RSYNC_RSH RSYNC_CONNECT_PROG PROMPT_COMMAND RUSTC_WRAPPER'
  ).split(' '),
);

interface AssignmentContext {
  readonly walker: Walker;
  readonly frame: Frame;
  readonly more?: Omit<Variable, 'value'>;
}

/** An assignment to this shell: `X=1`, `export X=1`, `declare -x X=1`. */
export function assignInShell(
  name: string,
  value: Value,
  word: Assignment,
  { walker, frame, more }: AssignmentContext,
): void {
  const { scope } = frame;
  if (scope.variables.get(name)?.target === NO_TARGET) evaluateName(value, walker, frame);
  scope.assign(name, value, more);
  if (!value.known && value.from.length > 0) walker.record.printedBy.set(word.value, value.from);
  const exported = scope.variables.get(name)?.exported === true;
  const made: Assignment = frame.source?.isOfGuard(frame.text) ? { ...word, ofGuard: true } : word;
  const isReplaced = (one: Assignment) => one.name === name && (buildsOn(one) || !buildsOn(word));
  if (exported) scope.exports = [...scope.exports.filter((one) => !isReplaced(one)), made];
  if (exported || name === 'PROMPT_COMMAND' || PROMPTS.has(name)) runValue(name, word.value, walker, frame);
  if (name === 'PROMPT_COMMAND') runElements(name, more, walker, frame);
  if (name === 'path' && frame.dialect === 'zsh' && word.append !== true)
    assignInShell('PATH', unknown('variable'), { ...word, name: 'PATH' }, { walker, frame });
  if (name === 'BASH_ARGV0' && frame.dialect === 'bash') scope.arg0 = word.value;
  fillTable(name, walker, frame);
  callHooks(name, walker, frame);
}

/** `PATH+=:x`, `PATH=$PATH:x`: of what the variable was before, it is still true that the line has set that. */
function buildsOn({ name, value, append }: Assignment): boolean {
  return append === true || value.text.includes(`$${name}`) || value.text.includes(`\${${name}`);
}

/** Runs what the assignments of a start make other programs run: `PAGER='rm x' git log`. */
export function runEnvironment(
  assignments: readonly Assignment[],
  wrapper: Wrapper,
  walker: Walker,
  frame: Frame,
): void {
  for (const { name, value } of assignments) {
    if (!(RUN_VARIABLES.has(name) || LOADED.has(name) || PROMPTS.has(name))) continue;
    const inner = frame.with({ depth: frame.depth + 1, via: [...frame.via, wrapper] });
    if (name === 'ENV' && isInteractive(walker.record.invocations[wrapper.invocation]))
      runStartupFile(name, value, walker, inner);
    else runValue(name, value, walker, inner);
  }
}

function runValue(name: string, word: Word, walker: Walker, frame: Frame): void {
  const value = wordToValue(word, walker);
  const inner: Frame = frame.with({
    spans: false,
    scope: frame.scope.child(),
    stdin: { kind: 'inherit' },
    stdout: undefined,
  });
  if (PROMPTS.has(name)) {
    for (const text of textsOf(value)) runTemplate(text, walker, inner);
    if (name === 'PS4' && isDynamic(value)) walker.record.doubt('evaluated-data', '`PS4` is expanded and not known');
    return;
  }
  if (LOADED.has(name)) {
    if (value.known && (name === 'ENV' || name === 'BASH_ENV')) runTemplate(value.text, walker, inner);
    if (value.known) runLoaded(name, word, walker, inner);
    else if (isDynamic(value)) walker.record.doubt('hidden-code', `\`${name}\` loads a file that is not known`);
    return;
  }
  const runs = RUN_VARIABLES.get(name);
  if (runs === undefined) return;
  const code = value.known ? runs(value.text) : undefined;
  if (code !== undefined) walker.runCode(code, inner);
  else if (isDynamic(value) && ARE_COMMANDS.has(name))
    walker.record.doubt('hidden-code', `\`${name}\` runs a command that is not known`);
}

/** The text; of one that is known in part with something in place of each hole, and with nothing. */
function textsOf(value: Value): readonly string[] {
  return value.known ? [value.text] : [HOLE_VARIABLE, ''].map((hole) => templateOf(value).replaceAll(HOLE, hole));
}

/** bash runs each element of `PROMPT_COMMAND`; the first is the value itself. */
function runElements(name: string, more: Partial<Variable> | undefined, walker: Walker, frame: Frame): void {
  const { elements, words, list } = more ?? {};
  if (words !== undefined || list === true)
    runValue(name, valueWord(unknown('variable'), { text: name }), walker, frame);
  for (const element of elements?.slice(0, LIMITS.bodies) ?? [])
    runValue(name, valueWord(element, { text: name }), walker, frame);
  if ((elements?.length ?? 0) > LIMITS.bodies)
    walker.record.doubt('too-many', `more elements of \`${name}\` than are looked at`);
}

const PRINTED_OR_READ: ReadonlySet<string> = new Set(['command-output', 'stdin', 'file']);

/**
 * Whether an unknown value hides its program (`GIT_SSH_COMMAND="ssh -i $KEY"` does not), or contains a program's
 * output.
 */
function isDynamic(value: Value): boolean {
  return !value.known && (value.prefix === '' || PRINTED_OR_READ.has(value.reason));
}

function runLoaded(name: string, path: Word, walker: Walker, frame: Frame): void {
  if (name === 'BASH_ENV') runStartupFile(name, path, walker, frame);
  // only interactive shells read it, and many use the name for other things
  if (name === 'ENV' && isWritten(path, walker, frame)) runStartupFile(name, path, walker, frame);
}

/** `sh -i` */
function isInteractive(invocation: Invocation | undefined): boolean {
  if (!/^(?:sh|dash|ash|ksh|mksh|busybox)$/.test(invocation?.program ?? '')) return false;
  return invocation?.argv.some((word) => /^-\w*i/.test(wordValue(word) ?? '')) === true;
}

function isWritten(path: Word, walker: Walker, frame: Frame): boolean {
  const absolute = absolutePath(wordValue(path), frame);
  return absolute !== undefined && walker.record.files.has(absolute);
}

/** Runs a file that a shell reads when it starts. */
function runStartupFile(name: string, path: Word, walker: Walker, frame: Frame): void {
  const value = wordValue(path);
  if (value === '' || value === '/dev/null') return;
  const script = scriptAt(path, walker, frame);
  if (script !== undefined) runScriptText(script, name, walker, frame, {});
  else walker.record.doubt('hidden-code', `\`${name}\` names a file whose content is not known`);
}
