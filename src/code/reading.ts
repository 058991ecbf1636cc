import type { SyntaxNode, Tree } from '@lezer/common';
import { inDirectory } from './directory.ts';
import { type Call, type Effect, effectsOf } from './effects.ts';
import type { CodeFinding } from './finding.ts';
import { type Calls, leaveFunctions } from './parameters.ts';
import { type Following, looseCalls } from './references.ts';
import { newReader, nodesOf, placed, type Reader } from './tree.ts';
import { joinPaths, UNKNOWN, type Value } from './value.ts';

/** What is kept from one statement to the next. */
export interface State extends Reader, Following {
  /** those seen so far */
  readonly calls: Calls;
  /** all of them, once they were seen: what a function is called with may stand behind it */
  readonly given: Calls;
  /** whether anything with an effect is called */
  acts: boolean;
}

/** What the nodes of a language's tree mean. */
export interface Grammar {
  readonly effects: ReadonlyMap<string, Effect>;
  readonly kinds: ReadonlySet<string>;
  readonly binds: ReadonlyMap<string, (state: State, node: SyntaxNode) => void>;
  readonly finds: ReadonlyMap<string, (state: State, node: SyntaxNode) => readonly CodeFinding[]>;
  /** a name that is bound in code which does not run counts all the same */
  readonly bindsAll: boolean;
  /** nothing behind this node runs */
  readonly ends: (state: State, node: SyntaxNode) => boolean;
  /** what a program has that defines functions: it is read again, with what they are called with */
  readonly defines: RegExp;
}

/** Which of the nodes run. */
export type RunsIn = (state: State, tree: Tree) => (node: SyntaxNode) => boolean;

interface Program {
  readonly source: string;
  readonly args: Reader['args'];
  readonly runsIn: RunsIn;
  /** how often each word occurs, where the source is not all of the code */
  readonly words?: ReadonlyMap<string, number>;
}

export function readProgram(
  grammar: Grammar,
  { tree, ...given }: Program & { readonly tree: Tree },
): readonly CodeFinding[] {
  const program = { tree, nodes: [...nodesOf(tree, grammar.kinds)], ...given };
  const { state, found } = readTree(grammar, program);
  const isRead = state.calls.size === 0 || !grammar.defines.test(program.source);
  return isRead || !(state.acts || found.length > 0) ? found : readTree(grammar, program, state).found;
}

function readTree(
  { effects, binds, finds, bindsAll, ends }: Grammar,
  {
    tree,
    nodes,
    source,
    args,
    runsIn,
    words,
  }: Program & { readonly tree: Tree; readonly nodes: readonly SyntaxNode[] },
  before?: State,
): { readonly state: State; readonly found: readonly CodeFinding[] } {
  const state: State = {
    ...newReader(source, args, before),
    ...{ directory: undefined, loose: new Set(), unclear: [], calls: new Map(), given: before?.calls ?? new Map() },
    acts: false,
    ...(words !== undefined && { words }),
  };
  const found: CodeFinding[] = [];
  const runs = runsIn(state, tree);
  for (const node of nodes) {
    const { directory } = state;
    if (state.values.size > 0) state.values.clear();
    leaveFunctions(state, node.from);
    const isRun = bindsAll || runs(node);
    if (isRun) binds.get(node.name)?.(state, node);
    const findsIn = finds.get(node.name);
    if (findsIn === undefined || !isRun) continue;
    if (ends(state, node)) break;
    if (bindsAll && !runs(node)) continue;
    found.push(...placed(state, node, findsIn(state, node)).map((finding) => inDirectory(finding, directory)));
  }
  const loose = looseCalls(state, effects);
  return { state, found: [...found, ...loose.map((finding) => inDirectory(finding, state.directory))] };
}

/** What a call of a function with an effect does. */
export function act(state: State, effect: Effect | undefined, call: Call): readonly CodeFinding[] {
  if (effect === undefined) return [];
  state.acts = true;
  return effectsOf(effect, call);
}

/** `os.chdir(path)`, `process.chdir(path)` */
export function changeDirectory(state: State, path: Value | undefined): void {
  const parts = joinPaths([...(state.directory === undefined ? [] : [state.directory]), path ?? UNKNOWN]);
  state.directory = { kind: 'text', parts };
}
