import type { Input } from '../../model/invocation.ts';
import { type Tri, triAll, triAny, triNot } from '../../model/tri.ts';
import type { Ast } from '../parse/parse.ts';
import { mergedBranches } from '../state/exits.ts';
import { dataFeed, type Feed, Sink } from '../state/feed.ts';
import { regionIn } from '../state/file-versions.ts';
import type { Frame } from '../state/frame.ts';
import type { Scope } from '../state/scope.ts';
import { unknown } from '../state/value.ts';
import type { Walker } from '../state/walker.ts';
import { endShell } from './exit-trap.ts';
import { runPerhaps } from './perhaps.ts';
import { commandAnswer, unlessNo } from './test-answer.ts';

/** Statements one after the other; `&` in a copy of the shell. */
export function runStatements(statements: Iterable<Ast.Statement>, walker: Walker, frame: Frame): void {
  for (const statement of statements) {
    if (walker.record.isDone()) return;
    if (statement.background === true) runInCopy(statement.command, walker, frame);
    else walker.runNode(statement.command, frame);
  }
}

/** Runs a command in a copy of the shell, which ends with it. */
export function runInCopy(command: Parameters<Walker['runNode']>[0], walker: Walker, frame: Frame): void {
  const inner = frame.with({ scope: frame.scope.child() });
  walker.runNode(command, inner);
  endShell(inner, walker, frame.scope.onExit);
}

/** Runs something that may run once, not at all or repeatedly, so that its output is unknown. */
export function withUncertainOutput(frame: Frame, run: (frame: Frame) => void): void {
  const region = regionIn(frame);
  if (frame.stdout === undefined) {
    run(frame.with({ region }));
    return;
  }
  const sink = new Sink();
  run(frame.with({ stdout: sink, region }));
  forwardOutput(sink, frame);
}

/** Writes to the frame's output that what `sink` collected was printed any number of times. */
export function forwardOutput(sink: Sink, frame: Frame): void {
  if (!sink.touched || frame.stdout === undefined) return;
  frame.stdout.from.push(...sink.from);
  frame.stdout.mayBeMissing ||= sink.mayBeMissing;
  const printed = sink.collected();
  if (printed.known && printed.text === '') return;
  frame.stdout.write(unknown('command-output', { numeric: !printed.known && printed.numeric }));
}

/** `a | b | c`: each in a subshell; zsh runs the last one in the current shell. `time` is a program to dash. */
export function runPipeline(node: Ast.Pipeline, walker: Walker, frame: Frame): void {
  const mayStart = frame.dialect === 'posix' && node.prefixes.some(({ type }) => type === 'Time');
  if (mayStart) runPerhaps(frame, (inner) => runStages(node, walker, inner));
  else runStages(node, walker, frame);
}

function runStages(node: Ast.Pipeline, walker: Walker, frame: Frame): void {
  const { commands } = node;
  let stdin: Feed = frame.stdin;
  let hasGap = false;
  for (const [index, command] of commands.entries()) {
    if (walker.record.isDone()) return;
    const isLast = index === commands.length - 1;
    const alone = commands.length === 1 || (isLast && frame.dialect === 'zsh');
    const sink = isLast ? frame.stdout : new Sink();
    const inner = frame.with({ stdin, stdout: sink });
    if (alone) walker.runNode(command, inner);
    else runInCopy(command, walker, inner);
    if (isLast || sink === undefined) {
      if (hasGap && sink !== undefined) sink.mayBeMissing = true;
      continue;
    }
    hasGap ||= sink.mayBeMissing;
    const input: Input = { kind: 'pipe', from: sink.from };
    stdin = dataFeed(sink.collected(), input);
  }
}

/**
 * `a && b || c`: b starts in the state after a, c in the states in which a or b failed; afterwards all of them are
 * joined. `cd` is assumed to succeed; behind `||` the state in which it failed counts as well, and afterwards what is changed there
 * that was set before: `set -- a; cd x && set -- b; "$@"`.
 */
