import type { Assignment } from '../../model/invocation.ts';
import type { Word } from '../../model/word.ts';
import { knownWord, wordValue } from '../../model/word.ts';
import type { Ast } from '../parse/parse.ts';
import type { Frame } from '../state/frame.ts';
import { LIMITS } from '../state/limits.ts';
import type { Variable } from '../state/scope.ts';
import { concat, known } from '../state/value.ts';
import type { Declared, ProgramStart, Walker } from '../state/walker.ts';
import { assignmentWord, expandValue, expandWord, REMAINING_WORDS, remainingWords, spanOf } from '../word/expand.ts';
import { valueWord } from '../word/fields.ts';
import { evaluateAssignment, ofKind } from './assign.ts';
import { isSpecial } from './builtins/refusals.ts';
import { assignInShell } from './environment.ts';
import { startInstead } from './instead.ts';
import { runPerhaps } from './perhaps.ts';
import { applyRedirects, runRedirected } from './redirects.ts';

const ASSIGNMENT = /^\w+\+?=/;

/** A simple command: words, then redirections, then assignments, in bash's order. */
export function runCommand(parsed: Ast.Command, walker: Walker, frame: Frame): void {
  const parts = frame.dialect === 'posix' ? splitAtAmpersands(parsed) : [parsed];
  for (const part of parts) {
    if (!walker.record.step()) return;
    runPart(part, walker, part === parts.at(-1) ? frame : frame.with({ scope: frame.scope.child() }));
  }
}

function runPart(parsed: Ast.Command, walker: Walker, outer: Frame): void {
  const { stdin } = outer.scope;
  const frame = stdin === undefined || outer.stdin.kind !== 'inherit' ? outer : outer.with({ stdin });
  const node = withoutValueAsProgram(parsed, walker, frame);
  const declared = new Map<Word, Declared>();
  const written = expandArguments(node, declared, walker, frame);
  const argv = isTimed(written[0], node, frame) ? [knownWord('time'), ...written] : written;
  const redirected = applyRedirects(node.redirects, walker, frame);
  const [program] = argv;
  if (program === undefined) {
    // other shells than bash redirect first
    if (redirected.mayFail && frame.dialect !== 'bash') runPerhaps(frame, (inner) => assignAll(node, walker, inner));
    else assignAll(node, walker, frame);
    if (redirected.redirects.length > 0) startNothing(node, walker, redirected.frame, redirected.redirects);
    redirected.finish();
    return;
  }
  const { assignments, restore } = assignForCommand(node, program, walker, frame);
  const span = spanOf(node, frame);
  const start: ProgramStart = {
    argv,
    assignments,
    redirects: redirected.redirects,
    frame: placed(redirected.frame, node, frame),
    lookup: 'shell',
    text: frame.text.slice(node.pos, node.end),
    ...(span === undefined ? {} : { span }),
    ...(declared.size === 0 ? {} : { declared }),
  };
  if (argv.length === 1 && wordValue(program) === 'exec' && redirected.frame.stdin !== frame.stdin)
    frame.scope.stdin = redirected.frame.stdin;
  startUnset(node, start, walker);
  // to bash it is the keyword all the same
  if (argv !== written && frame.dialect === 'bash') startInstead(start, written, walker);
  runRedirected(redirected, isSpecial(wordValue(program), frame), start.frame, (inner) =>
    walker.start({ ...start, frame: inner }),
  );
  restore();
  redirected.finish();
}

/** The frame of a start in a file: what it runs in turn stands where it does. */
function placed(frame: Frame, { pos }: { readonly pos: number }, { source, text }: Frame): Frame {
  return source === undefined ? frame : frame.with({ source: source.at(pos, text) });
}

/** `time -f %e x`: to a POSIX shell `time` with an option is a program, not the keyword. */
function isTimed(program: Word | undefined, { pos }: Ast.Command, { text, dialect }: Frame): boolean {
  const before = text.slice(Math.max(0, pos - 20), pos);
  // zsh takes the second of two for a program
  if (dialect === 'zsh' && /\btime\s+time\s+(?:-p\s+)?$/.test(before)) return true;
  return wordValue(program)?.startsWith('-') === true && /\btime\s+$/.test(before);
}

