import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTemplates } from './home-template.ts';

/** What may come from whoever runs the tests: where programs are, and what is said to the tests themselves. */
const KEPT =
  /^(?:AUDIT_STRESS|CI|[A-Z_]+_EVERY|NO_COLOR|NODE_(?:ENV|V8_COVERAGE)|OMISSIONS|PATH|PROPERTY_RUNS|RECIPE_FILES|TEST|TMPDIR|VITEST.*|(?:GATE|MUTATION|RECORD)_.*|SAFESHELL_(?:FUZZ|SEED))$/;

/**
 * All else in the environment is replaced or taken away: files in HOME (of git, zsh, npm), XDG folders, agents, terminals, locales
 * and options of Node.js would otherwise have a say in what tests see.
 */
export function setup(): () => void {
  const before = { ...process.env };
  const home = mkdtempSync(join(tmpdir(), 'temporary-nobody-'));
  for (const name of Object.keys(process.env)) if (!KEPT.test(name)) delete process.env[name];
  Object.assign(process.env, { HOME: home, LANG: 'C.UTF-8', TERM: 'dumb' });
  const closeTemplates = openTemplates();
  return () => {
    closeTemplates();
    Object.assign(process.env, before);
    rmSync(home, { recursive: true, force: true });
  };
}
