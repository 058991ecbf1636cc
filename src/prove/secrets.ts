import { categoriesOf } from '../classify/path-properties.ts';
import { isCredentialName, mayBeCredentialName } from '../grammar/credentials.ts';
import { baseName } from '../util/path.ts';
import type { ProofInput } from './input.ts';

/** A name with wildcards that a file with secrets may have. */
export function mayBeSecretName(pattern: string): boolean {
  return mayBeCredentialName(pattern) || SECRET_NAME.test(pattern.replace(/[*?]/g, ''));
}

/** Names that speak of secrets, but for code and texts about them; the settings of a repository may hold a token. */
const SECRET_NAME =
  /(?:^|[._-])(?:secrets?|credentials?|passwords?|passwd|tokens?)(?:[._-]|$)|\.env(?:$|\.(?!example$|sample$|template$|dist$))|^\.?env$/i;
const CODE_NAME =
  /\.(?:[cm]?[jt]sx?|go|py|rs|java|kt|rb|php|cs|c|cc|cpp|h|hpp|swift|scala|sh|sql|css|html?|vue|svelte|md|rst)$/i;

/** The name of an absolute path, or where it lies, says that it holds secrets. */
export function mayHoldSecrets(path: string, { classifier, cwd, facts }: ProofInput): boolean {
  const name = baseName(path);
  if (classifier === undefined || isCredentialName(path) || path.endsWith('/.git/config')) return true;
  if (SECRET_NAME.test(name) && !CODE_NAME.test(name)) return true;
  return categoriesOf({ kind: 'whole', path }, { classifier: classifier(), cwd, facts }).length > 0;
}
