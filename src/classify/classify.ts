import type { Analysis } from '../model/invocation.ts';
import type { Operation } from '../model/operation.ts';
import type { ClassifyContext } from './context.ts';
import { joined, lineOperations } from './line.ts';
import { type ToolCall, toolOperations } from './tool-call.ts';

export { classifyStarts } from './line.ts';

/** A command's analysis, or an agent's tool call. */
export type ClassifySubject = Analysis | ToolCall;

/**
 * The operations of a command or a tool call, as a set: one line may read, write and send. Empty only where nothing is
 * started. An operation that the words alone do not prove has a confidence below 1. Never throws.
 */
export function classify(subject: ClassifySubject, context: ClassifyContext): readonly Operation[] {
  return 'tool' in subject ? joined(toolOperations(subject, context)) : lineOperations(subject, context);
}
