import { RECOGNISABLE_AGENTS } from '../agents/recognisable.ts';

/** What sh can look for: variables that each mark an agent's shell by themselves, and names of agents' programs. */
export function agentNames(): { readonly variables: readonly string[]; readonly programs: readonly string[] } {
  const markers = RECOGNISABLE_AGENTS.flatMap((agent) => agent.markers ?? []).map(Object.keys);
  return {
    variables: [...new Set(markers.filter(({ length }) => length === 1).flat())],
    programs: [...new Set(RECOGNISABLE_AGENTS.flatMap((agent) => agent.programs ?? []))],
  };
}
