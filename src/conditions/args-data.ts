import type { Pattern } from '../model/policy.ts';
import type { GlobsExcept } from './listed.ts';

/** The condition `args`, lowered. */
export interface ArgsData {
  /** each a path of subcommands: ['stash', 'drop'] */
  readonly subcommands?: readonly (readonly string[])[];
  readonly anyFlag?: readonly string[];
  readonly allFlags?: readonly string[];
  readonly noFlag?: readonly string[];
  readonly operand?: readonly Pattern[];
  readonly orOperand?: readonly Pattern[];
  readonly noOperand?: readonly Pattern[];
  readonly operandOutside?: readonly Pattern[];
  readonly minOperands?: number;
  readonly maxOperands?: number;
  /** something stands after `--`; [] = anything */
  readonly afterDashes?: readonly Pattern[];
  readonly options?: readonly OptionData[];
}

export interface OptionData extends GlobsExcept {
  readonly name: string;
}
