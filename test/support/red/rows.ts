import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { HOME, PROJECT } from './world.ts';

export const HARMS = ['lost', 'guard', 'leaked', 'git'] as const;
export type Harm = (typeof HARMS)[number];

const disk = z.strictObject({
  files: z.record(z.string(), z.string()).optional(),
  modes: z.record(z.string(), z.string().regex(/^[0-7]{3,4}$/)).optional(),
  links: z.record(z.string(), z.string()).optional(),
});

const attempt = disk.extend({ line: z.string() });

/** One row of a red list. Source: test/red/README.md. */
const row = attempt.extend({
  twin: z.union([z.string(), attempt.partial()]),
  harm: z.enum(HARMS).optional(),
  check: z.string().optional(),
  setup: z.string().optional(),
  shell: z.enum(['bash', 'dash', 'zsh', 'fish', 'mksh']).default('bash'),
  programs: z.array(z.string()).default([]),
  wait: z.number().max(10).default(0),
  why: z.string().optional(),
  gap: z.string().optional(),
});

export type Row = z.infer<typeof row>;

/** A line with the files that it finds; paths are absolute. */
export interface Attempt {
  readonly line: string;
  readonly files: Readonly<Record<string, string>>;
  readonly modes: Readonly<Record<string, string>>;
  readonly links: Readonly<Record<string, string>>;
}

export const RED_FOLDER = 'test/red';

export function redFiles(folder = RED_FOLDER): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(folder, name))
    .sort();
}

/** Throws with the number of the row where one is not valid: half a list would count as a whole one. */
export function readRows(file: string): readonly Row[] {
  const listed: unknown = parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(listed)) throw new Error(`${file}: not a list`);
  return listed.map((one, index) => {
    const parsed = row.safeParse(one);
    const name = `${basename(file)}, row ${index + 1}`;
    if (!parsed.success) throw new Error(`${name}: ${z.prettifyError(parsed.error)}`);
    if ((parsed.data.harm === undefined) === (parsed.data.check === undefined))
      throw new Error(`${name}: either harm or check`);
    return parsed.data;
  });
}

/** The line of a row, and its harmless twin, which finds the same files but for its own. */
export function attemptsOf({ twin, ...harmful }: Row): { readonly harmful: Attempt; readonly twin: Attempt } {
  const own = typeof twin === 'string' ? { line: twin } : twin;
  const merged = (key: 'files' | 'modes' | 'links') => absolute({ ...harmful[key], ...own[key] });
  return {
    harmful: {
      line: harmful.line,
      files: absolute(harmful.files),
      modes: absolute(harmful.modes),
      links: absolute(harmful.links),
    },
    twin: { line: own.line ?? harmful.line, files: merged('files'), modes: merged('modes'), links: merged('links') },
  };
}

/** `~/x` is below HOME, `x` below the project. */
function absolute(named: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(named).map(([path, value]) => [absolutePath(path), value]));
}

function absolutePath(path: string): string {
  if (path.startsWith('~/')) return HOME + path.slice(1);
  return path.startsWith('/') ? path : `${PROJECT}/${path}`;
}
