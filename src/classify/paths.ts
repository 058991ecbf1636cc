import { leadOf } from '../grammar/words.ts';
import type { Confidence, Operation, OperationType } from '../model/operation.ts';
import type { Word } from '../model/word.ts';
import { baseName, parentPath, resolvePath } from '../util/path.ts';
import { literalOfGlob } from '../util/shell-glob.ts';
import type { ClassifyContext } from './context.ts';
import { type KnownPath, type PathProperties, propertiesOf } from './path-properties.ts';

/** A path that is read or written. */
export interface PathUse {
  readonly word: Word;
  readonly access: 'read' | 'write' | 'delete';
  /** where the word is, for messages */
  readonly why: string;
  /** directory that a relative path starts from; undefined = not known */
  readonly cwd: string | undefined;
  /** the program is not known to touch it: only a sensitive path is worth a word */
  readonly doubtful?: boolean;
}

interface Target {
  readonly known: KnownPath | undefined;
  readonly resource: string;
  readonly certain: boolean;
}

/** Devices without data. */
const NOTHING = /^\/dev\/(null|zero|full|u?random|tty|stdin|stdout|stderr|fd\/\d+)$|^\/proc\/self\/fd\/\d+$/;
const URL = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//;
/** Names for which bash opens a connection. */
const CONNECTION = /^\/dev\/(?:tcp|udp)\/([^/]+)/;

/** A glob over more files than this is judged by its text. */
const GLOB_LIMIT = 500;
/** Paths of one command that are classified; all others are one operation of low confidence for each access. */
const PATH_LIMIT = 1000;

/** Whether the path may be a file with data. */
export function isFile(path: string): boolean {
  return !NOTHING.test(path) && !CONNECTION.test(path);
}

/** What touching a path means, one operation for each property of the path. Nothing for null devices and addresses. */
export function pathOperations(use: PathUse, context: ClassifyContext): readonly Operation[] {
  const connection = CONNECTION.exec(leadOf(use.word));
  if (connection !== null) {
    const type = use.access === 'read' ? 'read_external' : 'write_external';
    return [{ type, categories: [], resource: connection[1] as string, confidence: 1, why: use.why }];
  }
  return targets(use, context).flatMap((target) => targetOperations(use, target, context));
}

/** The same for all paths of a command. */
export function pathsOperations(uses: readonly PathUse[], context: ClassifyContext): readonly Operation[] {
  const found = uses.slice(0, PATH_LIMIT).flatMap((use) => pathOperations(use, context));
  if (uses.length <= PATH_LIMIT) return found;
  const why = `more than ${PATH_LIMIT} paths`;
  const unseen = new Set(
    uses.slice(PATH_LIMIT).map(({ access }): OperationType => {
      return access === 'read' ? 'read_sensitive' : 'write_sensitive';
    }),
  );
  return [...found, ...[...unseen].map((type) => ({ type, categories: [], confidence: 0.3 as const, why }))];
}

function targetOperations(use: PathUse, target: Target, context: ClassifyContext): readonly Operation[] {
  const properties = target.known && propertiesOf(target.known, context);
  const confidence: Confidence = use.doubtful ? 0.3 : target.certain ? 1 : 0.7;
  const types = use.access === 'read' ? readTypes(properties) : writeTypes(properties);
  return types
    .filter((type) => !use.doubtful || !type.endsWith('_local'))
    .map((type) => ({
      type,
      categories: type.endsWith('_sensitive') ? (properties?.categories ?? []) : [],
      ...(target.resource !== '' && { resource: target.resource }),
      ...(type === 'read_local' && readsSkill(target, properties) && { event: 'skill_activated' as const }),
      confidence,
      why: use.why,
    }));
}

function readTypes(properties: PathProperties | undefined): readonly OperationType[] {
  const types: OperationType[] = [];
  if (properties !== undefined && properties.categories.length > 0) types.push('read_sensitive');
  if (properties?.memory) types.push('memory_read');
  return types.length > 0 ? types : ['read_local'];
}

function writeTypes(properties: PathProperties | undefined): readonly OperationType[] {
  const types: OperationType[] = [];
  if (properties !== undefined && properties.categories.length > 0) types.push('write_sensitive');
  if (properties?.skills) types.push('skill_modify');
  if (properties?.memory) types.push('memory_write');
  return types.length > 0 ? types : ['write_local'];
}

/** Who reads the instructions of a skill has taken it up. */
function readsSkill({ resource }: Target, properties: PathProperties | undefined): boolean {
  return properties?.skills === true && baseName(resource).toUpperCase() === 'SKILL.MD';
}

function targets(use: PathUse, context: ClassifyContext): readonly Target[] {
  const { word, cwd } = use;
  if (word.kind === 'known') return known(word.value, cwd);
  // what `<(..)` reads is a program of its own
  if (word.kind === 'unknown') return /^[<>]\(/.test(word.text) ? [] : [unknown(word, cwd)];
  const literal = literalOfGlob(word.pattern);
  if (literal !== undefined) return known(literal, cwd);
  const expanded =
    cwd === undefined && !word.pattern.startsWith('/')
      ? undefined
      : context.facts.expandGlob(word.pattern, cwd ?? '/', GLOB_LIMIT);
  return [...known(word.pattern, cwd), ...(expanded ?? []).flatMap((path) => known(path, cwd))];
}

function known(value: string, cwd: string | undefined): readonly Target[] {
  if (value === '' || NOTHING.test(value) || URL.test(value)) return [];
  if (!value.startsWith('/') && cwd === undefined) {
    return [{ known: { kind: 'ending', path: value.replace(/^(\.\.?\/)+/, '') }, resource: value, certain: true }];
  }
  const path = resolvePath(cwd ?? '/', value);
  return [{ known: { kind: 'whole', path }, resource: path, certain: true }];
}

/** `$DIR/.ssh/config` is known by its end, `~/.ssh/$KEY` by its directory. */
function unknown(word: Word & { kind: 'unknown' }, cwd: string | undefined): Target {
  const { prefix, suffix, text: resource } = word;
  const cut = suffix.indexOf('/');
  if (cut >= 0) return { known: { kind: 'ending', path: suffix.slice(cut + 1) }, resource, certain: false };
  const relative = !prefix.startsWith('/');
  if (!prefix.includes('/') || (relative && cwd === undefined)) return { known: undefined, resource, certain: false };
  const directory = parentPath(resolvePath(cwd ?? '/', `${prefix}x`));
  return { known: { kind: 'below', directory }, resource, certain: false };
}
