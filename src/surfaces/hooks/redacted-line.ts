import { guard, type World } from '../../guard.ts';
import type { Action, Request, ShellName } from '../../model/request.ts';
import { shQuote } from '../../util/sh-quote.ts';

/** Where the shell of an agent's tool is to be found. */
const SHELLS: Readonly<Partial<Record<ShellName, string>>> = { bash: '/bin/bash', sh: '/bin/sh' };

/**
 * The same line for safeshell-sh, which masks what it prints; undefined where that shell would not judge it alike: it sees
 * a program with its arguments, and no rule about tool calls.
 */
export function redactedLine(
  call: Action,
  request: Omit<Request, 'action'>,
  world: World & { readonly wrapper?: string | undefined },
): string | undefined {
  if (call.kind === 'argv' || call.line === undefined || world.wrapper === undefined) return undefined;
  const shell = SHELLS[call.shell ?? 'unknown'];
  if (shell === undefined) return undefined;
  const argv = [shell, '-c', call.line];
  const { verdict } = guard({ ...request, action: { kind: 'argv', argv } }, world);
  if (verdict !== 'redact') return undefined;
  return `SAFESHELL_SHELL=${shell} ${shQuote(world.wrapper)} -c ${shQuote(call.line)}`;
}
