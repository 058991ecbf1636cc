import { existsSync, lstatSync, type Stats } from 'node:fs';
import type { Git } from '../../git/start-git.ts';
import type { Repository } from '../../model/loss.ts';
import type { Environment } from '../../model/request.ts';
import { type BytePath, pathBuffer } from '../byte-path.ts';
import { commonDir, entriesOf, type Problem } from './repository.ts';
import type { TrackedFile } from './tracked.ts';

/** undefined = nothing is there */
export type Look = (path: BytePath) => Stats | undefined;

/** Attributes that make other bytes of a blob, perhaps as many. Ends of lines and `ident` change how many there are. */
const ATTRIBUTES = ['filter', 'working-tree-encoding', 'ident'];
const SYSTEM_ATTRIBUTES = ['/etc/gitattributes', '/usr/local/etc/gitattributes', '/opt/homebrew/etc/gitattributes'];

/**
 * Of files that git takes for unchanged those whose bytes on disk may be others than their blob's. Ends of lines are told by the
 * size: git's conversions of them only remove bytes from what is on disk, whatever the settings were when it was written.
 * Source: gitattributes(5), convert.c of git 2.39.
 */
export function convertedFiles(
  git: Git,
  repository: Repository,
  files: readonly TrackedFile[],
  { env, look = lookAt }: { readonly env: Environment; readonly look: Look | undefined },
): ReadonlySet<string> | Problem {
  const regular = files.filter((file) => file.mode !== '120000');
  const sizes = blobSizes(git, regular);
  if (!Array.isArray(sizes)) return sizes as Problem;
  const root = Buffer.from(`${repository.root}/`).toString('latin1');
  const converted = new Set<string>();
  for (const [at, file] of regular.entries()) {
    if (at % 1024 === 0 && git.leftMs() <= 0) return { problem: 'the files could not be looked at in time' };
    const found = look((root + file.path) as BytePath);
    if (found?.size !== sizes[at] || !found?.isFile()) converted.add(file.path);
  }
  if (!mayHaveAttributes(git, repository, regular, env)) return converted;
  const marked = withAttribute(
    git,
    regular.map((file) => file.path),
    ATTRIBUTES,
  );
  return 'problem' in marked ? marked : new Set([...converted, ...marked]);
}

function lookAt(path: BytePath): Stats | undefined {
  return lstatSync(pathBuffer(path), { throwIfNoEntry: false });
}

/** Of these paths those that have one of the attributes. */
export function withAttribute(
  git: Git,
  paths: readonly string[],
  attributes: readonly string[],
): ReadonlySet<string> | Problem {
  const run = git.run(['check-attr', '-z', '--stdin', ...attributes], {
    input: Buffer.from(paths.join('\0'), 'latin1'),
  });
  if (run.status !== 0) return { problem: 'git did not read the attributes in time' };
  const words = entriesOf(run.stdout);
  const marked = new Set<string>();
  // PATH ATTRIBUTE VALUE
  for (let at = 0; at + 2 < words.length; at += 3) {
    if (words[at + 2] !== 'unspecified' && words[at + 2] !== 'unset') marked.add(words[at] as string);
  }
  return marked;
}

/** In the order of the files; -1 = the object is not here. */
function blobSizes(git: Git, files: readonly TrackedFile[]): number[] | Problem {
  if (files.length === 0) return [];
  const input = files.map((file) => `${file.blob}\n`).join('');
  const run = git.run(['cat-file', '--batch-check=%(objectsize)', '--buffer'], { input });
  const lines = run.stdout.toString('latin1').split('\n');
  if (run.status !== 0 || lines.length !== files.length + 1) return { problem: 'git did not tell the sizes in time' };
  return files.map((_, at) => (/^\d+$/.test(lines[at] as string) ? Number(lines[at]) : -1));
}

/** Some file of attributes is there: then git is asked about each path. */
function mayHaveAttributes(
  git: Git,
  { root, gitDir }: Repository,
  files: readonly TrackedFile[],
  env: Environment,
): boolean {
  const ofPerson = env.XDG_CONFIG_HOME
    ? `${env.XDG_CONFIG_HOME}/git/attributes`
    : `${env.HOME ?? ''}/.config/git/attributes`;
  const places = [...SYSTEM_ATTRIBUTES, ofPerson, `${commonDir(gitDir)}/info/attributes`];
  if (git.settings.has('core.attributesfile') || places.some((place) => existsSync(place))) return true;
  const folders = new Set<string>(['']);
  for (const { path } of files) {
    if (path === '.gitattributes' || path.endsWith('/.gitattributes')) return true;
    for (let end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
      if (end === 0) break;
    }
  }
  const base = Buffer.from(`${root}/`).toString('latin1');
  return [...folders].some((folder) => existsSync(pathBuffer(`${base}${folder}.gitattributes` as BytePath)));
}
