import type { Analysis } from '../model/invocation.ts';
import type { Operation } from '../model/operation.ts';
import type { ClassifyContext } from './context.ts';
import { joined, lineOperations } from './line.ts';
import { type ToolCall, toolOperations } from './tool-call.ts';

export { classifyStarts } from './line.ts';

/** What is classified: a command that was analysed, or an agent's tool call. */
export type ClassifySubject = Analysis | ToolCall;

/**
 * Everything that a command or a tool call does, as a set: one line may read, write and send. Empty only where nothing is
 * started. What cannot be told from the words alone has a confidence below 1. Never throws.
 */
export function classify(subject: ClassifySubject, context: ClassifyContext): readonly Operation[] {
  return 'tool' in subject ? joined(toolOperations(subject, context)) : lineOperations(subject, context);
}
