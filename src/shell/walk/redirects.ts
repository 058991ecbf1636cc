import type { Input, Redirect } from '../../model/invocation.ts';
import type { Word } from '../../model/word.ts';
import { wordValue } from '../../model/word.ts';
import { isDevice } from '../../util/path.ts';
import type { Ast } from '../parse/parse.ts';
import { dataFeed, type Feed, Sink } from '../state/feed.ts';
import { fileKey } from '../state/file-key.ts';
import type { Frame } from '../state/frame.ts';
import { concat, known, unknown, type Value } from '../state/value.ts';
import type { Walker } from '../state/walker.ts';
import { expandHereDocument, expandTarget, expandToWord, expandValue, spanOf } from '../word/expand.ts';
import { valueWord } from '../word/fields.ts';
import { withUncertainOutput } from './list.ts';
import { runPerhaps } from './perhaps.ts';
import { evaluateName } from './test-command.ts';

export interface Redirected {
  readonly redirects: readonly Redirect[];
  /** the frame with redirected input and output */
  readonly frame: Frame;
  /** opening a file may fail, and then the command does not run */
  readonly mayFail: boolean;
  /** it may, and then what it prints elsewhere than in that file is not printed */
  readonly mayPrintNothing: boolean;
  /** call it after the command: writes its output to the file */
  finish(): void;
}

interface State {
  stdin: Feed;
  stdout: Sink | undefined;
  readonly redirects: Redirect[];
  readonly after: (() => void)[];
}

export function applyRedirects(nodes: readonly Ast.Redirection[], walker: Walker, frame: Frame): Redirected {
  if (nodes.length === 0) return { redirects: [], frame, mayFail: false, mayPrintNothing: false, finish: () => {} };
  const state: State = { stdin: frame.stdin, stdout: frame.stdout, redirects: [], after: [] };
  for (const node of nodes) {
    if (!walker.record.redirects()) break;
    if (node.type === 'Redirect') applyRedirect(node, state, walker, frame);
    else applyText(node, state, walker, frame);
  }
  const isOpened = (redirect: Redirect) => !mayFail(redirect, walker, frame);
  return {
    redirects: state.redirects,
    frame: frame.with({ stdin: state.stdin, stdout: state.stdout }),
    mayFail: !state.redirects.every((one) => isOpened(one) && !needsFolder(one, frame)),
    mayPrintNothing: state.stdout === frame.stdout && !state.redirects.every(isOpened),
    finish: () => {
      for (const step of state.after) step();
    },
  };
}

/** Runs a command whose redirections may fail. `endsShell`: where they do, nothing that follows runs. */
export function runRedirected(
  { mayFail, mayPrintNothing }: Pick<Redirected, 'mayFail' | 'mayPrintNothing'>,
  endsShell: boolean,
  frame: Frame,
  run: (frame: Frame) => void,
): void {
  const print = mayPrintNothing ? (inner: Frame) => withUncertainOutput(inner, run) : run;
  if (mayFail && !endsShell) runPerhaps(frame, print);
  else print(frame);
}

function mayFail({ op, target }: Redirect, walker: Walker, frame: Frame): boolean {
  if (walker.record.streams.has(target)) return false;
  const path = wordValue(target);
  if (op.endsWith('&') && path !== undefined && /^(?:\d+|\d*-)$/.test(path)) return false;
  const absolute = fileKey(target, frame);
  if (absolute === undefined) return true;
  if (isDevice(absolute) || walker.record.files.has(absolute)) return false;
  return op !== '<' || walker.facts.readCode(absolute, 1) === undefined;
}

/** Writes a file in a folder that may not be there; the working directory and that of temporary files are taken to be. */
function needsFolder({ op, target }: Redirect, frame: Frame): boolean {
  if (!/^&?>/.test(op) || wordValue(target)?.includes('/') === false) return false;
  const absolute = fileKey(target, frame);
  return absolute !== undefined && !/^\/(?:dev|tmp)\//.test(absolute);
}

function applyText(node: Ast.HereDoc | Ast.HereString, state: State, walker: Walker, frame: Frame): void {
  const value = textOf(node, walker, frame);
  const span = spanOf(node, frame);
  const word = valueWord(value, {
    text: frame.text.slice(node.pos, node.end),
    ...(span === undefined ? {} : { span }),
  });
  if (!value.known) walker.record.printedBy.set(word, value.from);
  const feed = dataFeed(value, { kind: 'text', word });
  if (node.descriptor === undefined) state.stdin = feed;
  else if (node.descriptor.type === 'FileDescriptor') openFor(node.descriptor.value, feed, state, walker);
}

