import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptPath, KeptRecord } from '../../../src/undo/record.ts';
import type { Ran, TempHome } from '../installed.ts';
import { differences, filesBelow, gitBelow, type Picture } from './picture.ts';
import { type Place, REPOSITORIES } from './place.ts';
import type { Door, Recipe } from './recipe.ts';

/** No filter or hook of this machine has a part in it. */
const OWN_GIT = { GIT_CONFIG_NOSYSTEM: '1' };
const AI = { ...OWN_GIT, SAFESHELL_CONTEXT: 'ai' };

/** What came of a line. */
export interface Destroyed {
  readonly before: Picture;
  readonly after: Picture;
  readonly status: number | null;
  /** what the line printed, and what its door said */
  readonly said: string;
  /** oldest first */
  readonly records: readonly KeptRecord[];
}

/** Runs recipes in a place, through the doors of an installed product, and undoes them. */
export class RecipeRun {
  readonly #home: TempHome;
  readonly #place: Place;

  constructor(home: TempHome, place: Place) {
    this.#home = home;
    this.#place = place;
  }

  picture(): Picture {
    const { root, env } = this.#place;
    const all = filesBelow(root);
    for (const [key, text] of gitBelow(root, REPOSITORIES, env)) all.set(key, text);
    return all;
  }

  destroy({ line, cwd = 'project' }: Recipe, door: Door): Destroyed {
    const before = this.picture();
    const startMs = Date.now();
    const folder = join(this.#place.root, cwd);
    const { status, stdout, stderr } = door === 'shim' ? this.#byShim(line, folder) : this.#byHook(line, folder);
    // one that had all of it already counts from now on
    const records = this.#ids().filter((id) => this.#asOf(id) >= startMs);
    return {
      before,
      after: this.picture(),
      status,
      said: stdout + stderr,
      records: records.map((id) => this.#read(id)),
    };
  }

  /** What an agent's shell runs, its PATH with shims. */
  #byShim(line: string, cwd: string): Ran {
    const { shims, tools } = this.#home;
    return this.#home.run('/bin/sh', ['-c', line], { cwd, env: { ...AI, PATH: `${shims}:${tools}` } });
  }

  /** What an agent asks before it runs a line, which then runs without a shim above it. */
  #byHook(line: string, cwd: string): Ran {
    const payload = {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: line },
      cwd,
      session_id: 's',
    };
    const launcher = join(this.#home.home, '.local/share/safeshell/hooks/claude');
    const asked = this.#home.run(launcher, [], { cwd, input: JSON.stringify(payload), env: AI });
    if (asked.status !== 0 || /"deny"/.test(asked.stdout)) return asked;
    return this.#home.run('/bin/sh', ['-c', line], { cwd, env: { ...OWN_GIT, PATH: this.#home.tools } });
  }

  /** Newest first; gives the records of what was there before each of them, oldest first. */
  undo(ids: readonly number[]): readonly number[] {
    return [...ids].reverse().flatMap((id) => {
      const ran = this.#home.safeshell(['undo', String(id), '--yes', '--json'], { cwd: '/', env: AI });
      const { failed, problems, conflicts, kept } = JSON.parse(ran.stdout || '{}');
      if (ran.status !== 0 || [failed, problems, conflicts].some((list) => list?.length !== 0))
        throw new Error(`undo ${id} ended with ${ran.status}: ${ran.stderr}${ran.stdout}`);
      return kept === null ? [] : [kept];
    });
  }

  /** Keys of the pictures that differ; of times those count that a record says. */
  differences(before: Picture, after: Picture, records: readonly KeptRecord[]): readonly string[] {
    const timed = new Set<string>();
    const { root } = this.#place;
    for (const { id } of records)
      for (const { path, type } of this.#paths(id)) {
        // of folders the steps of a line change the times of each other
        if (type !== 'absent' && (type !== 'dir' || records.length === 1))
          timed.add(path.slice(Buffer.from(root).toString('latin1').length));
      }
    return differences(before, after, (path) => timed.has(path));
  }

  get #store(): string {
    return join(this.#home.home, '.local/state/safeshell/undo');
  }

  #ids(): readonly number[] {
    try {
      return readdirSync(this.#store)
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        .sort((a, b) => a - b);
    } catch {
      return [];
    }
  }

  #asOf(id: number): number {
    return statSync(join(this.#store, String(id), 'record.json')).mtimeMs;
  }

  #read(id: number): KeptRecord {
    return JSON.parse(readFileSync(join(this.#store, String(id), 'record.json'), 'utf8'));
  }

  #paths(id: number): readonly KeptPath[] {
    const lines = readFileSync(join(this.#store, String(id), 'paths.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean);
    return lines.map((line) => JSON.parse(line));
  }
}
