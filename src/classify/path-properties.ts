import { isCredential } from '../grammar/credentials.ts';
import type { Pattern } from '../model/policy.ts';
import { matches } from '../patterns/match.ts';
import { once } from '../util/once.ts';
import { baseName, isWithin, parentPath } from '../util/path.ts';
import type { ClassifyContext } from './context.ts';
import { personalPath } from './personal-data.ts';

/** What the settings say of a path. */
export interface PathProperties {
  /** categories of the sensitive globs that match, and of personal data by its name, sorted; none = not sensitive */
  readonly categories: readonly string[];
  readonly memory: boolean;
  readonly skills: boolean;
}

/** How much of a path is known: all of it, or the directory that it lies in, or its last segments. */
export type KnownPath =
  | { readonly kind: 'whole'; readonly path: string }
  | { readonly kind: 'below'; readonly directory: string }
  | { readonly kind: 'ending'; readonly path: string };

/**
 * All spellings of a path in settings: absolute, below `~`, and relative to the request's directory or one above it.
 */
function spellings(path: string, { cwd, facts }: ClassifyContext): readonly string[] {
  const found = [path];
  const below = (root: string) => path.slice(root === '/' ? 1 : root.length + 1);
  if (facts.home !== undefined && isWithin(path, facts.home)) found.push(`~/${below(facts.home)}`);
  for (let at = cwd; ; at = parentPath(at)) {
    if (isWithin(path, at) && path !== at) found.push(below(at));
    if (at === '/') return found;
  }
}

/** A test of globs against one path. */
function tester(known: KnownPath, context: ClassifyContext): (pattern: Pattern) => boolean {
  if (known.kind === 'ending') {
    const ending = known.path.replace(/(?<!\/)\/+$/, '');
    return (pattern) => matches(pattern, pattern.written.includes('/') ? ending : baseName(ending)) === 'yes';
  }
  if (known.kind === 'below') {
    // any name inside of it: the glob has to match by the directory
    const whole = spellings(`${known.directory === '/' ? '' : known.directory}/_`, context);
    return (pattern) => pattern.written.includes('/') && whole.some((one) => matches(pattern, one) === 'yes');
  }
  const real = context.facts.realpath(known.path);
  const paths = real === known.path ? [real] : [known.path, real];
  const whole = once(() => paths.flatMap((path) => spellings(path, context)));
  const names = paths.map(baseName);
  // each spelling is a part of the path, but for `~`: most patterns are ruled out by the path alone
  const mayMatch = ({ needs }: Pattern) =>
    needs?.some((literal) => literal.startsWith('~') || paths.some((path) => path.includes(literal))) !== false;
  return (pattern) => {
    if (!mayMatch(pattern)) return false;
    const texts = pattern.written.includes('/') ? whole() : names;
    return texts.some((text) => matches(pattern, text) === 'yes');
  };
}

/** The properties that the settings, and the path itself, give it. */
export function propertiesOf(known: KnownPath, context: ClassifyContext): PathProperties {
  const { memoryRoots, skillsRoots } = context.classifier;
  const test = tester(known, context);
  return {
    categories: categoriesIn(known, test, context),
    memory: memoryRoots.some(test),
    skills: skillsRoots.some(test),
  };
}

/** Of these, the categories alone. */
export function categoriesOf(known: KnownPath, context: ClassifyContext): readonly string[] {
  return categoriesIn(known, tester(known, context), context);
}

function categoriesIn(
  known: KnownPath,
  test: (pattern: Pattern) => boolean,
  context: ClassifyContext,
): readonly string[] {
  const { sensitivePaths } = context.classifier;
  const categories = sensitivePaths.filter(({ pattern }) => test(pattern)).map(({ category }) => category);
  const personal =
    known.kind === 'below' ? undefined : personalPath(known.path, { home: context.facts.home, cwd: context.cwd });
  if (personal !== undefined) categories.push(personal);
  const isSensitive = categories.length > 0;
  if (!isSensitive && known.kind === 'whole' && isCredential(known.path, context.facts.home))
    categories.push('credentials');
  return [...new Set(categories)].sort();
}