function openFor(descriptor: number, feed: Feed, state: State, walker: Walker): void {
  if (descriptor === 0) state.stdin = feed;
  else walker.record.descriptors.set(descriptor, feed);
}

function textOf(node: Ast.HereDoc | Ast.HereString, walker: Walker, frame: Frame): Value {
  if (node.type === 'HereString') {
    return node.target === undefined ? known('\n') : concat(expandValue(node.target, walker, frame), known('\n'));
  }
  const value = expandHereDocument(node.body, node.delimiter?.quoted === true, walker, frame);
  return node.operator === '<<-' && value.known ? known(value.text.replace(/^\t+/gm, '')) : value;
}

function applyRedirect(node: Ast.Redirect, state: State, walker: Walker, frame: Frame): void {
  if (node.target === undefined) return;
  const target = expandToWord(node.target, walker, frame);
  const opened =
    target.kind === 'unknown' && target.reason === 'glob' ? expandTarget(node.target, walker, frame) : target;
  const span = spanOf(node, frame);
  const fd =
    node.descriptor === undefined
      ? {}
      : { fd: node.descriptor.type === 'FileDescriptor' ? node.descriptor.value : `{${node.descriptor.name}}` };
  if (node.descriptor !== undefined && node.descriptor.type !== 'FileDescriptor')
    evaluateName(known(node.descriptor.name), walker, frame);
  state.redirects.push({ op: node.operator, ...fd, target: opened, ...(span === undefined ? {} : { span }) });
  const reads = node.operator.startsWith('<');
  const number = 'fd' in fd ? fd.fd : reads ? 0 : 1;
  if (reads && typeof number === 'number') openFor(number, readFrom(node, target, state, walker, frame), state, walker);
  else if (number === 1 || node.operator.startsWith('&')) state.stdout = writeTo(node, target, state, walker, frame);
  else if (!reads && typeof number === 'number') rememberWrite(target, frame, walker);
}

function readFrom(node: Ast.Redirect, target: Word, state: State, walker: Walker, frame: Frame): Feed {
  const stream = walker.record.streams.get(target);
  if (stream !== undefined) {
    const input: Input = { kind: 'process-substitution', from: stream.known ? [] : stream.from };
    return dataFeed(stream, input);
  }
  const path = wordValue(target);
  if (node.operator === '<&') return path === '0' ? state.stdin : descriptorFeed(path, walker);
  if (path === '/dev/null') return { kind: 'empty' };
  if (path === '/dev/stdin' || path === '/dev/fd/0') return state.stdin;
  if (path?.startsWith('/dev/tty')) return { kind: 'inherit' };
  const absolute = fileKey(target, frame);
  const content = absolute === undefined ? undefined : walker.record.files.text(absolute);
  const before = absolute !== undefined && isDevice(absolute) ? 'stdin' : 'file';
  return dataFeed(content ?? unknown(before), { kind: 'file', path: target });
}

function descriptorFeed(number: string | undefined, { record }: Walker): Feed {
  return number === '-' ? { kind: 'empty' } : (record.descriptors.get(Number(number)) ?? { kind: 'inherit' });
}

function writeTo(node: Ast.Redirect, target: Word, state: State, walker: Walker, frame: Frame): Sink | undefined {
  const path = wordValue(target);
  if (node.operator === '>&' && path !== undefined && /^(?:\d+|\d*-)$/.test(path)) {
    return path === '1' ? state.stdout : undefined;
  }
  if (path === '/dev/stdout' || path === '/dev/fd/1') return state.stdout;
  const absolute = fileKey(target, frame);
  if (absolute === undefined || isDevice(absolute)) return undefined;
  const sink = new Sink();
  const { files } = walker.record;
  const before = node.operator.endsWith('>>') ? (files.text(absolute) ?? unknown('stdin')) : known('');
  const write = (content: Value) => walker.record.writeFile(absolute, { content }, frame.region);
  write(before);
  state.after.push(() => write(concat(before, sink.collected())));
  return sink;
}

/** The file gets output of another descriptor, which is not tracked. */
function rememberWrite(target: Word, frame: Frame, walker: Walker): void {
  const absolute = fileKey(target, frame);
  if (absolute === undefined || absolute === '/dev/null') return;
  walker.record.writeFile(absolute, { content: unknown('command-output') }, frame.region);
}
