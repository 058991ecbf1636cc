import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { INSTALLABLE_AGENTS } from '../agents/find.ts';
import type { Environment } from '../model/request.ts';
import { readIfThere, writeFileAtomic } from '../store/atomic-file.ts';
import { makeFolder } from '../store/folders.ts';
import { basesOf, MODES } from '../store/layout.ts';
import { look, marksOf, writeMarks } from './freshness.ts';
import { gatesFolder, type HookGates, writeGates } from './hook-gates.ts';
import { type QueueText, renderLauncher } from './hook-template.ts';
import { lastingNode } from './lasting-node.ts';
import { launcherStamp, watchedPaths } from './launcher-freshness.ts';
import { writeLineLauncher } from './line-launcher.ts';
import { nodeOptions, nodeOptionsFolder } from './node-options.ts';
import { findProgram } from './programs.ts';
import type { AgentNames } from './shim-template.ts';
import { shimText } from './shim-text.ts';
import { WATCHED_FILE } from './shims.ts';

export interface LauncherPlan {
  /** the person's environment, which locates our files */
  readonly env: Environment;
  /** folder of the launchers */
  readonly hooks: string;
  /** folder of the shims, where no program of ours may be found */
  readonly shims: string;
  /** folder of `shims/` and `dist/` */
  readonly product: string;
  /** agents to make a launcher for, beside those that have one */
  readonly add: readonly string[];
  /** the launcher for lines that people type, too: what a broken one takes for an agent; absent = not that */
  readonly lines?: AgentNames | undefined;
  /** undefined = every payload goes to Node */
  readonly gates: HookGates | undefined;
  /** what projects say beside these gates: see project-say.ts */
  readonly projects: string;
  /** what the policy was read from: files and folders, there or not */
  readonly sources: readonly string[];
  /** when the reading of the rule files began */
  readonly startedMs: number;
}

const LAUNCHER_MODE = 0o755;
/** Files that name who has started Node; see shims/hook.sh. */
const SLOTS = '.slots';
/** As many Node processes as get a fair part of a machine that others keep busy, and no more memory than 1 GB. */
const SLOTS_PER_CORE = 8;
const MAX_SLOTS = 24;
const BASES_FILE = '.bases.json';

/**
 * Writes the launchers that agents start. Idempotent; each file appears whole or not at all; the stamp comes last:
 * until then no gate answers. Throws what node:fs throws.
 */
export function writeLaunchers(plan: LauncherPlan): readonly string[] {
  const { hooks, product, env } = plan;
  makeFolder(hooks);
  const names = [...new Set([...launchersIn(hooks), ...plan.add])];
  const programs = { dd: systemProgram('dd', plan), cat: systemProgram('cat', plan) };
  const timeout = workingTimeout(plan);
  const queue = queueHere(plan);
  makeFolder(join(hooks, SLOTS));
  const stamp = launcherStamp(hooks);
  // while some are of another making, none answers
  const changing = () => rmSync(stamp, { force: true });
  writeGates(hooks, plan.gates, changing);
  const node = lastingNode();
  const judged = {
    node,
    nodeOptions: nodeOptions(node, nodeOptionsFolder(hooks)),
    hooks,
    stamp,
    sources: watchedPaths(plan.sources),
    gates: plan.gates,
    gatesFolder: gatesFolder(hooks),
    projects: plan.projects,
  };
  if (plan.lines !== undefined) {
    writeLineLauncher({ ...judged, shims: plan.shims, product, agents: plan.lines }, changing);
  }
  for (const agent of INSTALLABLE_AGENTS.filter(({ name }) => names.includes(name))) {
    const text = renderLauncher({
      ...judged,
      template: shimText(product, 'hook.sh'),
      gateTemplate: shimText(product, 'hook-gate.sh'),
      agent,
      main: join(product, 'dist', 'hook.cjs'),
      programs,
      timeout,
      queue,
    });
    replaceFile(join(hooks, agent.name), text, LAUNCHER_MODE, changing);
  }
  replaceFile(join(hooks, BASES_FILE), JSON.stringify(basesOf(env)), MODES.file);
  const { sources } = judged;
  const kept = { projects: plan.projects, seen: look(sources, plan.startedMs) };
  replaceFile(join(hooks, WATCHED_FILE), JSON.stringify(kept), MODES.file);
  writeMarks(marksOf(stamp), sources, plan.startedMs);
  return names;
}

/** Agents that have a launcher. */
export function launchersIn(hooks: string): readonly string[] {
  try {
    return readdirSync(hooks).filter((name) => INSTALLABLE_AGENTS.some((agent) => agent.name === name));
  } catch {
    return [];
  }
}

/** `dd` and `cat` may be shims of ours in PATH: they would ask the guard about themselves. */
function systemProgram(name: string, { shims }: LauncherPlan): string {
  return findProgram(name, '/bin:/usr/bin', shims) ?? `/bin/${name}`;
}

/** Old busybox has one that reads its arguments otherwise; macOS has none. */
function workingTimeout({ shims }: LauncherPlan): string | undefined {
  const program = findProgram('timeout', '/bin:/usr/bin', shims);
  if (program === undefined) return undefined;
  const { status } = spawnSync(program, ['-s', 'KILL', '5', '/bin/sh', '-c', 'exit 7'], { stdio: 'ignore' });
  return status === 7 ? program : undefined;
}

function queueHere(plan: LauncherPlan): QueueText {
  const sleep = systemProgram('sleep', plan);
  const takesParts = spawnSync(sleep, ['0.01'], { stdio: 'ignore' }).status === 0;
  return {
    slots: Math.min(MAX_SLOTS, SLOTS_PER_CORE * availableParallelism()),
    sleep,
    napSeconds: takesParts ? 0.3 : 1,
  };
}

function replaceFile(path: string, text: string, mode: number, changing?: () => void): void {
  if (readIfThere(path) === text) return;
  changing?.();
  writeFileAtomic(path, text, { mode });
  chmodSync(path, mode); // the umask had a say
}