/** `V=<(x) y`: the parser takes the process substitution for the program. It is the value, and `y` runs. */
function withoutValueAsProgram(node: Ast.Command, walker: Walker, frame: Frame): Ast.Command {
  const { name: value, prefix, args, redirects } = node;
  const assignment = prefix.at(-1);
  if (value === undefined || assignment?.end !== value.pos) return node;
  const values: (typeof args)[number][] = [];
  let behind = 0;
  for (let end = value.end; behind < args.length; behind++) {
    const arg = args[behind] as (typeof args)[number];
    // `V=<(x) W=<(y) z`
    const isAssigned = ASSIGNMENT.test(arg.text) && args[behind + 1]?.pos === arg.end;
    if (arg.pos !== end && !isAssigned) break;
    if (!isAssigned) values.push(arg);
    end = arg.end;
  }
  for (const piece of values) if (piece.type === 'Word') expandWord(piece, walker, frame);
  const own = { prefix: [...prefix.slice(0, -1), withValue(assignment, value)], redirects };
  return { ...node, ...own, ...programOf(args.slice(behind)) } as Ast.Command;
}

/** The value goes on where the parser has cut it. Nodes of the parser cannot be spread. */
function withValue(node: Ast.Command['prefix'][number], { end, text, value, parts = [] }: Ast.Word): typeof node {
  if (node.type !== 'Assignment' || node.value.type !== 'Word') return node;
  const { type, pos, name, append, index, value: cut } = node;
  const literal: Ast.WordPart = { type: 'Literal', pos: cut.pos, end: cut.end, value: cut.value, text: cut.text };
  const whole: Ast.Word = {
    type: 'Word',
    pos: cut.pos,
    end,
    text: cut.text + text,
    value: cut.value + value,
    parts: [...(cut.parts ?? (cut.text === '' ? [] : [literal])), ...parts],
  };
  return { type, pos, end, text: node.text + text, name, append, index, value: whole };
}

/** The first argument that assigns nothing is the program. */
function programOf(args: Ast.Command['args']): Pick<Ast.Command, 'name' | 'args'> {
  const program = args.findIndex(({ text }) => !ASSIGNMENT.test(text));
  const [name, ...rest] = program < 0 ? [] : args.slice(program);
  return { name: name?.type === 'Word' ? name : undefined, args: rest };
}

/** A POSIX shell has no `&>`: `a &>f b` is `a &` and then `>f b`. */
function splitAtAmpersands(node: Ast.Command): readonly Ast.Command[] {
  // more parts than steps would not be walked anyway
  const cuts = node.redirects.filter(({ operator }) => operator.startsWith('&>')).slice(0, LIMITS.steps);
  if (cuts.length === 0 || node.name === undefined) return [node];
  const argsUpTo = inTurn(node.args);
  const redirectsUpTo = inTurn(node.redirects);
  return [node, ...cuts].map(({ pos }, at) => {
    const end = cuts[at]?.pos ?? node.end;
    const [args, redirects] = [argsUpTo(end), redirectsUpTo(end)];
    return at === 0 ? { ...node, args, redirects, end } : behindAmpersand({ ...node, args, redirects, pos, end });
  });
}

/** A cursor: each call returns the next items up to a position. */
function inTurn<Item extends { readonly pos: number }>(items: readonly Item[]): (end: number) => readonly Item[] {
  let at = 0;
  return (end) => {
    const from = at;
    while (at < items.length && (items[at]?.pos ?? end) < end) at++;
    return items.slice(from, at);
  };
}

/** The command behind the `&` of `&>`, which is its first redirection. */
function behindAmpersand(node: Ast.Command): Ast.Command {
  const [cut, ...redirects] = node.redirects;
  const operator = cut?.operator === '&>' ? '>' : '>>';
  return {
    ...node,
    ...programOf(node.args),
    prefix: [],
    redirects: [{ ...cut, operator }, ...redirects],
  } as Ast.Command;
}

/**
 * `${X:-rm} x`, `r${X}m x`, `${X}rm`, `rm$(mktemp)`: starts also the program that results if the variable is unset or the output
 * empty.
 */
