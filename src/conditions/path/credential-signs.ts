import { readsByCode, runsCode, showsNothing } from '../../grammar/credential-users.ts';
import { hasGrammar } from '../../grammar/index.ts';
import type { Pattern } from '../../model/policy.ts';
import type { PlainStart } from '../condition.ts';
import { allOf, inCwdOrWords, inWords, isNever, NEVER, oneOf, type Sign, type Signs } from '../signs.ts';
import { accessSigns } from './path-signs.ts';

/**
 * What the paths of credentials have in common, beside hidden names: the gates of all programs hold this, where the list of
 * places would fill them. test/unit/conditions/credential-signs.test.ts holds the list against it.
 */
const ROOTS = [
  '/etc/',
  '/proc/',
  '/run/',
  '/var/lib/',
  '/var/run/',
  '/var/jenkins_home/',
  '/Library/',
  '/dev/mem',
  '/dev/kmem',
];
const STRETCHES = ['krb5cc_', '_netrc', 'Library/', 'snap/', 'Monero/', 'private_keys/'];
const NAMES = [
  ...[
    'id_rsa',
    'id_dsa',
    'id_ecdsa',
    'id_ed25519',
    '.key',
    '-key.pem',
    'privkey.pem',
    'private',
    'AuthKey_',
    '.ppk',
    '.kdb',
    '.jks',
    '.vault_pass',
  ],
  ...['.p12', '.pfx', '.sso', '.ovpn', 'erviceAccount', 'service-account', 'client_secret', 'wallet.dat'],
];

/** A hidden name, wherever in a word it begins, or in the working directory; not `./...` and `*.ts`. */
const HIDDEN: readonly Sign[] = [
  { pattern: "*[!a-zA-Z0-9_.*]'.'[a-zA-Z]*" },
  { pattern: "*'/.'[!./' ']*" },
  { in: 'cwd', pieces: ['/.'] },
];

const FILES: Signs = oneOf([
  { mark: 'indirect' },
  ...HIDDEN,
  ...ROOTS.map((root) => inCwdOrWords(root)),
  { under: '/dev' },
  ...STRETCHES.map((stretch) => inCwdOrWords(stretch)),
]);

const NAMED: Signs = oneOf([{ mark: 'indirect' }, ...NAMES.map((name) => inWords(name))]);

/** Directories: the home directory and what holds it are outside of any project. */
const FOLDERS: Signs = oneOf([{ mark: 'indirect' }, { mark: 'outside' }, ...HIDDEN]);

/** `wc --files0-from FILE`, `file -f FILE`, `find -files0-from FILE` */
const TAKES_LISTS = /^(g?wc|g?du|file|g?find)$/;
const LISTS: Signs = oneOf([inWords('-files'), inWords(' -f'), inWords(' --f')]);

/** A path behind what says in a value that a file is put in: `@PATH`, `file://PATH`, `k=PATH`. */
const IN_VALUES: Signs = oneOf(['@/', '@~', '://', '=/', '=~'].map((piece) => inWords(piece)));

type What = 'files' | 'names' | 'folders';

export function credentialSigns(what: What, start: PlainStart): Signs {
  const { program } = start;
  if (what === 'folders') return FOLDERS;
  // a shim sees no redirections, and sh leaves lines with one to Node
  if (showsNothing(program)) return TAKES_LISTS.test(program) ? allOf([FILES, LISTS]) : NEVER;
  const readsWords = !hasGrammar(program) || readsByCode(program) || runsCode(program);
  const named = what === 'names' ? NAMED : FILES;
  // a file that is moved is read under its new name
  const isRead = readsWords || !isNever(accessSigns(what === 'names' ? 'any' : 'read', start));
  return isRead ? named : IN_VALUES; // the same for all subcommands, so that a gate holds it once
}

/** What any absolute path to such a file matches. */
export function credentialPlain(what: What): readonly Pattern[] {
  const located = ['.*', ...ROOTS.map((root) => `${root}**`), ...STRETCHES.map((stretch) => `*${stretch}*`)];
  const globs = what === 'names' ? NAMES.map((name) => `*${name}*`) : located;
  return globs.map((written) => ({ source: '', flags: '', linear: true, written }));
}

/** For the test that holds the list of places against them. */
export const SHOWN_BY = { roots: ROOTS, stretches: STRETCHES, names: NAMES };
