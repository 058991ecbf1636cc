import { type Tri, triNot, triOf } from '../../model/tri.ts';
import type { Word } from '../../model/word.ts';
import { wordValue } from '../../model/word.ts';
import { shellGlobMatches } from '../../util/shell-glob.ts';
import { directoryOf } from '../outputs/listings.ts';
import type { Ast } from '../parse/parse.ts';
import { Exits, mergedBranches } from '../state/exits.ts';
import { dataFeed, type Feed, linesLeft, Sink } from '../state/feed.ts';
import { regionIn } from '../state/file-versions.ts';
import type { Frame } from '../state/frame.ts';
import { redefined } from '../state/functions.ts';
import { LIMITS } from '../state/limits.ts';
import type { Scope } from '../state/scope.ts';
import { A_NUMBER, EMPTY, joinValues, known, unknown, type Value } from '../state/value.ts';
import type { Walker } from '../state/walker.ts';
import {
  assignValue,
  doubtArithmetic,
  evaluateArithmetic,
  expandPattern,
  expandValue,
  expandWords,
} from '../word/expand.ts';
import { isInteger } from '../word/variables.ts';
import { wordToValue } from '../word/word-value.ts';
import { endShell } from './exit-trap.ts';
import { forgetText, isRewritten, learnText } from './file-text.ts';
import { callHook, isHook } from './hooks.ts';
import { forwardOutput, runInCopy, withUncertainOutput } from './list.ts';
import { runPosixArithmetic, runPosixTest } from './posix.ts';
import { answerOf, emptyIn, unlessNo } from './test-answer.ts';
import { runTest } from './test-command.ts';

/** Runs a compound command. Its redirections are applied already. */
export function runCompound(node: Ast.CompoundCommand | Ast.Coproc | Ast.Function, walker: Walker, frame: Frame): void {
  switch (node.type) {
    case 'Subshell':
      runSubshell(node, walker, frame.with({ scope: frame.scope.child() }));
      return;
    case 'BraceGroup':
      walker.runList(node.body.commands, frame);
      return;
    case 'If':
      runIf(node, walker, frame);
      return;
    case 'Case':
      runCase(node, walker, frame);
      return;
    case 'While':
      runWhile(node, walker, frame);
      return;
    case 'ArithmeticFor':
      if (node.initialize !== undefined) evaluateArithmetic(node.initialize, walker, frame);
      runLoop(frame, walker, (inner) => {
        if (node.test !== undefined) evaluateArithmetic(node.test, walker, inner);
        walker.runList(node.body.commands, inner);
        if (node.update !== undefined) evaluateArithmetic(node.update, walker, inner);
      });
      return;
    case 'For':
    case 'Select':
      runFor(node, walker, frame);
      return;
    case 'TestCommand':
      runTest(node.expression, walker, frame);
      if (frame.dialect === 'posix') runPosixTest(node, walker, frame);
      return;
    case 'ArithmeticCommand':
      doubtArithmetic(node.body, walker, frame);
      if (frame.dialect === 'posix') runPosixArithmetic(node, walker, frame);
      if (node.expression !== undefined) evaluateArithmetic(node.expression, walker, frame);
      return;
    case 'Coproc':
      runCoproc(node, walker, frame);
      return;
    case 'Function':
      define(node, walker, frame);
  }
}

function runSubshell(node: Ast.Subshell, walker: Walker, frame: Frame): void {
  const outer = frame.scope.onExit;
  walker.runList(node.body.commands, frame);
  endShell(frame, walker, outer);
}

function define(node: Ast.Function, walker: Walker, frame: Frame): void {
  if (frame.dialect === 'zsh') expandValue(node.name, walker, frame);
  const body = { node: node.body, text: frame.text, spans: frame.spans, inFile: frame.inFile, source: frame.source };
  const name = node.name.value;
  const { functions } = frame.scope;
  functions.set(name, redefined(functions.get(name), body));
  if (frame.dialect === 'zsh' && isHook(name, frame)) callHook(name, walker, frame);
}

function runCoproc(node: Ast.Coproc, walker: Walker, frame: Frame): void {
  const input = { kind: 'pipe', from: [] } as const;
  const stdin = dataFeed(unknown('stdin'), input);
  runInCopy(node.body, walker, frame.with({ stdin, stdout: undefined }));
}

/** Runs `body` in a copy of the scope, as one of several branches. */
function runBranch(frame: Frame, body: (frame: Frame) => void): Scope {
  const scope = frame.scope.child();
  withUncertainOutput(frame.with({ scope }), body);
  return scope;
}