function startUnset(node: Ast.Command, start: ProgramStart, walker: Walker): void {
  const { frame } = start;
  const [program] = start.argv;
  if (node.name === undefined || program === undefined || program.kind === 'known') return;
  if (!/[$`]/.test(node.name.text)) return;
  const isSpelled =
    program.kind === 'glob' ||
    (program.prefix + program.suffix !== '' && !program.prefix.endsWith('/') && !program.suffix.includes('/'));
  const without = start.argv.slice(1);
  // `$(which x) y`: y, where there is no x; in a file this is not certain
  const isInRoot = !frame.inFile && program.kind === 'unknown' && program.fields === 'any' && program.prefix === '/';
  if (isInRoot && wordValue(without[0])) startInstead(start, without, walker);
  if (!isSpelled) return;
  const words = expandWord(node.name, walker, frame.with({ assumeUnset: true }));
  if (words[0] === undefined || words[0].kind === 'unknown' || wordValue(words[0]) === '') return;
  startInstead(start, [...words, ...without], walker);
}

/** Redirections without a command: `> file` does what `: > file` does. */
export function startNothing(
  node: { readonly pos: number; readonly end: number },
  walker: Walker,
  frame: Frame,
  redirects: Parameters<Walker['start']>[0]['redirects'],
): void {
  const span = spanOf(node, frame);
  const text = frame.text.slice(node.pos, node.end);
  walker.start({
    argv: [knownWord(':')],
    assignments: [],
    redirects,
    frame: placed(frame, node, frame),
    lookup: 'shell',
    text,
    ...(span === undefined ? {} : { span }),
  });
}

function expandArguments(node: Ast.Command, declared: Map<Word, Declared>, walker: Walker, frame: Frame): Word[] {
  if (node.name === undefined) return [];
  const argv = [...expandWord(node.name, walker, frame)];
  let end = node.name.end;
  for (const argument of node.args) {
    if (walker.record.isFull()) return [...argv, remainingWords(walker)];
    const isJoined = argument.pos === end;
    end = argument.end;
    if (argument.type === 'Word' && argv.length > LIMITS.words) {
      expandValue(argument, walker, frame);
      if (argv.at(-1) !== REMAINING_WORDS) argv.push(remainingWords(walker));
      continue;
    }
    if (argument.type === 'Word') {
      const words = expandWord(argument, walker, frame);
      argv.push(...(isJoined ? [joinWords(argv.pop(), words, walker)] : words));
      continue;
    }
    const assigned = evaluateAssignment(argument, walker, frame);
    const span = spanOf(argument, frame);
    const written = { text: argument.text, ...(span === undefined ? {} : { span }) };
    const value =
      assigned.array !== undefined
        ? known(argument.text)
        : concat(known(`${argument.name}${argument.append === true ? '+' : ''}=`), assigned.value);
    const word = valueWord(value, written);
    if (!value.known && value.from.length > 0) walker.record.printedBy.set(word, value.from);
    declared.set(word, { ...assigned, name: argument.name });
    argv.push(word);
  }
  return argv;
}

/** `--file=<(x)` is one argument; the parser gives two words without a blank between them. */
function joinWords(before: Word | undefined, words: readonly Word[], walker: Walker): Word {
  const [first] = words;
  const prefix = before?.kind === 'known' ? before.value : before?.kind === 'unknown' ? before.prefix : '';
  const text = `${before?.text ?? ''}${first?.text ?? ''}`;
  const word: Word = { kind: 'unknown', prefix, suffix: '', fields: 'any', reason: 'command-output', text };
  const from = words.flatMap((one) => [...(walker.record.printedBy.get(one) ?? [])]);
  if (from.length > 0) walker.record.printedBy.set(word, from);
  return word;
}

/** What a shell finds in PATH depends on the value that it has now. */
const IS_SET = /^"?\$\{(?!PATH\+)([A-Za-z_]\w*)\+\w+\}"?$/;

/** `X=1 Y=2`: assignments to this shell. */
function assignAll(node: Ast.Command, walker: Walker, frame: Frame): void {
  for (const part of node.prefix) {
    if (part.type !== 'Assignment') continue;
    const { value, array } = evaluateAssignment(part, walker, frame);
    const isAssociative = frame.scope.variable(part.name)?.associative === true;
    const word = assignmentWord(part, value, frame);
    const [, tells] = array || part.append ? [] : (IS_SET.exec(word.value.text) ?? []);
    const kind = { ...(array && ofKind(array, isAssociative)), ...(isAssociative && { associative: true }) };
    const more = { ...kind, ...(tells !== undefined && { tells }) };
    assignInShell(part.name, value, word, { walker, frame, more });
  }
}

/** `X=1 command`: the variable is set for the command alone. */
function assignForCommand(
  node: Ast.Command,
  program: Word,
  walker: Walker,
  frame: Frame,
): { readonly assignments: readonly Assignment[]; readonly restore: () => void } {
  const { scope } = frame;
  const { outside } = scope;
  const assignments: Assignment[] = [];
  const before: [string, Variable | undefined][] = [];
  for (const part of node.prefix) {
    if (part.type !== 'Assignment') continue;
    const { value } = evaluateAssignment(part, walker, frame);
    before.push([part.name, scope.variables.get(part.name)]);
    const word = assignmentWord(part, value, frame);
    if (!value.known && value.from.length > 0) walker.record.printedBy.set(word.value, value.from);
    scope.variables.set(part.name, { value, exported: true, temporary: true });
    assignments.push(word);
  }
  if (before.length === 0 || isSpecial(wordValue(program), frame)) return { assignments, restore: () => {} };
  scope.outside = [...outside, ...before];
  const restore = () => {
    scope.outside = outside;
    for (const [name, variable] of before.reverse()) {
      scope.variables.restore(name, variable);
    }
  };
  return { assignments, restore };
}
