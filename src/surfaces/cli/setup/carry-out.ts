import { dirname, join } from 'node:path';
import { installProduct } from '../../../install/install-product.ts';
import { shellPaths } from '../../../install/installation.ts';
import { lastingNode } from '../../../install/lasting-node.ts';
import { keepLines, writeShellFiles } from '../../../install/shells/interactive.ts';
import { EXIT } from '../../../model/errors.ts';
import type { Environment } from '../../../model/request.ts';
import { type ProgramEnd, runProgram } from '../../../programs/start-program.ts';
import { shownPath } from '../../../text/page.ts';
import { isRecord, isString, parseJson } from '../../../util/guards.ts';
import type { SetupPlan } from './plan.ts';

export interface SetupReport {
  readonly status: number;
  /** the answers of the new guard to test lines */
  readonly answers: readonly string[];
  /** files that people own, in the order of writing */
  readonly changed: readonly string[];
  readonly failed: readonly { readonly path: string; readonly why: string }[];
  /** what a person has to do in an agent */
  readonly next: readonly string[];
}

/**
 * The product first, then what calls it: each step is a command of the product that was just put there, so that it is
 * that one which every file names. `tell` hears of each step that is done. Throws what installProduct throws.
 */
export async function carryOut(plan: SetupPlan, env: Environment, tell: (line: string) => void): Promise<SetupReport> {
  const { source, to, shells, agents } = plan;
  const short = (path: string) => shownPath(path, { home: env.HOME });
  const answers = source === undefined ? [] : installProduct({ product: source, to, env, node: lastingNode() });
  if (answers.length > 0) {
    tell('');
    tell('Tried, without running anything:');
    for (const answer of answers) tell(`  ${answer}`);
  }
  const call = callerOf(to.launcher, env);
  if (plan.lines !== undefined) {
    const places = shellPaths(env, to);
    keepLines(places, plan.lines);
    writeShellFiles(places, join(to.root, 'app'));
  }
  const refresh = await call(['refresh']);
  for (const line of linesOf(refresh.stdout)) tell(line);
  if (refresh.status === EXIT.data) tell('Your own rules have errors. The guard works without them (safeshell lint).');
  else if (refresh.status !== EXIT.ok) return failure(refresh, answers);
  tell(`installed: ${short(to.launcher)}`);
  const steps = [
    ...(shells.length > 0 ? [['init', '--install', '--json']] : []),
    ...(agents.length > 0 ? [['agents', 'install', ...agents.map(({ agent }) => agent), '--json']] : []),
  ];
  const reports: StepReport[] = [];
  for (const words of steps) reports.push(reportOf(await call(words)));
  const changed = reports.flatMap((report) => report.changed);
  for (const path of changed) tell(`updated: ${short(path)}`);
  if (steps.length > 0 && changed.length === 0) tell('Shells and agents need no change.');
  return {
    status: reports.find(({ status }) => status !== EXIT.ok)?.status ?? EXIT.ok,
    answers,
    changed,
    failed: reports.flatMap((report) => report.failed),
    next: reports.flatMap((report) => report.next),
  };
}

interface ExitResult extends ProgramEnd {
  readonly status: number;
}

/** `bin` is last in PATH, as it will be in new shells. */
function callerOf(launcher: string, env: Environment): (args: readonly string[]) => Promise<ExitResult> {
  const PATH = [env.PATH, dirname(launcher)].filter(Boolean).join(':');
  return async (args) => {
    const { status, stdout, stderr, problem = '' } = await runProgram(launcher, { args, env: { ...env, PATH } });
    return { status: status ?? EXIT.internal, stdout, stderr: stderr || problem };
  };
}

function failure({ status, stderr }: ExitResult, answers: readonly string[]): SetupReport {
  return { status, answers, changed: [], next: [], failed: [{ path: 'the rules', why: stderr.trim() }] };
}

type StepReport = Pick<SetupReport, 'status' | 'changed' | 'failed' | 'next'>;

/** What `init --json` and `agents install --json` print. */
function reportOf({ status, stdout, stderr }: ExitResult): StepReport {
  const said = parseJson(stdout);
  if (!isRecord(said)) return { status, changed: [], next: [], failed: [{ path: 'setup', why: stderr.trim() }] };
  const failed = (Array.isArray(said.failed) ? said.failed : []).filter(isRecord);
  return {
    status,
    changed: textsIn(said.changed),
    next: textsIn(said.next),
    failed: failed.map(({ path, agent, why }) => ({ path: String(path ?? agent), why: String(why) })),
  };
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(isString) : [];
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}