function runIf(node: Ast.If, walker: Walker, frame: Frame): void {
  walker.runList(node.clause.commands, frame);
  const branches: Scope[] = [];
  const arm = (list: Ast.CompoundList | undefined, from: Frame) =>
    branches.push(runBranch(from, (inner) => walker.runList(list?.commands ?? [], inner)));
  const empty = emptyIn(node.clause, frame);
  const having = (at: Frame, names: readonly string[]) =>
    names.length === 0 ? at : at.with({ empty: [...at.empty, ...names] });
  let answer = answerOf(node.clause.commands, walker, frame);
  arm(node.then, having(unlessNo(answer, frame), empty.ifYes));
  let from = having(unlessNo(triNot(answer), frame), empty.ifNo);
  for (const { clause, then } of node.elif) {
    withUncertainOutput(from, (inner) => walker.runList(clause.commands, inner));
    answer = answerOf(clause.commands, walker, from);
    arm(then, unlessNo(answer, from));
    from = unlessNo(triNot(answer), from);
  }
  arm(node.else, from);
  frame.scope.merge(branches);
}

function runCase(node: Ast.Case, walker: Walker, frame: Frame): void {
  const value = expandValue(node.word, walker, frame);
  const branches: Scope[] = [frame.scope.child()];
  let tested = frame.scope;
  let fallen: Scope | undefined;
  for (const item of node.items) {
    if (!walker.record.step()) break;
    const patterns = item.pattern.map((pattern) => expandPattern(pattern, walker, frame));
    const taken = frame.inFile && fallen === undefined ? takes(value, patterns, frame) : 'yes';
    if (taken === 'no') continue;
    const join = (branch: Scope) => mergedBranches(frame.scope, [tested.child(), branch]);
    const from = fallen === undefined ? tested : join(fallen);
    const arm = frame.with({ scope: from, mayNotRun: frame.mayNotRun || taken === 'unknown' });
    const branch = runBranch(arm, (inner) => walker.runList(item.body.commands, inner));
    branches.push(branch);
    // `;&` falls through to the next body, `;;&` goes on with the next patterns
    fallen = item.terminator === ';&' ? branch : undefined;
    if (item.terminator === ';;&') tested = join(branch);
  }
  frame.scope.merge(branches);
}

