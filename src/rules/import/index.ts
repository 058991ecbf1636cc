import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';
import type { RuleImporter } from './importer.ts';

/** Every agent whose own rules can be imported. */
export const IMPORTERS: readonly RuleImporter[] = [claude, codex, gemini];
