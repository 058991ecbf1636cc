import { knownWord, type Word, wordValue } from '../../model/word.ts';
import { RUNNERS } from '../../runners/index.ts';
import { baseName, isWithin, resolvePath } from '../../util/path.ts';
import { peel, WRAPPERS } from '../../wrappers/index.ts';
import { SHELL_CODE } from '../../wrappers/peeled.ts';
import type { Peeled } from '../../wrappers/wrapper.ts';
import { absolutePath, fileKey } from '../state/file-key.ts';
import { LIMITS } from '../state/limits.ts';
import type { ProgramStart, Walker } from '../state/walker.ts';
import { foundFiles } from './found-files.ts';
import { guardFileAt } from './guard-file.ts';
import { type Script, scriptAt } from './script-file.ts';
import { variableOf } from './variable-of.ts';

/**
 * `./x.sh a`: what the system, or the shell in its place, starts for a script, as its first line says. Nothing for binaries and for
 * the programs of the system, which are known by their names.
 */
export function executedScript(start: ProgramStart, walker: Walker): readonly Peeled[] {
  const path = pathOf(start, walker);
  if (path === undefined || isOfSystem(wordValue(path) ?? '') || isOfGuard(path, start, walker)) return [];
  if (path.kind === 'known' || scriptAt(path, walker, start.frame) !== undefined) return scriptOf(path, start, walker);
  return foundFiles(path, walker, start.frame).flatMap((file) => scriptOf(file, start, walker));
}

function scriptOf(path: Word, start: ProgramStart, walker: Walker): readonly Peeled[] {
  const script = scriptAt(path, walker, start.frame);
  if (script === undefined || isRefused(script, path, start, walker)) return [];
  const argv = [path, ...start.argv.slice(1)];
  if (!script.content.known) return [shellScript(argv)];
  const found = interpreted(script.content.text, argv);
  return script.onDisk ? found.filter(({ kind }) => kind !== 'doubt') : found;
}

/** Programs that leave the modes of files as they are. */
const KEEPS_MODES = new Set(
  `cd pushd popd pwd echo printf true false : test [ [[ export set unset local declare ls cat head tail grep rg wc sleep date which
  command type exec env nice time timeout nohup stdbuf mkdir`.split(/\s+/),
);

/** A file without a bit for executing is not run, unless the line may have given it one, or brought it. */
function isRefused(script: Script, path: Word, { frame }: ProgramStart, walker: Walker): boolean {
  const { file } = script;
  if (file === undefined || !walker.scripts.isRefused(file)) return false;
  const { record } = walker;
  if (record.copies.size > 0 || fileKey(path, frame) !== file || CHANGES_MODES.test(frame.text)) return false;
  const starters = new Set(frame.via.map(({ invocation }) => invocation));
  return record.invocations.every(({ program }, at) => {
    const isOwn = starters.has(at) || program === baseName(wordValue(path) ?? '');
    return isOwn || (program !== undefined && KEEPS_MODES.has(program));
  });
}

/** As text: in a loop or a function it may stand behind the start. */
const CHANGES_MODES = /chmod|install|setfacl|chown/;

/** A bare name is looked up in PATH: of interest are only its folders inside of the working directory. */
function pathOf(start: ProgramStart, walker: Walker): Word | undefined {
  const [program] = start.argv as [Word];
  const name = wordValue(program);
  if (name === undefined || name.includes('/')) return program;
  const path = inProject(name, start, walker);
  return path === undefined ? undefined : knownWord(path);
}

/** The script that PATH finds under a bare name inside of the working directory. */
export function inProject(name: string, start: ProgramStart, walker: Walker): string | undefined {
  const { cwd } = start.frame.scope;
  if (name === '' || cwd === undefined) return undefined;
  for (const folder of projectFolders(variableOf('PATH', start, walker) ?? '', cwd, walker)) {
    const path = resolvePath(folder, name);
    if (scriptAt(knownWord(path), walker, start.frame) !== undefined) return path;
  }
  return undefined;
}

/** In HOME, or above it, absolute folders are the person's own: `~/bin`, and the one of our shims. */
function projectFolders(path: string, cwd: string, { facts: { home }, record }: Walker): Iterable<string> {
  if (!/(?:^|:)(?!\/)/.test(path) && !path.includes(cwd)) return [];
  const isPersons = home !== undefined && isWithin(home, cwd);
  const listed = path.split(':', LIMITS.listed + 1);
  const folders = new Set<string>();
  for (const written of new Set(listed)) {
    if (isPersons && written.startsWith('/')) continue;
    const folder = resolvePath(cwd, written);
    if (isWithin(folder, cwd)) folders.add(folder);
    if (folders.size > LIMITS.searched) break;
  }
  if (listed.length > LIMITS.listed || folders.size > LIMITS.searched)
    record.doubt('too-many', 'more folders in PATH than are looked at');
  return folders;
}

/** Where only the system puts programs. */
const SYSTEM = /^\/(?:(?:usr\/)?(?:s?bin|lib(?:exec|32|64)?)|usr\/share|nix\/store|snap|System|opt\/homebrew)\//;

function isOfSystem(path: string): boolean {
  return SYSTEM.test(path);
}

/** A process of its own, which is judged by its name, or only starts the guard. */
function isOfGuard(path: Word, { frame }: ProgramStart, { facts }: Walker): boolean {
  const file = absolutePath(wordValue(path), frame);
  return file !== undefined && guardFileAt(file, facts)?.name === baseName(file);
}

function shellScript(argv: readonly Word[]): Peeled {
  return { kind: 'script-file', language: SHELL_CODE, path: argv[0] as Word, shell: 'sh', positional: argv };
}

/** Programs that a first line starts before the interpreter: `env -S`, `env nice`. */
const MAX_LAUNCHERS = 4;

/** `#!/usr/bin/env -S python3 -u`: everything behind the program is one argument. Without a first line of this kind sh runs it. */
function interpreted(text: string, script: readonly Word[]): readonly Peeled[] {
  const first = /^#![ \t]*(\S+)[ \t]*([^\r\n]*)/.exec(text);
  if (first === null) return [shellScript(script)];
  const [, program = '', rest = ''] = first;
  const isEnv = baseName(program) === 'env' && !rest.startsWith('-S');
  const options = isEnv ? rest.trim().split(/\s+/) : [rest.trim()].filter(Boolean);
  let argv: readonly Word[] = [...[program, ...options].map((word) => knownWord(word)), ...script];
  for (let step = 0; step < MAX_LAUNCHERS; step++) {
    const name = baseName(wordValue(argv[0]) ?? '');
    const family = WRAPPERS.get(name);
    if (RUNNERS.has(name)) return [{ kind: 'argv', argv }];
    if (family === undefined) return [];
    const peeled = peel(family, { argv, assignments: [], redirects: [] });
    const next = peeled.find(({ kind }) => kind === 'argv');
    if (next?.kind !== 'argv') return peeled;
    argv = next.argv;
  }
  return [];
}
