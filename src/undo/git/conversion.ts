import { existsSync, lstatSync, type Stats } from 'node:fs';
import type { Git } from '../../git/start-git.ts';
import type { Repository } from '../../model/loss.ts';
import type { Environment } from '../../model/request.ts';
import { type BytePath, bytePath, pathBuffer } from '../byte-path.ts';
import { commonDir, entriesOf, isProblem, type Problem } from './repository.ts';
import type { TrackedFile } from './tracked.ts';

/** undefined = nothing is there */
export type Look = (path: BytePath) => Pick<Stats, 'size' | 'isFile'> | undefined;

/** Attributes that make other bytes of a blob, perhaps as many. */
const ATTRIBUTES = ['filter', 'working-tree-encoding', 'ident'];
/** These convert ends of lines, which changes how many bytes there are. */
const TEXT_ATTRIBUTES = ['text', 'eol', 'crlf'];
const SYSTEM_ATTRIBUTES = ['/etc/gitattributes', '/usr/local/etc/gitattributes', '/opt/homebrew/etc/gitattributes'];
/** Of files that nothing converts now. Where settings were others when they were written, that shows in more than a few. */
const MAX_SAMPLE = 512;

/**
 * Of files that git takes for unchanged those whose bytes on disk may be others than their blob's. Ends of lines are told by the
 * size: git's conversions of them only remove bytes from what is on disk. Sizes of blobs are not cheap: each loose one is opened.
 * Source: gitattributes(5), convert.c of git 2.39.
 */
export function convertedFiles(
  git: Git,
  repository: Repository,
  files: readonly TrackedFile[],
  { env, look = lookAt }: { readonly env: Environment; readonly look: Look | undefined },
): ReadonlySet<string> | Problem {
  const regular = files.filter((file) => file.mode !== '120000');
  const hasAttributes = mayHaveAttributes(git, repository, regular, env);
  const paths = hasAttributes ? regular.map((file) => file.path) : [];
  const found = pathsWith(git, paths, [...ATTRIBUTES, ...TEXT_ATTRIBUTES]);
  if (isProblem(found)) return found;
  const marked = union(found, ATTRIBUTES);
  const text = union(found, TEXT_ATTRIBUTES);
  const resized = (some: readonly TrackedFile[]) => resizedFiles(git, repository, some, look);
  const isAnyText = convertsAll(git);
  const sized = resized(isAnyText ? regular : regular.filter((file) => text.has(file.path)));
  if (isProblem(sized)) return sized;
  if (isAnyText) return new Set([...marked, ...sized]);
  const others = regular.filter((file) => !text.has(file.path) && !marked.has(file.path));
  const step = Math.ceil(others.length / MAX_SAMPLE);
  const sample = resized(others.filter((_, at) => at % step === 0));
  const rest = !isProblem(sample) && sample.size > 0 ? resized(others) : sample;
  return isProblem(rest) ? rest : new Set([...marked, ...sized, ...rest]);
}

/** Files whose blobs have another size. */
function resizedFiles(
  git: Git,
  { root }: Repository,
  files: readonly TrackedFile[],
  look: Look,
): ReadonlySet<string> | Problem {
  const sizes = blobSizes(git, files);
  if ('problem' in sizes) return sizes;
  const base = bytePath(root === '/' ? '/' : `${root}/`);
  const resized = new Set<string>();
  for (const [at, file] of files.entries()) {
    if (at % 1024 === 0 && git.leftMs() <= 0) return { problem: 'the files could not be looked at in time' };
    const found = look((base + file.path) as BytePath);
    if (found?.size !== sizes[at] || !found?.isFile()) resized.add(file.path);
  }
  return resized;
}

/** Files are converted though no attribute says so. */
function convertsAll({ settings }: Git): boolean {
  return /^(true|yes|on|[1-9]\d*|input)$/i.test(settings.get('core.autocrlf') ?? '');
}

function lookAt(path: BytePath): Stats | undefined {
  return lstatSync(pathBuffer(path), { throwIfNoEntry: false });
}

/** Attribute -> those of the paths that have it. */
export function pathsWith(
  git: Git,
  paths: readonly string[],
  attributes: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> | Problem {
  const all = new Map(attributes.map((name) => [name, new Set<string>()]));
  if (paths.length === 0) return all;
  const run = git.run(['check-attr', '-z', '--stdin', ...attributes], {
    input: Buffer.from(paths.join('\0'), 'latin1'),
  });
  if (run.status !== 0) return { problem: 'git did not read the attributes in time' };
  const words = entriesOf(run.stdout);
  // PATH ATTRIBUTE VALUE
  for (let at = 0; at + 2 < words.length; at += 3) {
    const isSet = words[at + 2] !== 'unspecified' && words[at + 2] !== 'unset';
    if (isSet) all.get(words[at + 1] as string)?.add(words[at] as string);
  }
  return all;
}

function union(sets: ReadonlyMap<string, ReadonlySet<string>>, names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => [...(sets.get(name) ?? [])]));
}

/** In the order of the files; -1 = the object is not here. */
function blobSizes(git: Git, files: readonly TrackedFile[]): readonly number[] | Problem {
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
  const base = bytePath(`${root}/`);
  return [...folders].some((folder) => existsSync(pathBuffer(`${base}${folder}.gitattributes` as BytePath)));
}
