import type { Dialect, Module } from '../../model/policy.ts';
import type { ProblemList } from '../problems.ts';
import type { YamlSource } from '../yaml-source.ts';
import type { LoweredFile } from './safeshell/lower.ts';

/** One rule language: how its files are recognised, lowered, and how it chooses among matches. */
export interface DialectDefinition {
  readonly name: Dialect;
  readonly rank: Module['rank'];
  readonly order: Module['order'];
  readonly unmatched: Module['unmatched'];
  lower(source: YamlSource, module: string, list: ProblemList): LoweredFile;
}
