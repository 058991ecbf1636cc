/** What the guard costs, rounded; test/unit/text/setup-screen.test.ts holds it against docs/bench/results.json. */
export const COSTS_MS = {
  /** on top of a command that no rule can be about */
  command: 1,
  /** on top of one that a rule may be about */
  judged: 50,
  /** a line of an agent, at its hook: from one that no rule can match to one that is refused */
  agentLine: { least: 10, most: 75 },
} as const;
