import { AGENTS } from './agents-table.ts';

/** Signs of agents that sh can look for: variables that by themselves mark an agent's shell, and agents' programs. */
export function agentNames(): { readonly variables: readonly string[]; readonly programs: readonly string[] } {
  const markers = AGENTS.flatMap((agent) => agent.markers ?? []).filter((marker) => marker.length === 1);
  return {
    variables: [...new Set(markers.flatMap((marker) => marker.map(([name]) => name)))],
    programs: [...new Set(AGENTS.flatMap((agent) => agent.programs ?? []))],
  };
}
