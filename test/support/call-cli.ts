import { runCli } from '../../src/surfaces/cli/app.ts';
import type { CliContext } from '../../src/surfaces/cli/context.ts';
import { createPaint } from '../../src/text/paint.ts';

/** One call of the command line within this process, without colours and with nothing on standard input: how it ends, and what it says. */
export async function callCli(argv: readonly string[], place: Pick<CliContext, 'cwd' | 'env' | 'columns'>) {
  const said = { out: '', err: '' };
  const status = await runCli(argv, {
    ...place,
    out: (text) => {
      said.out += `${text}\n`;
    },
    err: (text) => {
      said.err += `${text}\n`;
    },
    paint: createPaint(false),
    readStdin: () => '',
  });
  return { status, ...said };
}
