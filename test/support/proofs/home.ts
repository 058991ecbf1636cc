import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const HOME = '/home/u';
export const PROJECT = '/home/u/app';
/** What hostile worlds start: leaves a file behind, whatever it is called as. */
export const RECORDER = '/home/u/.recorder';

const PROSE = Array.from({ length: 60 }, (_, at) => `line ${at + 1}: foo bar ${at % 7} TODO baz`).join('\n');

/** Files of the project, all of them committed; those of UNCOMMITTED follow. */
const COMMITTED = {
  'README.md': `# app\n\n${PROSE}\n`,
  'src/main.c': '#include <stdio.h>\nint main(void) { return 0; } // TODO\n',
  'src/util.c': 'int util(int a) { return a + 1; }\n',
  'src/lib/index.ts': "export const foo = 'bar';\nexport function main() { return foo; }\n",
  'src/lib/index.test.ts': "import { foo } from './index.ts';\n",
  'docs/guide.md': `# guide\n\n${PROSE}\n`,
  'docs/my notes.txt': 'notes with a blank in their name\n',
  'logs/app.log': `${PROSE}\n`,
  'data/rows.csv': 'id,name\n1,foo\n2,bar\n',
  'data/rows.json': '{"name":"app","items":[{"id":1,"name":"foo"},{"id":2,"name":"bar"}]}\n',
  'package.json': '{"name":"app","version":"1.0.0","scripts":{"test":"touch /tmp/ran"}}\n',
  'go.mod': 'module app\n\ngo 1.20\n',
  Makefile: 'all:\n\ttouch /tmp/ran\n',
  'script.sh': '#!/bin/sh\ntouch /tmp/ran\n',
  '.gitignore': 'build/\n',
  '.gitattributes': '*.bin diff=own\n*.c filter=own\n',
  'blob.bin': 'first\0bytes\n',
  '-n': 'a file with the name of an option\n',
  'evil.txt': 'a[$(touch /tmp/ran)]\n',
  'x /home/u/.ssh/id_rsa': 'a path that is two words for xargs\n',
};
const UNCOMMITTED = {
  'README.md': `# app, changed\n\n${PROSE}\n`,
  'src/util.c': 'int util(int a) { return a + 2; }\n',
  'blob.bin': 'other\0bytes\n',
  'draft.txt': 'never added\n',
  'build/out.o': 'object\n',
};
/** Nothing below HOME but the project may be read. */
const OUTSIDE = {
  'notes.md': 'notes of a person\n',
  'other/main.c': 'int other;\n',
  '.ssh/id_rsa': '-----BEGIN RSA PRIVATE KEY-----\nsecret\n-----END RSA PRIVATE KEY-----\n',
  '.aws/credentials': '[default]\naws_secret_access_key = secret\n',
  '.bash_history': 'ls\n',
};
const LINKS = { 'out.md': '../notes.md', 'key.pem': '/home/u/.ssh/id_rsa', 'guide.md': 'docs/guide.md' };

const RECORDER_TEXT = '#!/bin/sh\nmkdir -p /tmp/recorded; echo "$0 $*" > "/tmp/recorded/$$"; cat\n';

/** A repository with two branches, a tag, a stash, a remote one and changes. Runs in the project. */
const GIT_SETUP = `
set -e
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_DATE='2025-01-06T10:00:00Z' GIT_COMMITTER_DATE='2025-01-06T10:00:00Z'
git init -q -b main .
git config user.name u; git config user.email u@example.com
git init -q -b main nested
(cd nested; git config user.name u; git config user.email u@example.com; echo n > n.c; git add -A; git commit -qm n)
git add -A 2>/dev/null; git commit -qm 'one'; git tag v1
echo '// two' >> src/main.c; git commit -qam 'two: foo'; git tag -a v2 -m 'second'
git checkout -q -b feature; echo f > feature.txt; git add -A; git commit -qm feature; git checkout -q main
echo s >> src/main.c; git stash -q
git init -q --bare -b main ../remote.git; git remote add origin ../remote.git; git push -q origin main feature
git fetch -q origin; git branch -q --set-upstream-to=origin/main main
rm -f .git/hooks/*.sample ../remote.git/hooks/*.sample nested/.git/hooks/*.sample
echo more >> nested/n.c
`;

/** The files of a HOME that jails see as /home/u, made once and copied for each of them. */
export class Template {
  readonly #folder = mkdtempSync(join(tmpdir(), 'temporary-proofs-world-'));
  readonly home = join(this.#folder, 'home');

  constructor() {
    const project = join(this.home, 'app');
    writeFiles(project, COMMITTED);
    for (const [name, target] of Object.entries(LINKS)) symlinkSync(target, join(project, name));
    execFileSync('sh', ['-c', GIT_SETUP], { cwd: project, env: { PATH: process.env.PATH, HOME: this.home } });
    writeFiles(project, UNCOMMITTED);
    writeFiles(this.home, { ...OUTSIDE, '.recorder': RECORDER_TEXT });
    chmodSync(join(this.home, '.recorder'), 0o755);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Writes files by their paths below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
