import { readsByCode, showsNothing } from '../../grammar/credential-users.ts';
import { hasGrammar } from '../../grammar/index.ts';
import type { Pattern } from '../../model/policy.ts';
import type { PlainStart } from '../condition.ts';
import { allOf, anyOf, inCwdOrWords, inWords, NEVER, oneOf, type Signs } from '../signs.ts';
import { accessSigns } from './path-signs.ts';

/**
 * What the paths of credentials have in common, beside hidden names: the gates of all programs hold this, where the list of
 * places would fill them. test/unit/conditions/credential-signs.test.ts holds the list against it.
 */
const ROOTS = ['/etc/', '/proc/', '/run/', '/var/lib/', '/var/run/', '/var/jenkins_home/', '/Library/', '/usr/share/ollama/', '/dev/mem', '/dev/kmem'];
const STRETCHES = [
  ...['id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519', '.key', '-key.pem', 'privkey.pem', 'private', 'AuthKey_', '.ppk', '.kdb', '.jks'],
  ...['.p12', '.pfx', '.sso', '.ovpn', 'erviceAccount', 'service-account', 'client_secret', 'wallet.dat', 'krb5cc_', '_netrc', 'Library/'],
  ...['snap/', 'Monero/'],
];

/** A hidden name, wherever in a word it begins. */
const HIDDEN = { pattern: "*[!a-zA-Z0-9_]'.'[a-zA-Z]*" };

const FILES: Signs = oneOf([
  { mark: 'indirect' },
  HIDDEN,
  inCwdOrWords('/.'),
  ...ROOTS.map((root) => inCwdOrWords(root)),
  { under: '/dev' },
  ...STRETCHES.map((stretch) => inCwdOrWords(stretch)),
]);

/** Directories: the home directory and what holds it are outside of any project. */
const FOLDERS: Signs = oneOf([{ mark: 'indirect' }, { mark: 'outside' }, HIDDEN, inCwdOrWords('/.')]);

export function credentialSigns(folders: boolean, start: PlainStart): Signs {
  const { program } = start;
  if (folders) return FOLDERS;
  if (showsNothing(program)) return NEVER; // a shim sees no redirections, and sh leaves lines with one to Node
  if (!hasGrammar(program) || readsByCode(program)) return FILES;
  return anyOf([allOf([accessSigns('read', start), FILES]), oneOf([inWords('file:')])]);
}

/** What any absolute path to such a file matches. */
export function credentialPlain(): readonly Pattern[] {
  const globs = ['.*', ...ROOTS.map((root) => `${root}**`), '/dev/mem', '/dev/kmem', ...STRETCHES.map((stretch) => `*${stretch}*`)];
  return globs.map((written) => ({ source: '', flags: '', linear: true, written }));
}

/** For the test that the list of places keeps to them. */
export const SHOWN_BY = { roots: ROOTS, stretches: STRETCHES };
