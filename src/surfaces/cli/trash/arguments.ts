import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../context.ts';

/** Options and operands of an action; throws a UsageError. */
export function argumentsOf<Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
