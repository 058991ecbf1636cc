import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import type { Environment } from '../../src/model/request.ts';

/** test/tables/agents/NAME.yaml: what is known of one agent from outside, restated apart from its file in src/agents. */
export interface AgentTable {
  /** variables of the shells that it starts; absent = none that a person's own shell does not have */
  readonly environment?: Environment;
  /** command lines of its processes */
  readonly processes?: readonly string[];
  /** the answers that it takes for a refusal: see REFUSALS in hook-world.ts */
  readonly refused_by?: readonly string[];
  /** payloads of its hook; the first is a call of its shell for `rm -rf /` in /home/dev/proj */
  readonly calls?: readonly AgentCall[];
}

export interface AgentCall {
  readonly name: string;
  /** `stopped` = refused or asked */
  readonly expect: 'refuse' | 'silent' | 'stopped';
  /** what the agent sets for its hook */
  readonly environment?: Record<string, string>;
  /** answers that the agent is known to obey; any sentence stands for any other */
  readonly accepted: readonly { readonly exit: number; readonly stdout: unknown }[];
  readonly payload: Record<string, unknown>;
}

const FOLDER = join(import.meta.dirname, '../tables/agents');

export const AGENT_TABLES: Readonly<Record<string, AgentTable>> = Object.fromEntries(
  readdirSync(FOLDER).map((file) => [basename(file, '.yaml'), parse(readFileSync(join(FOLDER, file), 'utf8')) ?? {}]),
);

export function agentTable(name: string): AgentTable {
  const table = AGENT_TABLES[name];
  if (table === undefined) throw new Error(`test/tables/agents/${name}.yaml is missing`);
  return table;
}

/** Every call of every agent. */
export const AGENT_CALLS: readonly (AgentCall & { readonly agent: string })[] = Object.entries(AGENT_TABLES).flatMap(
  ([agent, { calls = [] }]) => calls.map((call) => ({ ...call, agent })),
);

const RECORDED_LINE = 'rm -rf /';

/** The first call of an agent, about another line. Throws where there is none. */
export function callFor(name: string, line: string): AgentCall {
  const [call] = agentTable(name).calls ?? [];
  const text = JSON.stringify(call);
  if (call === undefined || !text.includes(JSON.stringify(RECORDED_LINE))) {
    throw new Error(
      `the first of \`calls\` in test/tables/agents/${name}.yaml has to be a payload of \`${RECORDED_LINE}\``,
    );
  }
  return JSON.parse(text.replaceAll(JSON.stringify(RECORDED_LINE), JSON.stringify(line))) as AgentCall;
}
