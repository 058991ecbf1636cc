/**
 * An agent's own variables must not leak into what tests expect: they see a plain person's environment. The seed is the
 * tests' own.
 */
export function setup(): void {
  for (const name of Object.keys(process.env)) {
    if (/^(SAFESHELL(?!_SEED$)|CLAUDE|CODEX|GEMINI|CURSOR|COPILOT|OPENCODE|QWEN|AI_AGENT|GIT_)/.test(name))
      delete process.env[name];
  }
}
