import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { EXIT } from '../../model/errors.ts';
import { productVersion } from '../../store/product.ts';
import type { CliCommand } from './command.ts';
import { agents } from './commands/agents.ts';
import { approve, deny } from './commands/approve.ts';
import { check } from './commands/check.ts';
import { doctor } from './commands/doctor.ts';
import { explain } from './commands/explain.ts';
import { hook } from './commands/hook.ts';
import { init } from './commands/init.ts';
import { lint } from './commands/lint.ts';
import { log } from './commands/log.ts';
import { mcp } from './commands/mcp.ts';
import { monitor } from './commands/monitor.ts';
import { plan } from './commands/plan.ts';
import { refresh } from './commands/refresh.ts';
import { report } from './commands/report.ts';
import { rules } from './commands/rules.ts';
import { schema } from './commands/schema.ts';
import { session } from './commands/session.ts';
import { statusline } from './commands/statusline.ts';
import { test } from './commands/test.ts';
import { trash } from './commands/trash.ts';
import { trust, untrust } from './commands/trust.ts';
import { uninstall } from './commands/uninstall.ts';
import { type CliContext, paintFor, UsageError } from './context.ts';
import { optionsFirst } from './trailing-options.ts';

/** Every subcommand: the only list. */
export const COMMANDS: readonly CliCommand[] = [
  check,
  explain,
  plan,
  session,
  test,
  lint,
  rules,
  schema,
  init,
  refresh,
  doctor,
  agents,
  approve,
  deny,
  monitor,
  hook,
  mcp,
  trust,
  untrust,
  log,
  report,
  statusline,
  trash,
  uninstall,
];

export function processContext(): CliContext {
  return {
    cwd: process.cwd(),
    env: process.env,
    out: (text) => process.stdout.write(`${text}\n`),
    err: (text) => process.stderr.write(`${text}\n`),
    paint: paintFor(process.env, process.stdout.isTTY ?? false),
    readStdin: () => readFileSync(0, 'utf8'),
  };
}

/** Runs one command line and gives its exit status; the only catch of this surface. */
export async function runCli(argv: readonly string[], context: CliContext = processContext()): Promise<number> {
  let status: number = EXIT.ok;
  const program = buildProgram(context, (given) => {
    status = given;
  });
  try {
    await program.parseAsync([...optionsFirst(argv)], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (error instanceof UsageError) {
      context.err(`safeshell: ${error.message}`);
      return EXIT.usage;
    }
    context.err(
      `safeshell: internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    return EXIT.internal;
  }
}

function buildProgram(context: CliContext, finish: (status: number) => void): Command {
  const program = new Command('safeshell')
    .description('a guard for shell commands: deny, ask, redirect or allow, by rules you can read and test')
    .version(productVersion(), '-V, --version')
    .enablePositionalOptions()
    .showHelpAfterError('(see safeshell --help)')
    .configureOutput({
      writeOut: (text) => context.out(text.trimEnd()),
      writeErr: (text) => context.err(text.trimEnd()),
    })
    .exitOverride();
  for (const entry of COMMANDS) {
    const command = entry.define(new Command(entry.name).summary(entry.summary).description(entry.summary));
    command
      .configureOutput(program.configureOutput())
      .exitOverride()
      .showHelpAfterError(`(see safeshell ${entry.name} --help)`);
    command.action(async () => finish(await entry.run(command.args, command.opts(), context)));
    program.addCommand(command);
  }
  return program;
}
