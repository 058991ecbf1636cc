import type { AgentFile } from './importer.ts';

/**
 * The globs of ours that match all that a path of a `Read` or `Edit` rule does, and more: what counts below the directory of a
 * session there counts anywhere here. undefined = it takes back another pattern.
 * Source: code.claude.com/docs/en/permissions, "Read and Edit" (2026-08).
 */
export function globsFor(pattern: string, { path, project }: AgentFile): readonly string[] | undefined {
  if (pattern.startsWith('!') || pattern.trim() === '') return undefined;
  const below = pattern.replace(/\/(\*\*)?$/, '');
  const place = placed(below, project, path.slice(0, path.lastIndexOf('/')));
  return [place, `${place}/**`];
}

function placed(pattern: string, project: string | undefined, folder: string): string {
  if (pattern.startsWith('//')) return escaped(pattern.slice(1));
  if (/^~(\/|$)/.test(pattern)) return escaped(pattern);
  // of a project's local settings: below the directory in which the session began, wherever that was
  if (pattern.startsWith('/') && project !== undefined) return `**${escaped(pattern)}`;
  if (pattern.startsWith('/')) return `${literal(folder)}${escaped(pattern)}`;
  const relative = escaped(pattern.replace(/^(\.\/)+/, ''));
  return relative.startsWith('**/') ? relative : `**/${relative}`;
}

/** Only `*`, `?` and classes are wildcards there. */
function escaped(text: string): string {
  return text.replace(/[{}()|!+@]/g, '\\$&');
}

function literal(path: string): string {
  return path.replace(/[\\*?[\]{}()|!+@]/g, '\\$&');
}
