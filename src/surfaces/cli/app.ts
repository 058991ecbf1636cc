import { readFileSync } from 'node:fs';
import { type Argument, Command, CommanderError } from 'commander';
import { workingDirectory } from '../../facts/working-directory.ts';
import { EXIT } from '../../model/errors.ts';
import { LockHeld } from '../../store/lock.ts';
import { productVersion } from '../../store/product.ts';
import { joinParagraphs, wrapped } from '../../text/wrap.ts';
import type { CliCommand } from './command.ts';
import { agents } from './commands/agents.ts';
import { approve, deny } from './commands/approve.ts';
import { check } from './commands/check.ts';
import { completion } from './commands/completion.ts';
import { confine } from './commands/confine.ts';
import { doctor } from './commands/doctor.ts';
import { explain } from './commands/explain.ts';
import { hook } from './commands/hook.ts';
import { inbox } from './commands/inbox.ts';
import { init } from './commands/init.ts';
import { lint } from './commands/lint.ts';
import { log } from './commands/log.ts';
import { mcp } from './commands/mcp.ts';
import { mode } from './commands/mode.ts';
import { monitor } from './commands/monitor.ts';
import { packs } from './commands/packs.ts';
import { permit } from './commands/permit.ts';
import { plan } from './commands/plan.ts';
import { refresh } from './commands/refresh.ts';
import { replay } from './commands/replay.ts';
import { report } from './commands/report.ts';
import { rules } from './commands/rules.ts';
import { run } from './commands/run.ts';
import { schema } from './commands/schema.ts';
import { session } from './commands/session.ts';
import { setup } from './commands/setup.ts';
import { statusline } from './commands/statusline.ts';
import { suggest } from './commands/suggest.ts';
import { test } from './commands/test.ts';
import { trash } from './commands/trash.ts';
import { trust, untrust } from './commands/trust.ts';
import { undo } from './commands/undo.ts';
import { uninstall } from './commands/uninstall.ts';
import { type CliContext, NotAllowedError, paintFor, UsageError } from './context.ts';
import { optionsFirst } from './trailing-options.ts';

/** Every subcommand, under the heads of `--help`: the only list. */
const COMMANDS: Readonly<Record<string, readonly CliCommand[]>> = {
  'Preview:': [check, explain, plan, replay],
  'Rules:': [rules, packs, mode, lint, test, trust, untrust, schema],
  'Agents and approvals:': [agents, inbox, monitor, approve, deny, session, suggest, statusline, hook, mcp],
  'History and undo:': [log, report, undo, trash],
  'Setup and isolation:': [run, confine, permit, setup, init, refresh, doctor, completion, uninstall],
};

/** Is there one of this name? */
export function isCommand(word: string): boolean {
  const named = Object.values(COMMANDS).some((entries) => entries.some(({ name }) => name === word));
  return named || word === 'help'; // commander's own
}

export function processContext(): CliContext {
  return {
    cwd: workingDirectory(),
    env: process.env,
    out: (text) => process.stdout.write(`${text}\n`),
    err: (text) => process.stderr.write(`${text}\n`),
    paint: paintFor(process.env, process.stdout.isTTY ?? false),
    columns: process.stdout.columns,
    isAtTerminal: [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY),
    readStdin: () => readFileSync(0, 'utf8'),
  };
}

