import { runCli } from '../../src/surfaces/cli/app.ts';
import type { CliContext } from '../../src/surfaces/cli/context.ts';
import { createPaint } from '../../src/text/paint.ts';

interface Place extends Pick<CliContext, 'cwd' | 'env' | 'columns'> {
  /** on standard input */
  readonly input?: string;
}

/** Calls the command line within this process, without colours. Returns its exit status and output. */
export async function callCli(argv: readonly string[], { input = '', ...place }: Place) {
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
    readStdin: () => input,
  });
  return { status, ...said };
}
