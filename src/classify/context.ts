import type { Facts } from '../model/facts.ts';
import type { CompiledClassifier } from './settings.ts';

/** The context of a classification, beside the command itself. */
export interface ClassifyContext {
  readonly classifier: CompiledClassifier;
  /** where the request was made, absolute; relative settings count from here */
  readonly cwd: string;
  readonly facts: Facts;
}
