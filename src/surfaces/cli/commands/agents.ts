import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AgentJob } from '../../../install/agents/edit-agents.ts';
import type { CallState, NextCall } from '../../../install/agents/next-call.ts';
import { textOf } from '../../../install/byte-text.ts';
import { EXIT } from '../../../model/errors.ts';
import { diffText } from '../../../text/diff.ts';
import { type CliCommand, choice } from '../command.ts';
import { type CliContext, UsageError } from '../context.ts';
import { refuseAgents, refusePackages } from '../person.ts';

interface Options {
  /** a path, or true: here */
  readonly project?: string | boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const WAYS = ['list', 'install', 'uninstall', 'status'] as const;
type Way = (typeof WAYS)[number];

export const agents: CliCommand = {
  name: 'agents',
  summary: 'Install, remove and list agent hooks',
  define: (command) =>
    command
      .addArgument(choice('<action>', 'Action', WAYS))
      .argument(
        '[agent...]',
        'Names shown by `list`, or `all` (default: `install` takes agents found here, other actions all)',
      )
      .option('--project [dir]', 'Use the settings of a project (default: this directory); place it after the names')
      .option('--dry-run', 'Show the changes without making them')
      .option('--json', 'Print one JSON object')
      .addHelpText('after', HELP),
  async run([action = '', ...names], given, context) {
    const options = given as Options;
    const way = WAYS.find((one) => one === action);
    if (way === undefined) throw new UsageError(`unknown action \`${action}\`, expected ${WAYS.join(', ')}`);
    const jobs = await jobsFor(way, names, options, context);
    if (way === 'list' || way === 'status') return tell(jobs, options, context);
    if (!options.dryRun && refuseAgents(`${way} hooks`, context)) return EXIT.notAllowed;
    if (way === 'install' && !options.dryRun && (await refusePackages(context))) return EXIT.usage;
    return change(way, jobs, options, context);
  },
};

async function jobsFor(way: Way, given: readonly string[], options: Options, { env, cwd }: CliContext) {
  const { agentNamed, INSTALLABLE_AGENTS: all } = await import('../../../agents/find.ts');
  const { names, folder } = scopeOf(way, given, options, { cwd, isAgent: (name) => agentNamed(name) !== undefined });
  const known = all.map(({ name }) => name).join(', ');
  const named = names.filter((name) => name !== 'all').map((name) => ({ name, agent: agentNamed(name) }));
  const unknown = named.find(({ agent }) => agent?.setup === undefined);
  if (unknown?.agent !== undefined)
    throw new UsageError(`the hook of ${unknown.agent.title} is added manually (docs/agents.md)`);
  if (unknown !== undefined) throw new UsageError(`unknown agent \`${unknown.name}\`, expected one of ${known}`);
  const { usedAgents } = await import('../../../install/agents/used-agents.ts');
  const isUsed = way === 'install' && names.length === 0;
  const used = isUsed ? usedAgents(env) : [];
  if (isUsed && used.length === 0) throw new UsageError(`no agents were found here; name the ones you use: ${known}`);
  const isAll = !isUsed && (names.length === 0 || names.includes('all'));
  const chosen = isAll ? all : all.filter((one) => used.includes(one) || named.some(({ agent }) => agent === one));
  // what an older version wrote into a project can be taken out again
  const isHopeless = ({ setup }: (typeof all)[number]) =>
    setup.onlyUser === true && folder !== undefined && way !== 'uninstall';
  const hopeless = isAll || isUsed ? undefined : chosen.find(isHopeless);
  if (hopeless !== undefined) throw new UsageError(`${hopeless.title} has no hooks that a project can share`);
  return chosen.filter((agent) => !isHopeless(agent)).map((agent): AgentJob => ({ agent, env, project: folder }));
}

interface Scope {
  readonly names: readonly string[];
  /** absolute; undefined = the person's own settings */
  readonly folder: string | undefined;
}

/** `--project claude`: the word behind the option may be meant for an agent. */
function scopeOf(
  way: Way,
  names: readonly string[],
  { project }: Options,
  { cwd, isAgent }: { readonly cwd: string; readonly isAgent: (name: string) => boolean },
): Scope {
  if (project === undefined || project === false) return { names, folder: undefined };
  if (project === true) return { names, folder: cwd };
  const folder = resolve(cwd, project);
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  const plain = `safeshell agents ${way} ${[...names, project].join(' ')} --project .`;
  if (!isAgent(project)) {
    if (isFolder) return { names, folder };
    throw new UsageError(`there is no folder \`${project}\``);
  }
  if (isFolder && names.length > 0) return { names, folder };
  if (isFolder)
    throw new UsageError(`\`${project}\` is an agent and a folder: \`${plain}\`, or \`--project ./${project}\``);
  if (names.length > 0) throw new UsageError(`there is no folder \`${project}\`; for the agent: \`${plain}\``);
  return { names: [project], folder: cwd };
}

/** `absent` would read as if there were no such agent. */
const STATE_WORDS: Readonly<Record<CallState, string>> = {
  installed: 'installed',
  hidden: 'hidden',
  outdated: 'outdated',
  absent: 'no hook',
  unreadable: 'unreadable',
  off: 'off',
  untrusted: 'untrusted',
  broken: 'broken',
  unknown: 'unknown',
};

/** Field names are those of `--json`. */
interface Row extends Pick<NextCall, 'state' | 'judged' | 'why'> {
  readonly agent: string;
  readonly title: string;
  readonly files: readonly string[];
}

async function tell(jobs: readonly AgentJob[], { json }: Options, context: CliContext): Promise<number> {
  const { filesOf } = await import('../../../install/agents/edit-agents.ts');
  const { nextCall } = await import('../../../install/agents/next-call.ts');
  const rows: Row[] = [];
  for (const job of jobs) {
    const { agent, env, project } = job;
    const { state, judged, why } = await nextCall(agent, { env, cwd: project ?? context.cwd, project }, 'launchers');
    const files = filesOf(job).map(({ path }) => path);
    rows.push({ agent: agent.name, title: agent.title, state, files, judged, why });
  }
  if (json) context.out(JSON.stringify(rows));
  else {
    const { usedAgents } = await import('../../../install/agents/used-agents.ts');
    const used = usedAgents(context.env).map(({ name }) => name);
    for (const { agent, title, state, files, why } of rows) {
      const isMissed = state === 'absent' && used.includes(agent);
      const where = `${title}  ${context.paint.dim(files.join(', '))}${isMissed ? '  used here' : ''}`;
      context.out(`${agent.padEnd(12)} ${STATE_WORDS[state].padEnd(10)} ${where}`);
      if (why !== '') context.out(`${' '.repeat(24)}${why}`);
    }
  }
  return rows.some(({ state }) => state === 'unreadable') ? EXIT.data : EXIT.ok;
}

async function change(
  way: 'install' | 'uninstall',
  jobs: readonly AgentJob[],
  { dryRun = false, json = false }: Options,
  context: CliContext,
): Promise<number> {
  const { applyEdit, editsFor } = await import('../../../install/agents/edit-agents.ts');
  const changed: string[] = [];
  const failed: { agent: string; why: string }[] = [];
  const next: string[] = [];
  for (const job of jobs) {
    const {
      name,
      title,
      setup: { next: todo },
    } = job.agent;
    try {
      const edits = editsFor(job, way);
      if (way === 'install' && !dryRun) await makeLauncher(name, context);
      for (const edit of edits) {
        if (!dryRun) applyEdit(edit, job);
        else if (!json) context.out(diffText(edit.path, textOf(edit.before ?? ''), textOf(edit.after ?? '')));
        changed.push(edit.path);
      }
      if (way === 'install' && todo !== undefined) next.push(`${title}: ${todo}`);
    } catch (error) {
      failed.push({ agent: name, why: (error as Error).message });
    }
  }
  if (json) context.out(JSON.stringify({ changed, failed, next, dry_run: dryRun }));
  else {
    if (!dryRun) for (const path of changed) context.out(`updated: ${path}`);
    if (changed.length + failed.length === 0) context.out('Nothing to change.');
    for (const todo of next) context.out(todo);
  }
  for (const { agent, why } of failed) context.err(`safeshell: ${agent} was left unchanged: ${why}`);
  return failed.length > 0 ? EXIT.cannotCreate : EXIT.ok;
}

/** Before the settings that name it: an agent that looks meanwhile must find it. */
async function makeLauncher(name: string, { env }: CliContext): Promise<void> {
  const { refreshHooks } = await import('../../../refresh/hooks.ts');
  refreshHooks({ env, add: [name] });
}

const HELP = `
Examples:
  safeshell agents list
  safeshell agents install
  safeshell agents install claude --dry-run
  safeshell agents install claude codex
  safeshell agents install claude --project
  safeshell agents uninstall --project ../other`;
