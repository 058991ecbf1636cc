import type { AgentHook } from './hook.ts';
import type { AgentSetup } from './setup.ts';

/** One coding agent: one file, one line in index.ts, its table in test/tables/agents (test/unit/agents/complete.test.ts). */
export interface Agent {
  /** its only id: the name of its file, of `safeshell hook --agent NAME`, in paths and on record */
  readonly name: string;
  readonly title: string;
  /** further names that the command line accepts: lower case, `-` between words */
  readonly aliases?: readonly string[];
  /** `editor`: people type into its terminals as well, and no sign separates these from the agent's shells */
  readonly process: ProcessSigns | 'editor';
  /** the payloads and answers of its hook; absent = only shims and the shell wrapper guard it */
  readonly hook?: AgentHook;
  /** how that hook is registered; absent = by hand only */
  readonly setup?: AgentSetup;
  /** what its own program cannot work without, behind a wall; absent = not known */
  readonly needs?: AgentNeeds;
}

export interface AgentNeeds {
  /** where it keeps its settings, its login and its sessions: `~/x`, `${NAME:-~/x}` as in sh; made where they are not there */
  readonly folders: readonly string[];
  /** the same; only where they are there */
  readonly files?: readonly string[];
  /** of its own service: see WallWords */
  readonly domains: readonly string[];
}

/** Environment variables of one shell, all required; `true` = set to anything but the empty text. */
export type Marker = Readonly<Record<string, string | true>>;

/**
 * What an agent leaves in the shells that it starts, and what its own processes are called. A sign that a person's own
 * shell may have makes that person an agent: no API keys, no variables of editors and terminals (CURSOR_TRACE_ID,
 * CODEIUM_EDITOR_APP_ROOT, REPL_ID, TERM_PROGRAM alone), no folders of a project (CLAUDE_PROJECT_DIR).
 */
export interface ProcessSigns {
  /** any of them marks a shell that this agent started */
  readonly markers?: readonly Marker[];
  /** base names of its command-line program; of its script, where an interpreter runs it */
  readonly programs?: readonly string[];
  /** npm packages whose scripts are the agent, whatever they are called */
  readonly packages?: readonly string[];
}

/** An agent that asks the guard before it acts. */
export type HookedAgent = Agent & { readonly hook: AgentHook };

/** An agent whose settings safeshell can edit. */
export type InstallableAgent = HookedAgent & { readonly setup: AgentSetup };
