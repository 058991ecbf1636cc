import { expect } from 'vitest';
import { runCli } from '../../src/surfaces/cli/app.ts';
import type { CliContext } from '../../src/surfaces/cli/context.ts';
import { createPaint } from '../../src/text/paint.ts';
import { wrongStarts } from './sentences.ts';

interface Place extends Pick<CliContext, 'cwd' | 'env' | 'columns'> {
  /** on standard input */
  readonly input?: string;
}

/** Their output is for programs. */
const FOR_PROGRAMS = ['--json', '--help', '--yaml', 'convert', 'completion', 'schema'];

/**
 * Calls the command line within this process, without colours. Returns its exit status and output. What people read of it is
 * checked for how its sentences start.
 */
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
  if (!argv.some((word) => FOR_PROGRAMS.includes(word)) && place.columns === undefined)
    expect(wrongStarts(said.out + said.err)).toEqual([]);
  return { status, ...said };
}
