import * as z from 'zod';
import type { GuardRequest } from '../../api/contract.ts';

/** What the tools take, as the client hears of it; the library is handed no more than this lets through. */
const subject = {
  command: z.string().optional().describe('a shell line, as you would hand it to your shell'),
  argv: z.array(z.string()).min(1).optional().describe('one program start, word by word, in place of `command`'),
  tool: z.string().optional().describe('the name of a tool that you would call, in place of `command`'),
  input: z.record(z.string(), z.json()).optional().describe('the input of that tool call'),
};

const cwd = z.string().optional().describe('the directory it is about; default: where this server was started');

const askShape = { ...subject, cwd };

const planShape = {
  steps: z
    .array(z.strictObject(subject))
    .min(1)
    .max(100)
    .describe('what you are going to do, in order, exactly as you will do it'),
  cwd,
  wait_seconds: z
    .number()
    .min(0)
    .max(600)
    .default(30)
    .describe('how long to wait for a person; call again with the same steps to go on waiting'),
};

export const CHECK = {
  title: 'Check a command',
  description: 'What would happen to a shell line, a program start or a tool call, by the rules. Runs nothing.',
  inputSchema: askShape,
  annotations: { readOnlyHint: true, openWorldHint: false },
};

export const EXPLAIN = {
  title: 'Explain a decision',
  description:
    'Why: every program start in a command, every rule that was asked, what each condition found. Runs nothing.',
  inputSchema: askShape,
  annotations: { readOnlyHint: true, openWorldHint: false },
};

export const REQUEST_APPROVAL = {
  title: 'Have a plan approved',
  description:
    'Judges steps in order, each with the effects of the earlier ones. Where rules ask, a person gets ONE question about ' +
    'all of them; approved steps then run without another. A step that differs in anything asks again.',
  inputSchema: planShape,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

export type Subject = z.infer<z.ZodObject<typeof askShape>>;

/** Throws a TypeError where not exactly one thing is asked about. */
export function requestOf({ command, argv, tool, input, cwd }: Subject): GuardRequest {
  const place = cwd === undefined ? {} : { cwd };
  const given = [command, argv, tool].filter((one) => one !== undefined);
  if (given.length !== 1) throw new TypeError('give one of `command`, `argv` and `tool`');
  if (command !== undefined) return { line: command, ...place };
  if (argv !== undefined) return { argv, ...place };
  return { tool: tool as string, input: input ?? {}, ...place };
}
