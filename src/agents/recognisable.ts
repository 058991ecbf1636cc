import type { ProcessSigns } from './agent.ts';
import { AGENTS } from './index.ts';

/** What recognises the shells and processes of one agent. */
export interface RecognisableAgent extends ProcessSigns {
  readonly name: string;
  readonly title: string;
}

/** Conventions that several agents follow. */
const UNNAMED: RecognisableAgent = {
  name: 'ai-agent',
  title: 'an agent',
  markers: [{ AI_AGENT: true }, { AGENT: '1' }, { AGENT: 'true' }],
};

/** Plain data, which the build inlines: a bundle that imports it does not contain the hooks. UNNAMED is last: an agent's own sign wins. */
export const RECOGNISABLE_AGENTS: readonly RecognisableAgent[] = [
  ...AGENTS.flatMap(({ name, title, process }) => (process === 'editor' ? [] : [{ name, title, ...process }])),
  UNNAMED,
];
