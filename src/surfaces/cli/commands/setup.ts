import { basename, dirname, resolve } from 'node:path';
import { EXIT } from '../../../model/errors.ts';
import { shWord } from '../../../util/sh-quote.ts';
import type { CliCommand } from '../command.ts';
import { agreed } from '../confirm.ts';
import { type CliContext, UsageError } from '../context.ts';
import { refuseAgents } from '../person.ts';
import type { SetupReport } from '../setup/carry-out.ts';
import type { SetupPlan } from '../setup/plan.ts';
import { takeAway } from './uninstall.ts';

interface Options {
  readonly yes?: boolean;
  readonly shells: boolean;
  readonly agents: boolean;
  readonly lines?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly undo?: boolean;
  readonly prefix?: string;
}

export const setup: CliCommand = {
  name: 'setup',
  summary: 'Set up the guard for your shells and agents, or undo it',
  define: (command) =>
    command
      .option('-y, --yes', 'Skip the confirmation prompt')
      .option('--no-shells', 'Do not change shell start-up files')
      .option('--no-agents', 'Do not change agent settings')
      .option('--lines', 'Check each typed line before the shell runs it') // first, or true would be its default
      .option('--no-lines', 'Do not check typed lines; upgrades remember this')
      .option('--prefix <dir>', 'Install into DIR/share/safeshell and DIR/bin')
      .option('--dry-run', 'Show the changes without making them')
      .option('--undo', 'Uninstall the guard and its backups; keep your rules and records')
      .option('--json', 'Print one JSON object; never prompts')
      .addHelpText('after', HELP),
  async run(_args, given, context) {
    const options = given as unknown as Options;
    if (options.undo) return takeAway(options, context);
    const { InstallError } = await import('../../../install/install-product.ts');
    try {
      return await setUp(options, context);
    } catch (error) {
      if (!(error instanceof InstallError)) throw error;
      context.err(`safeshell: ${error.message}`);
      return EXIT.cannotCreate;
    }
  },
};

/** Exit status. Throws InstallError. */
async function setUp(options: Options, context: CliContext): Promise<number> {
  const { planSetup } = await import('../setup/plan.ts');
  const { prefix } = options;
  const isAgent = await isStartedByAgent(context);
  const agents = options.agents && !isAgent;
  const plan = planSetup(context.env, {
    shells: options.shells,
    agents,
    lines: options.lines,
    prefix: prefix === undefined ? undefined : resolve(context.cwd, prefix),
  });
  if (options.lines === false && !options.dryRun && refuseAgents('turn off the check of typed lines', context))
    return EXIT.notAllowed;
  // before there is a guard, an agent may put one there; its own hook is a person's to install
  if (!options.dryRun && plan.before !== undefined && refuseAgents('replace the guard', context))
    return EXIT.notAllowed;
  if (!(options.json && options.yes)) await show(plan, options, context);
  if (options.dryRun) return EXIT.ok;
  if (!options.yes) {
    const answer = options.json || !process.stdout.isTTY ? undefined : await agreed('\nSet it up? [Y/n] ');
    if (answer === undefined)
      throw new UsageError('there is no terminal to ask on; to install without a question: safeshell setup --yes');
    if (!answer) {
      context.err('safeshell: nothing was changed');
      return EXIT.denied;
    }
  }
  return install(plan, options, context);
}

async function isStartedByAgent({ env }: CliContext): Promise<boolean> {
  const { detectActor } = await import('../../../facts/actor.ts');
  return detectActor({ env }).actor === 'ai';
}

async function show(plan: SetupPlan, options: Options, { env, out, paint }: CliContext): Promise<void> {
  if (options.json) {
    out(JSON.stringify({ ...planJson(plan), done: false, dry_run: options.dryRun === true }));
    return;
  }
  const { setupText } = await import('../../../text/setup-screen.ts');
  const { isTTY, columns, rows } = process.stdout;
  const screen = {
    ...plan,
    home: env.HOME ?? '',
    product: plan.source === undefined ? [] : [plan.to.root, plan.to.launcher],
    without: { shells: !options.shells, agents: !options.agents },
  };
  const isAsked = isTTY && !options.yes && !options.dryRun;
  out(setupText(screen, paint, isAsked ? { columns, rows } : undefined));
  if (options.dryRun) out('\nNothing was changed: this is what `safeshell setup` would do.');
}

function planJson({ version, before, source, to, shells, areLinesJudged, agents }: SetupPlan) {
  return {
    version,
    before: before ?? null,
    product: source === undefined ? null : to.root,
    launcher: to.launcher,
    shells: shells.map(({ name, files }) => ({ shell: name, files })),
    lines: areLinesJudged,
    agents: agents.map(({ agent, name, files }) => ({ agent, title: name, files })),
  };
}

async function install(plan: SetupPlan, { json }: Options, context: CliContext): Promise<number> {
  const { carryOut } = await import('../setup/carry-out.ts');
  const report = await carryOut(plan, context.env, json ? () => {} : context.out);
  const repeated = report.failed.map(({ path }) => path); // by the steps, which meet the same files as the plan
  const failed = [...plan.failed.filter(({ path }) => !repeated.includes(path)), ...report.failed];
  const status = report.status === EXIT.ok && failed.length > 0 ? EXIT.cannotCreate : report.status;
  for (const { path, why } of failed) context.err(`safeshell: ${path} was left unchanged: ${why}`);
  if (json) {
    const { answers, changed, next } = report;
    context.out(
      JSON.stringify({ ...planJson(plan), answers, changed, failed, next, done: status === EXIT.ok, dry_run: false }),
    );
  } else if (status === EXIT.ok) await tellNext(plan, report, context);
  return status;
}

async function tellNext(plan: SetupPlan, { next }: SetupReport, { env, out, paint }: CliContext): Promise<void> {
  const { shellPaths } = await import('../../../install/installation.ts');
  const { pathEntries } = await import('../../../install/programs.ts');
  const { sourceLine } = await import('../../../install/shells/env-script.ts');
  const { setupEnd } = await import('../../../text/setup-screen.ts');
  const places = shellPaths(env, plan.to);
  const areShellsDone = plan.shells.length > 0;
  const { home, envFile } = places;
  const typed = (path: string) =>
    path.startsWith(`${home}/`) ? `~/${shWord(path.slice(home.length + 1))}` : shWord(path);
  const file = typed(envFile);
  const isInPath = pathEntries(env.PATH ?? '').includes(dirname(plan.to.launcher));
  const program = isInPath ? 'safeshell' : typed(plan.to.launcher);
  const again = basename(env.SHELL ?? '') === 'fish' ? 'exec fish' : `. ${file}`; // fish reads no sh
  out(setupEnd({ areShellsDone, line: areShellsDone ? again : sourceLine(places).trimEnd(), next, program }, paint));
}

const HELP = `
Examples:
  safeshell setup                   show the changes, then ask once
  safeshell setup --yes --no-agents
  safeshell setup --undo            restore every changed file`;
