import type { Facts } from '../../model/facts.ts';
import type { Links } from './line-links.ts';

export const ACCESS_FILTERS = ['any', 'read', 'send', 'write', 'fill', 'delete', 'change', 'replace'] as const;
export type AccessFilter = (typeof ACCESS_FILTERS)[number];

export const ACCESS_HELP =
  'only paths of one kind: `read`, `send` (to another machine), `write`, `fill` (directories that get files whose names are not known), `delete`, or `change` (written, deleted, linked, or named to a ' +
  'program that is not known, also by a directory above) or `replace` (emptied, or one of several that get other content at once); ' +
  'two kinds are two conditions in `any_of`';

/** The paths of each filter, in sentences. */
export const PATHS: Readonly<Record<AccessFilter, string>> = {
  any: 'a path that it names',
  read: 'a path that it reads',
  send: 'a path that it sends away',
  write: 'a path that it writes',
  fill: 'a directory that it fills with files',
  delete: 'a path that it deletes',
  change: 'a path that it may change or take away',
  replace: 'a path whose content it replaces',
};

/** One path that a command may touch. `absolute` is undefined where it cannot be known. */
export interface PathCandidate {
  readonly written: string;
  readonly absolute: string | undefined;
  /** symlinks resolved; equals `absolute` where nothing exists */
  readonly real: string | undefined;
  /** `dir/*`: everything in `absolute` itself, which is then `dir` */
  readonly contentsOf?: boolean;
  /** surely below this directory; the rest is not known */
  readonly within?: string;
  /** its absolute path if the unknown part were one character: `/etc/_` for `/etc/$f` */
  readonly likely?: string;
  /** last segment of a pattern whose expansion is not known */
  readonly glob?: string;
  /** how the first segment below `within` begins */
  readonly start?: string;
  /** its known end, where the rest is not known */
  readonly suffix?: string;
  /** patterns, one of which its last segment matches in upper or lower case */
  readonly names?: readonly string[];
  /** the line makes it anew under a random name, or what it lies in */
  readonly isTemporary?: true;
  /** in a container, in no folder of ours that is known */
  readonly isForeign?: true;
  /** all that lies below it goes the same way: it is deleted, moved, or gets another name */
  readonly isWhole?: true;
  /** what lies below this directory is laid over what lies below the path */
  readonly tree?: string;
}

/** What relative paths start from, and what links stand for. */
export interface PathContext {
  readonly cwd: string | undefined;
  readonly facts: Facts;
  /** made earlier in the line */
  readonly links: Links;
  /** a path of a container -> where it lies here; undefined = that is not known, or not here */
  readonly mounted: (path: string) => string | undefined;
}
