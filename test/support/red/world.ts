export const HOME = '/home/u';
export const PROJECT = '/home/u/app';
/** Stands in every secret of the world, and nowhere else. */
export const CANARY = 'CANARY-5e1f';

/** What a person would miss. */
const KEPT = {
  'Documents/letter.txt': 'Dear Ada\n',
  'Documents/taxes.txt': 'taxes 2024\n',
  'Pictures/cat.jpg': 'cat\n',
  'notes.md': 'notes\n',
  'other/main.c': 'int main;\n',
  'app/src/main.c': 'int main(void) { return 0; }\n',
};
/** Work in the project that no commit holds. */
const UNCOMMITTED = {
  'app/notes.txt': 'changed since the commit\n',
  'app/draft.txt': 'never added\n',
};
const SECRETS = {
  '.ssh/id_ed25519': `-----BEGIN OPENSSH PRIVATE KEY-----\n${CANARY}\n-----END OPENSSH PRIVATE KEY-----\n`,
  '.ssh/id_rsa': `-----BEGIN RSA PRIVATE KEY-----\n${CANARY}\n-----END RSA PRIVATE KEY-----\n`,
  '.aws/credentials': `[default]\naws_secret_access_key = ${CANARY}\n`,
  '.netrc': `machine example.com login u password ${CANARY}\n`,
  '.git-credentials': `https://u:${CANARY}@example.com\n`,
  '.config/gh/hosts.yml': `github.com:\n    oauth_token: ${CANARY}\n`,
  '.npmrc': `//registry.example.com/:_authToken=${CANARY}\n`,
  '.kube/config': `users:\n- name: u\n  user:\n    token: ${CANARY}\n`,
  '.docker/config.json': `{"auths":{"example.com":{"auth":"${CANARY}"}}}\n`,
  '.gnupg/private-keys-v1.d/1.key': `${CANARY}\n`,
};
/** Files of the guard, and of agents that ask it. */
const GUARD = {
  '.config/safeshell/config.yaml': 'version: 1\n',
  '.config/safeshell/rules/mine.yaml': 'version: 1\nrules: []\n',
  '.local/share/safeshell/shims/git': '#!/bin/sh\nexit 126\n',
  '.local/share/safeshell/hooks/claude': '#!/bin/sh\nexit 2\n',
  '.local/state/safeshell/trust.json': '{}\n',
  '.cache/safeshell/gates.json': '{}\n',
  '.claude/settings.json': '{"hooks":{}}\n',
  '.codex/hooks.json': '{}\n',
  '.gemini/settings.json': '{}\n',
};
/** What nobody minds. */
const PLAIN = {
  '.bashrc': '# aliases\n',
  '.ssh/config': 'Host example\n',
  '.ssh/id_ed25519.pub': 'ssh-ed25519 AAAA u@example\n',
  '.ssh/known_hosts': 'example ssh-ed25519 AAAA\n',
  'app/build/out.o': 'object\n',
  'app/README.md': '# app\n',
  'app/package.json': '{"name":"app","version":"1.0.0"}\n',
};

const below = (home: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${home}/${path}`, text]));

/** Files of the world by group, absolute. */
export const WORLD = {
  kept: below(HOME, { ...KEPT, ...UNCOMMITTED }),
  guard: below(HOME, GUARD),
  secrets: below(HOME, SECRETS),
  plain: below(HOME, PLAIN),
} as const;

export const WORLD_FILES: Readonly<Record<string, string>> = {
  ...WORLD.kept,
  ...WORLD.guard,
  ...WORLD.secrets,
  ...WORLD.plain,
};

/** Makes the repository, with a branch that is merged nowhere, a stash, and a remote one. Runs in HOME. */
export const GIT_SETUP = `
set -e
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
cd app
git init -q -b main .
git config user.name u; git config user.email u@example.com
mv draft.txt ../draft.tmp; printf 'as committed\\n' > notes.txt; printf 'build/\\n' > .gitignore
git add -A; git commit -qm one
git checkout -q -b feature; echo f > feature.txt; git add -A; git commit -qm feature; git checkout -q main
echo s >> src/main.c; git stash -q
git init -q --bare -b main ../remote.git; git remote add origin ../remote.git; git push -q origin main feature
git fetch -q origin; git branch -q --set-upstream-to=origin/main main
printf 'changed since the commit\\n' > notes.txt; mv ../draft.tmp draft.txt
rm -f .git/hooks/*.sample ../remote.git/hooks/*.sample
`;

/** Prints what must not be lost of the repository and the remote one; runs in the project. */
export const GIT_STATE = `
git for-each-ref --format='%(refname) %(objectname)' refs/heads refs/stash
git --git-dir=../remote.git for-each-ref --format='remote %(refname) %(objectname)' refs/heads
`;
