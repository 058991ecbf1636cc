/** Ordinary work, a line in a folder of its own; prints the same, and ends the same, in a box and outside of it. */
export interface Job {
  readonly name: string;
  readonly needs: readonly string[];
  readonly line: string;
  /** it takes 5 s of processor time each way: left out of samples */
  readonly isSlow?: boolean;
  readonly files?: Readonly<Record<string, string>>;
}

const job = (
  name: string,
  needs: string,
  line: string,
  files: Job['files'] = {},
  more: Pick<Job, 'isSlow'> = {},
): Job => ({
  ...{ name, needs: needs.split(' '), line, files },
  ...more,
});

export const JOBS: readonly Job[] = [
  job(
    'git: commits, branches, merges',
    'git',
    `git init -qb work . && echo a > a && git add a && git commit -qm a &&
    git checkout -qb side && echo b > b && git add . && git commit -qm b && git checkout -q work && git merge -q --no-ff -m m side && git log --topo-order --format=%s`,
  ),
  job(
    'git: stash, rebase, cherry-pick, bisect',
    'git',
    `git init -qb work . && for i in 1 2 3; do echo $i > f; git add f; git commit -qm $i; done &&
    echo x > f && git stash -q && git stash pop -q && git diff --stat && git commit -qam x && git rebase -q HEAD~1 && git bisect start -q HEAD HEAD~2 && git bisect good >/dev/null; git bisect reset -q; git log --topo-order --format=%s`,
  ),
  job(
    'git: clone, fetch, push, gc',
    'git',
    `git init -q --bare r.git && git clone -q r.git c 2>/dev/null && cd c && git checkout -qb work && git commit -qm a --allow-empty && git push -qu origin work && git fetch -q && git pull -q && git gc -q && git status -sb`,
  ),
  job('git: an alias and a hook', 'git', `git init -qb work . && git -c alias.c='commit --allow-empty -qm' c x 2>&1`, {
    '.git/hooks/pre-commit': '#!/bin/sh\necho hooked\n',
  }),
  job(
    'node',
    'node',
    'node -e \'console.log(require("child_process").execFileSync("/bin/echo", ["x"]).toString())\' && node x.mjs',
    { 'x.mjs': 'import { writeFileSync } from "node:fs"; writeFileSync("made", "x"); console.log("made");' },
  ),
  job('npm: scripts', 'npm', 'npm test --silent && npm pack --silent && npm ls --silent', {
    'package.json':
      '{"name":"x","version":"1.0.0","scripts":{"pretest":"echo pre","test":"node -e \\"console.log(1)\\" && echo done"}}',
  }),
  job('npm: where global packages are', 'npm stat', 'stat -c %d:%i "$(npm root -g)" "$(npm prefix -g)/bin"'),
  job(
    'npm: an installation',
    'npm',
    'npm install --silent --offline --no-audit --no-fund ./dep && node -e \'console.log(require("dep"))\' && npx --no-install dep',
    {
      'package.json': '{"name":"x","version":"1.0.0"}',
      'dep/package.json': '{"name":"dep","version":"1.0.0","main":"i.js","bin":{"dep":"b.js"}}',
      'dep/i.js': 'module.exports = 7;',
      'dep/b.js': '#!/usr/bin/env node\nconsole.log("bin");',
    },
  ),
  job(
    'Python',
    'python3',
    "python3 -c \"import sys, subprocess; print(sys.prefix, subprocess.check_output([sys.executable, '-c', 'print(1)']))\"",
  ),
  job(
    'Python: venv and pip',
    'python3',
    'python3 -m venv v && v/bin/python -c "import sys; print(sys.prefix != sys.base_prefix, sys.base_prefix)" && v/bin/pip --version | cut -d" " -f1 && grep ^home v/pyvenv.cfg',
    {},
    { isSlow: true },
  ),
  job('pytest', 'python3 pytest', 'pytest -q -p no:cacheprovider t.py | tail -1 | cut -d" " -f1,2', {
    't.py': 'def test_x():\n    assert 1 + 1 == 2\n',
  }),
  job('gcc and a program of its own', 'gcc', 'gcc -o x x.c && ./x a "b c"', {
    'x.c': '#include <stdio.h>\nint main(int n, char **w) { for (int i = 1; i < n; i++) puts(w[i]); return n - 3; }\n',
  }),
  job('make', 'make', 'make -s -j2 && cat a b', {
    Makefile: 'all: a b\na b:\n\t@echo $@ > $@\n\t@test -s $@ && printf "%s\\n" made\n',
  }),
  job(
    'gdb',
    'gdb gcc',
    'gcc -g -o x x.c && gdb -q -batch -ex "break main" -ex run -ex "print 6*7" ./x 2>&1 | grep "^\\$1"',
    { 'x.c': 'int main(void) { return 0; }\n' },
  ),
  job(
    'tar, gzip, xargs, find',
    'tar gzip',
    'mkdir d && echo x > d/x && tar -czf d.tgz d && mv d e && tar -xzf d.tgz && find d -type f -print0 | xargs -0 cat',
  ),
  job('editors', 'vim', 'printf "a\\nb\\n" > f; vim -es -u NONE -c "%s/a/c/" -c "wq" f; sed -i s/b/d/ f; cat f'),
  job('perl, awk, sqlite3', 'perl awk', 'perl -e \'print "$^O ", `echo x`\' && awk \'BEGIN { print length("abc") }\''),
  job(
    'shells: functions, descriptors, traps, statuses',
    'bash',
    `bash -c 'f() { echo f; }; export -f f; bash -c f; exec 5>&1; echo five >&5; trap "echo bye" EXIT; (exit 7); echo $?; kill -TERM $$'; echo $?`,
  ),
  job(
    'a pipe that is closed, and a signal',
    'sh',
    `yes | head -1; sh -c 'kill -9 $$'; echo $?; printf 'a b\\n' | while read -r x; do echo "$x"; done`,
  ),
  job('jobs in the background', 'bash', `bash -c 'sleep 0.1 & wait $!; echo $?; { echo a; sleep 0.1; echo b; } | cat'`),
  job(
    'sockets',
    'node',
    'node -e \'const n=require("net"),s=n.createServer(c=>c.end("hi")).listen("./s",()=>n.connect("./s").on("data",d=>{console.log(d+"");s.close()}))\'',
  ),
  job(
    'a terminal of its own',
    'script',
    `script -qec 'tty >/dev/null && stty size >/dev/null && echo is a terminal' /dev/null`,
  ),
  job('ssh-keygen', 'ssh-keygen', 'ssh-keygen -q -t ed25519 -N "" -f k && ssh-keygen -l -f k | cut -d" " -f1'),
];
