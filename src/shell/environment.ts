import type { Assignment, Wrapper } from '../model/invocation.ts';
import type { Word } from '../model/word.ts';
import type { Frame, Machine } from './machine.ts';
import type { Variable } from './scope.ts';
import { known, unknown, type Value } from './value.ts';

/** Variables whose value programs hand to a shell, or start as a command. */
const COMMANDS = new Set(
  [
    'EDITOR VISUAL PAGER MANPAGER BROWSER LESSOPEN LESSCLOSE FZF_DEFAULT_COMMAND',
    'GIT_SSH GIT_SSH_COMMAND GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_EXTERNAL_DIFF GIT_ASKPASS GIT_PROXY_COMMAND',
    'SSH_ASKPASS SUDO_ASKPASS SUDO_EDITOR RSYNC_RSH RSYNC_CONNECT_PROG PROMPT_COMMAND RUSTC_WRAPPER',
  ]
    .join(' ')
    .split(' '),
);

/** Code or a library that is loaded: a value that is not known may be anything. */
const LOADED = new Set(['BASH_ENV', 'ENV', 'LD_PRELOAD', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES']);

interface Place {
  readonly machine: Machine;
  readonly frame: Frame;
  readonly more?: Omit<Variable, 'value'>;
}

/** An assignment that stays in this shell: `X=1`, `export X=1`, `declare -x X=1`. */
export function assignInShell(name: string, value: Value, word: Assignment, { machine, frame, more }: Place): void {
  const { scope } = frame;
  scope.assign(name, value, more);
  if (!value.known && value.from.length > 0) machine.record.printedBy.set(word.value, value.from);
  const exported = scope.variables.get(name)?.exported === true;
  if (exported) scope.exports = [...scope.exports, word];
  if (exported || name === 'PROMPT_COMMAND' || name === 'PS4') runValue(name, value, machine, frame);
}

/** Assignments in front of a program, or that a wrapper makes for it. */
export function runEnvironment(
  assignments: readonly Assignment[],
  wrapper: Wrapper,
  machine: Machine,
  frame: Frame,
): void {
  for (const { name, value } of assignments) {
    if (!COMMANDS.has(name) && !LOADED.has(name) && name !== 'PS4') continue;
    const inner = { ...frame, depth: frame.depth + 1, via: [...frame.via, wrapper] };
    runValue(name, wordToValue(value, machine), machine, inner);
  }
}

export function wordToValue(word: Word, machine: Machine): Value {
  if (word.kind === 'known') return known(word.value);
  const from = machine.record.printedBy.get(word) ?? [];
  if (word.kind === 'glob') return unknown('glob', { pattern: word.pattern, from });
  return unknown(word.reason, {
    prefix: word.prefix,
    suffix: word.suffix,
    numeric: word.reason === 'arithmetic',
    from,
  });
}

function runValue(name: string, value: Value, machine: Machine, frame: Frame): void {
  const inner: Frame = {
    ...frame,
    spans: false,
    scope: frame.scope.child(),
    stdin: { kind: 'inherit' },
    stdout: undefined,
  };
  if (name === 'PS4') {
    runPrompt(value, machine, inner);
    return;
  }
  if (LOADED.has(name)) {
    if (value.known) runStartupFile(name, value.text, machine, inner);
    else if (isDynamic(value)) machine.record.doubt('hidden-code', `\`${name}\` loads a file that is not known`);
    return;
  }
  if (!COMMANDS.has(name)) return;
  if (value.known) machine.runCode(value.text, inner);
  else if (isDynamic(value)) machine.record.doubt('hidden-code', `\`${name}\` runs a command that is not known`);
}

/** `GIT_SSH_COMMAND="ssh -i $KEY"` names its program; a value without that, or made of some program's output, is in doubt. */
function isDynamic(value: Value): boolean {
  return !value.known && (value.prefix === '' || value.reason === 'command-output' || value.reason === 'stdin');
}

function runPrompt(value: Value, machine: Machine, frame: Frame): void {
  if (value.known) {
    if (/[$`]/.test(value.text)) machine.runCode(`: "${value.text.replace(/"/g, '\\"')}"`, frame);
  } else if (isDynamic(value)) machine.record.doubt('evaluated-data', '`PS4` is expanded and not known');
}

function runStartupFile(name: string, path: string, machine: Machine, frame: Frame): void {
  if (name !== 'BASH_ENV' && name !== 'ENV') return;
  const content = machine.record.files.get(path);
  if (content?.known) machine.runCode(content.text, frame);
  else if (content !== undefined)
    machine.record.doubt('hidden-code', `\`${name}\` names a file whose content is not known`);
}
