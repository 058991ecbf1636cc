import { type Access, accesses } from '../grammar/accesses.ts';
import { gitPathsFrom } from '../grammar/git-directory.ts';
import type { Analysis, Invocation, Redirect } from '../model/invocation.ts';
import type { Operation } from '../model/operation.ts';
import { behave } from './behave.ts';
import { type Behaviour, type Call, parseTypes } from './behaviour.ts';
import { createCall, undescribedOptions } from './call.ts';
import type { ClassifyContext } from './context.ts';
import { isOfSystem } from './of-system.ts';
import { type PathUse, pathOperations, pathsOperations } from './paths.ts';
import { type Described, describedProgram, grammarFor } from './programs/index.ts';

export interface StartInput {
  readonly analysis: Analysis;
  readonly invocation: Invocation;
  /** it starts others, which are invocations of their own */
  readonly isWrapper: boolean;
}

/** The operations of one program start by itself; `flows.ts` adds those that depend on its input. */
export function startOperations(start: StartInput, context: ClassifyContext): readonly Operation[] {
  const { invocation } = start;
  const found = [...programOperations(start, context), ...redirected(invocation, context)];
  const seen =
    elsewhereOf(invocation) === undefined ? found : found.flatMap((one) => asRemoteOperation(one, invocation));
  return dropUninformative(seen);
}

/** Drops a bare `read_local` beside any other operation, and a bare `write_local` beside one with a path. */
function dropUninformative(operations: readonly Operation[]): readonly Operation[] {
  const isBare = ({ resource, event }: Operation) => resource === undefined && event === undefined;
  const writes = operations.some((one) => one.type === 'write_local' && one.confidence === 1 && !isBare(one));
  const informative = operations.filter(
    (one) => !isBare(one) || !(one.type === 'read_local' || (one.type === 'write_local' && writes)),
  );
  return informative.length > 0 ? informative : operations.slice(0, 1);
}

function programOperations(
  { analysis, invocation, isWrapper }: StartInput,
  context: ClassifyContext,
): readonly Operation[] {
  if (invocation.role === 'function') return [];
  const { program } = invocation;
  if (program === undefined) return [does('execute??', 'the program is not known')];
  const described = describedProgram(program);
  const call = createCall({ program, invocation, analysis, grammar: grammarFor(program) });
  if (!isOfSystem(invocation) && invocation.standsFor === undefined) return foreign(call, 'execute', context);
  const behaviour = described === undefined ? 'unknown' : behave(call, described);
  if (behaviour !== 'unknown') return carriedOut(behaviour, call, described, context);
  // the programs that it starts are classified as starts of their own
  if (isWrapper || invocation.role === 'builtin') return carriedOut({ operations: [] }, call, described, context);
  return foreign(call, 'execute??', context);
}

function does(types: string, why: string): Operation {
  const [spec] = parseTypes(types);
  return { type: 'execute', categories: [], confidence: 1, ...spec, why };
}

/** An unknown program: it may do anything with its arguments. */
function foreign(call: Call, types: string, context: ClassifyContext): readonly Operation[] {
  const doubtful = paths(call, accesses(call.parsed)).map((use) => ({ ...use, doubtful: true }));
  return [does(types, `\`${call.program}\``), ...pathsOperations(doubtful, context)];
}

function carriedOut(
  behaviour: Behaviour,
  call: Call,
  described: Described | undefined,
  context: ClassifyContext,
): readonly Operation[] {
  const touched = behaviour.paths ?? (described === undefined ? [] : accesses(call.parsed));
  const found = pathsOperations(paths(call, touched), context);
  return [...behaviour.operations, ...found, does('read_local', `\`${call.program}\``)];
}

function paths(call: Call, touched: readonly Access[]): readonly PathUse[] {
  // the value of an option that the grammar lacks may be anything
  const undescribed = undescribedOptions(call);
  const directoryAt = directoriesOf(call);
  return touched.map(({ word, access, index }) => {
    const use = { word, access, why: `argument ${index}`, cwd: directoryAt(index) };
    return undescribed.has(index) ? { ...use, doubtful: true } : use;
  });
}

/** The directory that a relative path in the argument starts from: `git -C dir` changes it for what follows. */
function directoriesOf({ program, parsed: { options }, invocation: { cwd } }: Call) {
  return program === 'git' ? gitPathsFrom({ options, cwd }) : () => cwd;
}

function redirected({ redirects, cwd }: Invocation, context: ClassifyContext): readonly Operation[] {
  return redirects.flatMap((redirect) =>
    redirectAccesses(redirect).flatMap((access) =>
      pathOperations(
        { word: redirect.target, access, why: `\`${redirect.op} ${redirect.target.text}\``, cwd },
        context,
      ),
    ),
  );
}

function redirectAccesses({ op, target }: Redirect): readonly PathUse['access'][] {
  const copiesDescriptor = (op === '>&' || op === '<&') && target.kind === 'known' && /^(\d*-?|-)$/.test(target.value);
  if (copiesDescriptor) return [];
  if (op === '<' || op === '<&') return ['read'];
  return op === '<>' ? ['read', 'write'] : ['write'];
}

/** Wrappers that reach other machines; containers and other roots are on this one. */
const REACHES_OUT = new Set(
  'ssh autossh mosh sshpass kubectl oc gcloud parallel adb rsync scp systemd-run psexec docker-machine vagrant'.split(
    ' ',
  ),
);

function elsewhereOf({ via }: Invocation): 'outside' | 'inside' | undefined {
  const away = via.filter(({ elsewhere }) => elsewhere !== undefined);
  if (away.length === 0) return undefined;
  return away.some(({ name }) => REACHES_OUT.has(name)) ? 'outside' : 'inside';
}

/** On another machine a local operation is an external one; inside of a container the wrapper's `execute` covers it. */
function asRemoteOperation(operation: Operation, invocation: Invocation): readonly Operation[] {
  const local = /^(read|write)_(local|sensitive)$|^memory_|^skill_/.exec(operation.type);
  if (local === null) return [operation];
  if (elsewhereOf(invocation) === 'inside') return [];
  const type =
    operation.type.startsWith('read_') || operation.type === 'memory_read' ? 'read_external' : 'write_external';
  const { event: _, resource: __, ...rest } = operation;
  return [{ ...rest, type, categories: [], confidence: operation.confidence === 0.3 ? 0.3 : 0.7 }];
}
