import { expect, test } from 'vitest';
import { type WhatIfWorld, whatIfFacts } from '../../../src/facts/what-if.ts';
import type { Policy } from '../../../src/model/policy.ts';
import { deniedReads } from '../../../src/walled/denied-reads.ts';
import { policyOf } from '../../support/judged.ts';
import { shipped } from '../../support/shipped.ts';

const HOME = '/home/dev';
const CWD = `${HOME}/app`;
const AT = { epochMs: 0, minuteOfDay: 720, day: 1 } as const;

type World = Partial<WhatIfWorld> & { policy?: Policy; own?: readonly string[] };

function denied({ files = [], policy = shipped().policy, own = [], ...world }: World) {
  const facts = whatIfFacts({ env: { HOME }, cwd: CWD, git: { root: CWD }, at: AT, files, ...world });
  return deniedReads({ policy, facts, cwd: CWD, own });
}

const own = (rules: string) => policyOf({ mine: `version: 1\nrules:\n${rules}` });
const NO_RULES = policyOf({ none: 'version: 1\nrules: []\n' });
const PRIVATE = own(
  '  - { name: private, commands: [cat], conditions: [{ path_matches: { patterns: ["~/private/**", "*.secret", "/srv/keys/*.txt"] } }], action: deny }\n',
);

test.each<[string, World, readonly string[], readonly string[]]>([
  [
    'keys, but not what is no secret beside them',
    { files: [`${HOME}/.ssh/id_rsa`, `${HOME}/.ssh/config`, `${HOME}/.ssh/id_rsa.pub`, `${HOME}/.ssh/known_hosts`] },
    [],
    [`${HOME}/.ssh/id_rsa`],
  ],
  ['logins of tools', { files: [`${HOME}/.aws/credentials`, `${HOME}/.aws/config`] }, [], [`${HOME}/.aws/credentials`]],
  ['a folder of which all is secret', { files: [`${HOME}/.password-store/a/b.gpg`] }, [`${HOME}/.password-store`], []],
  [
    'what lies below somewhere',
    { files: [`${HOME}/.mozilla/x/y/key4.db`, `${HOME}/.mozilla/x/y/prefs.js`] },
    [],
    [`${HOME}/.mozilla/x/y/key4.db`],
  ],
  [
    'secret settings of the project, but not their example',
    { files: [`${CWD}/.env`, `${CWD}/api/.env.local`, `${CWD}/.env.example`, `${CWD}/src/env.ts`] },
    [],
    [`${CWD}/.env`, `${CWD}/api/.env.local`],
  ],
  ['nothing of published packages', { files: [`${CWD}/node_modules/x/.env`] }, [], []],
  ['nothing of other projects', { files: [`${HOME}/other/.env`] }, [], []],
  [
    'a link to where it leads',
    { files: ['/srv/k/c'], links: { [`${HOME}/.aws/credentials`]: '/srv/k/c' } },
    [],
    ['/srv/k/c'],
  ],
  [
    'not what the agent itself signs in with',
    { files: [`${HOME}/.codex/auth.json`, `${HOME}/.claude/.credentials.json`], own: [`${HOME}/.codex`] },
    [],
    [`${HOME}/.claude/.credentials.json`],
  ],
  ['nothing where no rule says so', { files: [`${HOME}/.ssh/id_rsa`, `${CWD}/.env`], policy: NO_RULES }, [], []],
  [
    'what a rule of one’s own names',
    {
      files: [`${HOME}/private/diary`, `${CWD}/a.secret`, `${CWD}/b.txt`, '/srv/keys/1.txt', '/srv/keys/1.pub'],
      policy: PRIVATE,
    },
    [`${HOME}/private`],
    [`${CWD}/a.secret`, '/srv/keys/1.txt'],
  ],
  [
    'not what a rule for people names',
    {
      files: [`${CWD}/a.secret`],
      policy: own(
        '  - { name: x, commands: [cat], context: human_only, conditions: [{ path_matches: { pattern: "*.secret" } }], action: deny }\n',
      ),
    },
    [],
    [],
  ],
  [
    'not what its exception lets pass',
    {
      files: [`${CWD}/a.secret`, `${CWD}/b.secret`],
      policy: own(
        '  - { name: x, commands: [cat], conditions: [{ path_matches: { pattern: "*.secret" } }], unless: [{ path_matches: { pattern: "b.secret" } }], action: deny }\n',
      ),
    },
    [],
    [`${CWD}/a.secret`],
  ],
])('denies reading %s', (_, world, folders, files) => {
  expect(denied(world)).toEqual({ folders, files });
});