export function runAndOr(node: Ast.AndOr, walker: Walker, frame: Frame): void {
  const base = frame.scope;
  let ok = base;
  let failed: Scope[] = [];
  // states in which a directory change failed, and so changed nothing: used behind `||` only
  let stayed: Scope[] = [];
  let certain = true;
  // what ran where the command at hand is reached
  let region = frame.region;
  // whether the command at hand is reached, inside a file
  let answer: Tri = 'yes';
  for (const [index, command] of node.commands.entries()) {
    if (walker.record.isDone()) break;
    if (index % LONG_CHAIN === LONG_CHAIN - 1) {
      ok = ok === base ? ok : mergedBranches(base, [ok]);
      failed = gathered(base, failed);
      stayed = gathered(base, stayed);
    }
    const isAnd = index === 0 || node.operators[index - 1] === '&&';
    const start = isAnd ? ok : mergedBranches(base, [...failed, ...stayed]);
    const sure = succeeds(command);
    if (!isAnd) region = regionIn(frame);
    // a copy of the state is needed only where another state has to be joined to it
    const shared = isAnd && sure && (certain || (start !== base && !failed.includes(start)));
    const scope = shared ? start : start.child();
    const reached = isAnd ? answer : triNot(answer);
    const within = region;
    const run = (inner: Frame) => walker.runNode(command, unlessNo(reached, inner.with({ scope, region: within })));
    if (certain && isAnd) run(frame);
    else withUncertainOutput(frame, run);
    certain = certain && isAnd && sure;
    if (!sure) region = { outer: region };
    answer = listSoFar(answer, isAnd, commandAnswer(command, walker, frame.with({ scope })));
    const after = scope.changesNothing(start) ? start : scope;
    if (!isAnd) {
      failed = [after];
      stayed = [];
      ok = after === ok ? ok : mergedBranches(base, [ok, after]);
      continue;
    }
    if (!sure && changesDirectory(command)) stayed.push(start.child());
    else if (!sure && !failed.includes(after)) failed.push(after);
    ok = after;
  }
  if (stayed.length === 0 || frame.inFile) base.merge([ok, ...failed]);
  else base.mergeStayed(mergedBranches(base, [ok, ...failed]), mergedBranches(base, stayed));
}

/** `a && b` succeeds where both do, `a || b` where one does. */
function listSoFar(before: Tri, isAnd: boolean, answer: Tri): Tri {
  return (isAnd ? triAll : triAny)([before, answer], (one) => one);
}

/** After so many commands the layers of copies are merged: each lookup has to go through them. */
const LONG_CHAIN = 32;

function gathered(base: Scope, branches: readonly Scope[]): Scope[] {
  return branches.length === 0 ? [] : [mergedBranches(base, branches)];
}

function changesDirectory(command: Ast.PipelineNode): boolean {
  return nameOf(command) === 'cd' || nameOf(command) === 'pushd';
}

/** Builtins that succeed, with arguments like these. */
const SUCCEED: ReadonlyMap<string, RegExp> = new Map([
  ...['echo', 'true', ':'].map((name) => [name, /^/] as const),
  ['printf', /^(?!['"]?-)(?:[^%]|%[%sbq])*$/],
  ['export', /^[A-Za-z_]\w*(?:=|$)/],
  ['pwd', /^$/],
  ['set', /^(?:[-+][efhmnuvx]+|--|[^-+$].*)$/s],
  ['alias', /^[^-]*=/],
  ['umask', /^[0-7]+$/],
]);

function succeeds(command: Ast.PipelineNode): boolean {
  const name = nameOf(command);
  if (name !== undefined && command.type === 'Command') {
    const accepted = SUCCEED.get(name);
    if (accepted === undefined || !command.redirects.every(isOpened)) return false;
    // text behind the format is no number that it could miss
    const args = name === 'printf' ? command.args.slice(0, 1) : command.args;
    return args.every(({ text }) => accepted.test(text));
  }
  return (
    command.type === 'Function' ||
    (command.type === 'Command' && command.name === undefined && !command.prefix.some(hasSubstitution))
  );
}

/** `2>&1`, `> /dev/null`, a here-document. */
function isOpened(node: Ast.Redirection): boolean {
  if (node.type !== 'Redirect') return true;
  const text = node.target?.text ?? '';
  return (
    /^(?:[012]|\/dev\/(?:null|stdin|stdout|stderr))$/.test(text) ||
    (node.operator.startsWith('>') && /^[\w.-]+$/.test(text))
  );
}

function hasSubstitution(node: Ast.Assignment | Ast.Redirection): boolean {
  return node.type !== 'Assignment' || /\$\(|`/.test(node.text);
}

function nameOf(command: Ast.PipelineNode): string | undefined {
  return command.type === 'Command' && command.name?.parts === undefined ? command.name?.text : undefined;
}
