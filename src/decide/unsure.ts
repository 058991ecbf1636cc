import type { Doubt } from '../model/invocation.ts';
import type { Permission } from '../model/verdict.ts';

/**
 * The verdict of a part of a line that is not understood, whoever runs it. A line whose syntax the shell refuses would still run
 * up to the error: it is denied as a whole, so that its syntax is fixed first.
 */
export function unsureVerdict({ code }: Doubt): Permission {
  return code === 'refused-syntax' ? 'deny' : 'require_approval';
}