/** Runs one command line; the exit status. The only catch of this surface. */
export async function runCli(argv: readonly string[], context: CliContext = processContext()): Promise<number> {
  let status: number = EXIT.ok;
  const finish = (given: number) => {
    status = given;
  };
  const program = buildProgram(context, finish, ({ name }) => argv.includes(name));
  try {
    await program.parseAsync([...optionsFirst(argv)], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const expected = statusOf(error);
    if (expected !== undefined) {
      context.err(`safeshell: ${(error as Error).message}`);
      return expected;
    }
    context.err(
      `safeshell: internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    return EXIT.internal;
  }
}

/** Of an error whose message is enough: those of the system too, where a stack of ours would not help. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof NotAllowedError) return EXIT.notAllowed;
  if (error instanceof LockHeld) return EXIT.tryAgain;
  return error instanceof Error && 'syscall' in error && 'code' in error ? EXIT.io : undefined;
}

/** Wider lines are hard to read. */
const WIDEST = 100;

/** Every command, as commander has it; `finish` gets the exit status. Of those that are not asked the names alone: they are not loaded. */
export function buildProgram(
  context: CliContext,
  finish: (status: number) => void,
  isAsked: (entry: CliCommand) => boolean = () => true,
): Command {
  const width = Math.min(context.columns ?? 80, WIDEST);
  const program = new Command('safeshell')
    .description('Guard shell commands: deny, ask, redirect or allow, by rules you can read and test')
    .version(productVersion(), '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Show help')
    .enablePositionalOptions()
    .configureHelp({
      subcommandTerm: (command) => command.name(),
      visibleCommands: ({ commands }) => [...commands],
      argumentDescription,
      minWidthToWrap: 20,
    })
    .addHelpText('after', '\nRun `safeshell COMMAND --help` for options and examples.')
    .showHelpAfterError('(see safeshell --help)')
    .configureOutput({
      // what stands below the options is laid out by hand
      writeOut: (text) => context.out(wrapped(joinParagraphs(text.trimEnd()), width)),
      getOutHelpWidth: () => width,
      writeErr: (text) => context.err(text.trimEnd()),
      outputError: (text, write) => write(inOurWords(text)),
    })
    .exitOverride();
  const frame = { program, context, finish, whole: () => buildProgram(context, finish) };
  for (const [head, entries] of Object.entries(COMMANDS)) {
    program.commandsGroup(head);
    for (const entry of entries) {
      const command = isAsked(entry) ? commandOf(entry, `safeshell ${entry.name}`, frame) : namedOnly(entry);
      program.addCommand(command);
    }
  }
  return program;
}

interface Frame {
  readonly program: Command;
  readonly context: CliContext;
  readonly finish: (status: number) => void;
  readonly whole: () => Command;
}

function namedOnly({ name, summary }: CliCommand): Command {
  return new Command(name).summary(summary).description(summary);
}

/** `path`: as a person types it. */
function commandOf(entry: CliCommand, path: string, frame: Frame): Command {
  const { program, context, finish, whole } = frame;
  const command = entry.define(namedOnly(entry));
  command.copyInheritedSettings(program).exitOverride().showHelpAfterError(`(see ${path} --help)`);
  const { run, commands = [] } = entry;
  // a misspelt command of a command that can do without one, which commander takes for an argument
  if (run !== undefined && commands.length > 0)
    command.allowExcessArguments().hook('preAction', (_command, called) => {
      if (called === command && called.args.length > 0) unknownCommand(called);
    });
  if (run !== undefined) command.action(async () => finish(await run(command.args, command.opts(), context, whole)));
  for (const one of commands) command.addCommand(commandOf(one, `${path} ${one.name}`, frame));
  return command;
}

function argumentDescription({ description, argChoices, defaultValue }: Argument): string {
  const words = argChoices === undefined ? '' : `: ${argChoices.join(', ')}`;
  return `${description}${words}${defaultValue === undefined ? '' : ` (default: ${defaultValue})`}`;
}

/** Says so, and which is near; not among commander's types. */
function unknownCommand(command: Command): void {
  (command as unknown as { unknownCommand(): void }).unknownCommand();
}

/** `error: unknown option '--x'` as all other messages are written. */
function inOurWords(text: string): string {
  return text
    .replace(/^error: /, 'safeshell: ')
    .replace(/'([^'\n]*)'/g, '`$1`')
    .replace(/\. Expected (\d+) arguments? but got (\d+)\.$/m, ', expected $1, got $2');
}
