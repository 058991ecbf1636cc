import type { AgentHook } from './hook.ts';
import type { AgentSetup } from './setup.ts';

/** One coding agent: one file, one line in index.ts, payloads in test/tables/hooks. */
export interface Agent {
  /** as in `safeshell hook --agent NAME`, in paths and on record */
  readonly name: string;
  readonly title: string;
  /** what people and other tools call it, beside its title: small letters, `-` between words */
  readonly aliases?: readonly string[];
  /** what its hook sends, and what it takes for an answer */
  readonly hook: AgentHook;
  /** how it is made to start that hook; absent = only people can */
  readonly setup?: AgentSetup;
}
