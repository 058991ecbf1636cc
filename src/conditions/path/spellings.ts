import type { Facts } from '../../model/facts.ts';
import { memoizeByObject } from '../../util/memoize.ts';
import { baseName } from '../../util/path.ts';
import { literalOfGlob } from '../../util/shell-glob.ts';
import type { PathCandidate } from './candidate.ts';
import { tildeForm } from './candidates.ts';

const knownSpellings = memoizeByObject((facts: Facts) =>
  memoizeByObject((one: PathCandidate): readonly string[] => spelled(one, facts)),
);

/**
 * The path as written, absolute, with symlinks resolved, with `~` for the home directory, and the base names. Paths that
 * `find -name .env` finds surely have that base name.
 */
export function spellingsOf(candidate: PathCandidate, facts: Facts): readonly string[] {
  return knownSpellings(facts)(candidate);
}

function spelled(candidate: PathCandidate, facts: Facts): readonly string[] {
  const { written, absolute, real, contentsOf, suffix = '', names = [] } = candidate;
  const paths = [written, baseName(written)];
  if (absolute === undefined && suffix !== '') paths.push(baseName(suffix), `_${suffix}`);
  for (const name of names) paths.push(literalOfGlob(name.replace(/^\*/, '_')) ?? written);
  for (const path of absolute === real ? [absolute] : [absolute, real]) {
    if (path === undefined) continue;
    const whole = contentsOf ? `${path === '/' ? '' : path}/*` : path;
    const tilde = tildeForm(whole, facts);
    paths.push(whole, baseName(path));
    if (tilde !== undefined) paths.push(tilde);
  }
  return [...new Set(paths)];
}
