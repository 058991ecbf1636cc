import type { Value } from './value.ts';

/** A part of the line that may not run: a branch, what stands behind `&&`. */
export interface Region {
  readonly outer: Region | undefined;
}

/** The region of what may not run in a frame. */
export function regionIn({ region }: { readonly region: Region | undefined }): Region {
  return { outer: region };
}

/** What the line put at a path: text, or the content of another file. */
export interface FileVersion {
  readonly content?: Value;
  /** absolute path of the file that it is a copy of */
  readonly source?: string;
  /** how many invocations were recorded before it was written */
  readonly after: number;
  /** how many changes of files in place were recorded before it was written */
  readonly edits: number;
  readonly region: Region | undefined;
}

/** From where a file is looked at. */
export interface FileView {
  readonly region?: Region | undefined;
  /** only what was written before this invocation counts */
  readonly before?: number;
}

/** Of one path; what was written before these counts no more. */
const MAX_VERSIONS = 8;

/** The files that the line writes, copies, links or moves, by absolute path. */
export class FileVersions {
  private readonly versions = new Map<string, FileVersion[]>();
  /** which of the versions that a file may have is looked at */
  private chosen = 0;
  /** the most versions that a file had which was looked at */
  private most = 0;

  get size(): number {
    return this.versions.size;
  }

  add(path: string, version: FileVersion): void {
    const known = this.versions.get(path);
    if (known === undefined) this.versions.set(path, [version]);
    else known.push(version);
  }

  /** Where invocations are dropped, what they wrote counts from there on. */
  rewindTo(invocations: number): void {
    for (const [path, known] of this.versions) {
      if (known.every(({ after }) => after <= invocations)) continue;
      this.versions.set(
        path,
        known.map((version) => ({ ...version, after: Math.min(version.after, invocations) })),
      );
    }
  }

  has(path: string): boolean {
    return this.versions.has(path);
  }

  paths(): Iterable<string> {
    return this.versions.keys();
  }

  /** Whether one of its versions is what this invocation wrote: `tee x`. */
  isVersionOf(path: string, invocation: number): boolean {
    const known = this.versions.get(path) ?? [];
    // in their order: the last ones are asked about
    for (let at = known.length - 1; at >= 0; at--) {
      const { after } = known[at] as FileVersion;
      if (after <= invocation + 1) return after === invocation + 1;
    }
    return false;
  }

  /** The text that the line wrote there last. */
  text(path: string): Value | undefined {
    return this.versions.get(path)?.at(-1)?.content;
  }

  /** undefined = as it was before the line */
  at(path: string, view: FileView): FileVersion | undefined {
    const known = this.versions.get(path);
    if (known === undefined) return undefined;
    const possible = possibleVersions(known, view);
    this.most = Math.max(this.most, possible.length);
    return possible[Math.min(this.chosen, possible.length - 1)];
  }

  /** Whether a change in place counts that was made in a region: where it may not have been, in one of two versions. */
  counts(made: Region | undefined, { region }: FileView): boolean {
    if (holds(made, region)) return true;
    this.most = Math.max(this.most, 2);
    return this.chosen === 0;
  }

  /** Runs it once for each of the versions that the files may have which it looks at: the newest ones first. */
  forEachVersion(run: (isAnother: boolean) => void): void {
    if (this.chosen > 0) {
      run(false);
      return;
    }
    const outer = this.most;
    this.most = 0;
    run(false);
    for (this.chosen = 1; this.chosen < this.most; this.chosen++) run(true);
    this.chosen = 0;
    this.most = outer;
  }
}

/** The newest first, up to the one that was written whenever the reader is reached. */
function possibleVersions(
  known: readonly FileVersion[],
  { region, before = Number.POSITIVE_INFINITY }: FileView,
): readonly (FileVersion | undefined)[] {
  const found: (FileVersion | undefined)[] = [];
  for (let at = known.length - 1; at >= 0 && found.length < MAX_VERSIONS; at--) {
    const version = known[at] as FileVersion;
    if (version.after > before) continue;
    found.push(version);
    if (holds(version.region, region)) return found;
  }
  return [...found, undefined];
}

/** Whether the inner region is reached only through the outer one. */
function holds(outer: Region | undefined, inner: Region | undefined): boolean {
  if (outer === undefined) return true;
  for (let at = inner; at !== undefined; at = at.outer) if (at === outer) return true;
  return false;
}