/** Patterns that any value matches, or one that is not given. */
const CATCHES_ALL = /^\**$/;
/** Patterns that are compared without reading them as bash's own. */
const PLAIN = /^[^[(]*$/;

/** Inside a file: does an arm with these patterns run? `unknown` = only for an argument or an answer that nobody gave. */
function takes(value: Value, patterns: readonly (string | undefined)[], { scope }: Frame): Tri {
  if (patterns.some((pattern) => pattern === undefined || CATCHES_ALL.test(pattern))) return 'yes';
  if (value.known) return triOf(patterns.some((one = '') => !PLAIN.test(one) || shellGlobMatches(one, value.text)));
  const isPartlyKnown = value.prefix !== '' || value.suffix !== '' || value.alternatives !== undefined;
  if (isPartlyKnown || value.from.length > 0) return 'yes';
  return value.reason === 'stdin' || (value.reason === 'variable' && scope.nothingGiven) ? 'unknown' : 'yes';
}

/** `while read x`: one turn for each line of a known input; else any number of turns. */
function runWhile(node: Ast.While, walker: Walker, frame: Frame): void {
  const turn = (inner: Frame) => {
    walker.runList(node.clause.commands, inner);
    walker.runList(node.body.commands, inner);
  };
  const clause = frame.text.slice(node.clause.pos, node.clause.end);
  const reads = /\bread\b/.test(clause);
  const feed = reads ? feedOfLoop(clause, walker, frame) : frame.stdin;
  if (reads && feed.kind === 'data') learnText(feed, walker, frame);
  const lines = linesLeft(feed)?.length ?? 0;
  if (!reads || lines === 0 || lines * frame.turns > LIMITS.turns) {
    if (feed !== frame.stdin && feed.kind === 'data') feed.taken.lines = undefined;
    for (const stdin of eachList(feed)) runLoop(stdin === feed ? frame : frame.with({ stdin }), walker, turn);
    return;
  }
  const mark = walker.record.mark();
  const doubts = walker.record.doubts.length;
  const loop = new Exits(frame.scope, frame.leaving?.loop);
  let scope = frame.scope.child();
  for (let line = 0; line < lines && walker.record.step(); line++) {
    turn(insideLoop(frame.with({ scope, turns: frame.turns * lines }), loop));
    scope = nextTurn(scope, loop);
  }
  if (isRewritten(feed, walker, frame)) {
    walker.record.rewindTo(mark, doubts);
    forgetText(feed);
    runLoop(frame, walker, turn);
    return;
  }
  frame.scope.merge([scope, frame.scope.child(), ...loop.branches]);
}

/** `while read -u 3 x`, `while read x <&3`: what was opened under that number. */
function feedOfLoop(clause: string, { record }: Walker, { stdin }: Frame): Feed {
  const number = /\bread\b[^;&|]*?(?:-\w*u\s*|<&\s*)(\d+)/.exec(clause)?.[1];
  return (number === undefined ? undefined : record.descriptors.get(Number(number))) ?? stdin;
}

/** Paths in several folders are read as one list for each of them. */
function eachList(feed: Feed): readonly Feed[] {
  const each = feed.kind === 'data' && !feed.data.known ? feed.data.paths?.each : undefined;
  if (feed.kind !== 'data' || each === undefined) return [feed];
  return each.map((paths) => ({ ...feed, data: { ...feed.data, paths }, taken: { lines: undefined } }));
}

function insideLoop(frame: Frame, loop: Exits): Frame {
  return frame.with({ leaving: { ...frame.leaving, loop }, inLoop: true, region: regionIn(frame) });
}

/** The state in which the next turn begins: after the end of the last one, or after `continue`. */
function nextTurn(scope: Scope, loop: Exits): Scope {
  return loop.turns.length === 0 ? scope : mergedBranches(loop.base, [scope, ...loop.turns]);
}

/**
 * A loop with any number of turns. The first turn is walked to find what the body changes; if that matters, its results
 * are dropped and a second turn is walked in the joined state.
 */
function runLoop(frame: Frame, walker: Walker, turn: (frame: Frame) => void): void {
  // the turns are not counted, so `read` may take any line
  if (frame.stdin.kind === 'data' && (linesLeft(frame.stdin)?.length ?? 2) > 1) frame.stdin.taken.lines = undefined;
  const mark = walker.record.mark();
  const doubts = walker.record.doubts.length;
  const scope = frame.scope.child();
  const loop = new Exits(frame.scope, frame.leaving?.loop);
  const inner = insideLoop(frame, loop);
  const sink = new Sink();
  turn(inner.with({ scope, stdout: frame.stdout === undefined ? undefined : sink }));
  const isChanged = [scope, ...loop.turns].some((branch) => frame.scope.differsFrom(branch));
  if (isChanged && frame.turns < LIMITS.turns) {
    walker.record.rewindTo(mark, doubts);
    frame.scope.merge([scope, frame.scope.child(), ...loop.turns]);
    const again = runBranch(inner.with({ turns: frame.turns * 2 }), (next) => turn(next));
    frame.scope.merge([again, frame.scope.child(), ...loop.branches]);
    return;
  }
  forwardOutput(sink, frame);
  frame.scope.merge([scope, frame.scope.child(), ...loop.branches]);
}

function runFor(node: Ast.For | Ast.Select, walker: Walker, frame: Frame): void {
  const name = node.name.value;
  const written = node.wordlist === undefined ? frame.scope.positional : expandWords(node.wordlist, walker, frame);
  const words = written?.flatMap((word) => walker.record.fileWords.get(word) ?? [word]);
  const body = (value: Value) => (inner: Frame) => {
    assignValue(name, value, { walker, frame: inner });
    walker.runList(node.body.commands, inner);
  };
  if (node.type === 'Select') choose(name, words ?? [], walker, frame);
  const values = node.type === 'For' ? words?.map(wordValue) : undefined;
  const isKnown = values?.every((value) => value !== undefined) === true;
  if (isKnown && words !== undefined && words.length > 0 && words.length * frame.turns <= LIMITS.turns) {
    const turns = (values ?? []).map((value) => body(known(value ?? '')));
    runTurns(node, turns, walker, frame);
    return;
  }
  if (words?.length === 0) return;
  if (words !== undefined && areApart(node, words, frame)) {
    const inner = frame.with({ turns: frame.turns * words.length });
    for (const word of words) runLoop(inner, walker, body(commonValue([word], walker)));
    return;
  }
  runLoop(frame, walker, body(node.type === 'Select' ? chosenValue(words, walker) : commonValue(words, walker)));
}

/** `for f in a/* b/*` is a loop over the one and then one over the other, unless it is left before its end. */
function areApart(node: Ast.For | Ast.Select, words: readonly Word[], frame: Frame): boolean {
  if (node.type === 'Select' || words.length < 2 || words.length * frame.turns > LIMITS.turns) return false;
  const isPath = (word: Word) => word.kind !== 'unknown';
  return words.every(isPath) && !LEAVES.test(frame.text.slice(node.body.pos, node.body.end));
}

const LEAVES = /\b(?:break|return|exit|exec|eval|source)\b|(?:^|[\s;&|])\.\s/;

/** Any of the words of `select` may be assigned. */
function choose(name: string, words: readonly Word[], walker: Walker, frame: Frame): void {
  if (!isInteger(name, frame.scope.variable(name), frame.dialect)) return;
  for (const word of words) if (word.kind === 'known') assignValue(name, known(word.value), { walker, frame });
}

/** One of the words; an answer that is the number of none leaves nothing. */
function chosenValue(words: readonly Word[] | undefined, walker: Walker): Value {
  const values = words === undefined ? [unknown('variable')] : words.map((word) => wordToValue(word, walker));
  return values.reduce(joinValues, EMPTY);
}

/** Walks turn by turn, up to the first turn after which all others are the same. */
function runTurns(
  node: Ast.For | Ast.Select,
  turns: readonly ((frame: Frame) => void)[],
  walker: Walker,
  frame: Frame,
): void {
  const loop = new Exits(frame.scope, frame.leaving?.loop);
  const inner = insideLoop(frame.with({ turns: frame.turns * turns.length }), loop);
  let scope = frame.scope.child();
  for (const [index, turn] of turns.entries()) {
    if (!walker.record.step()) break;
    if (index > 0) {
      turn(inner.with({ scope }));
      scope = nextTurn(scope, loop);
      continue;
    }
    scope.assign(node.name.value, unknown('variable'));
    const first = scope.child();
    turn(inner.with({ scope: first }));
    const changes = scope.differsFrom(first, node.name.value) || frame.stdout?.touched === true;
    scope.merge([first]);
    scope = nextTurn(scope, loop);
    if (!changes && loop.branches.length === 0 && !mayUse(node, frame)) break;
  }
  frame.scope.merge([scope, ...loop.branches]);
}

/** Whether the body may use the loop's variable. */
function mayUse(node: Ast.For | Ast.Select, frame: Frame): boolean {
  const body = frame.text.slice(node.body.pos, node.body.end);
  const name = node.name.value;
  if (!/^\w{1,80}$/.test(name)) return true;
  return (
    new RegExp(`\\b${name}\\b`).test(body) || /\$\{!|\beval\b|\bsource\b/.test(body) || frame.scope.functions.size() > 0
  );
}

/** The joined value of a loop variable that takes any of these words. */
function commonValue(words: readonly Word[] | undefined, walker: Walker): Value {
  if (words === undefined || words.length === 0) return unknown('variable');
  if (words.every((word) => /^-?\d+$/.test(wordValue(word) ?? ''))) return A_NUMBER;
  const from = words.flatMap((word) => [...(walker.record.printedBy.get(word) ?? [])]);
  const [first] = words;
  if (words.length === 1 && first?.kind === 'known') return known(first.value);
  if (words.length === 1 && first?.kind === 'glob') {
    const prefix = commonPrefix(words);
    const suffix = /(?<=[*?\]])[\w.-]+$/.exec(first.pattern)?.[0] ?? '';
    return unknown('glob', { prefix, suffix, pattern: first.pattern, within: directoryOf(prefix) });
  }
  if (words.length === 1 && first?.kind === 'unknown') {
    const { prefix, suffix, within, names } = first;
    // prefix and suffix of an unknown word that splits hold for each field only if they come from a list of paths
    const ends = first.fields === 'one' || within !== undefined ? { prefix, suffix, within, names } : {};
    const isName = walker.record.names.has(first);
    return unknown(first.reason, { ...ends, numeric: first.reason === 'arithmetic', isName, from });
  }
  const dynamic = words.find((word) => word.kind !== 'known');
  const reason =
    dynamic === undefined
      ? 'variable'
      : dynamic.kind === 'glob'
        ? 'glob'
        : (dynamic as Word & { kind: 'unknown' }).reason;
  return unknown(reason, { prefix: commonPrefix(words), from });
}

function commonPrefix(words: readonly Word[]): string {
  const starts = words.map((word) => {
    if (word.kind === 'known') return word.value;
    return word.kind === 'glob' ? (/^[^*?[\\]*/.exec(word.pattern)?.[0] ?? '') : word.prefix;
  });
  let length = 0;
  const [first = ''] = starts;
  while (length < first.length && starts.every((start) => start[length] === first[length])) length++;
  return first.slice(0, length);
}
