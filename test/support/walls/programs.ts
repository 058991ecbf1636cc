/** A program that would change `~/docs`, or make `~/.marker`, if the kernel let it. It makes `began` in its project first. */
export interface WalledProgram {
  readonly name: string;
  readonly needs: readonly string[];
  /** in the project, executable */
  readonly files: Readonly<Record<string, string>>;
  /** what an agent runs */
  readonly line: string;
}

/** What no reader of ours evaluates: the folder's name as its bytes, turned by one. */
const TURNED = 'epdt'; // docs

const python = (body: string) => `import os, shutil, subprocess, sys
open("began", "w").close()
D = os.environ["HOME"] + "/" + "".join(chr(ord(c) - 1) for c in "${TURNED}")
${body}
`;
const node = (body: string) => `const fs = require("fs"), cp = require("child_process");
fs.writeFileSync("began", "");
const D = process.env.HOME + "/" + [..."${TURNED}"].map((c) => String.fromCharCode(c.charCodeAt(0) - 1)).join("");
${body}
`;
const perl = (body: string) => `open(my $b, ">", "began"); close $b;
my $D = $ENV{HOME} . "/" . join("", map { chr(ord($_) - 1) } split(//, "${TURNED}"));
${body}
`;
const sh = (body: string) => `#!/bin/sh
: > began
D=$HOME/$(/usr/bin/find / -maxdepth 0 -printf '%y\\n' | /usr/bin/tr -d '\\n')ocs # a folder: d
${body}
`;
const c = (body: string) => `#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  close(open("began", O_CREAT | O_WRONLY, 0644));
  char name[] = "${TURNED}", d[4096], f[4200];
  for (char *at = name; *at; at++) --*at;
  snprintf(d, sizeof d, "%s/%s", getenv("HOME"), name);
  snprintf(f, sizeof f, "%s/letter.txt", d);
  ${body}
  return 0;
}
`;

const one = (name: string, needs: string, files: Readonly<Record<string, string>>, line: string): WalledProgram => ({
  ...{ name, needs: needs.split(' '), files, line },
});

const py = (name: string, body: string, line = 'python3 x.py') =>
  one(`Python: ${name}`, 'python3', { 'x.py': python(body) }, line);
const js = (name: string, body: string, line = 'node x.cjs') =>
  one(`Node.js: ${name}`, 'node', { 'x.cjs': node(body) }, line);
const pl = (name: string, body: string, line = 'perl x.pl') =>
  one(`Perl: ${name}`, 'perl', { 'x.pl': perl(body) }, line);
const script = (name: string, body: string, line = './x.sh') => one(`sh: ${name}`, 'sh', { 'x.sh': sh(body) }, line);
const compiled = (name: string, body: string, line = 'make -s x && ./x') =>
  one(`C: ${name}`, 'make cc', { 'x.c': c(body), Makefile: 'x: x.c\n\tcc -w -o x x.c\n.PHONY: x\n' }, line);
const make = (name: string, recipe: string, line = 'make -s') =>
  one(
    `make: ${name}`,
    'make',
    { Makefile: `D := $(HOME)/$(shell echo ${TURNED} | /usr/bin/tr b-z a-y)\nall:\n\t: > began\n\t-${recipe}\n` },
    line,
  );

export const WALLED_PROGRAMS: readonly WalledProgram[] = [
  py('deletes a tree', 'shutil.rmtree(D)'),
  py('deletes a file', 'os.unlink(D + "/letter.txt")'),
  py('overwrites', 'open(D + "/letter.txt", "w").write("x")'),
  py('appends', 'open(D + "/letter.txt", "a").write("x")'),
  py('truncates', 'os.truncate(D + "/letter.txt", 0)'),
  py('renames', 'os.rename(D + "/letter.txt", D + "/other.txt")'),
  py('takes a file into the project', 'os.rename(D + "/letter.txt", "taken.txt")'),
  py('puts a file over another', 'open("x", "w").close(); os.replace("x", D + "/letter.txt")'),
  py('moves a tree', 'shutil.move(D, "moved")'),
  py('links a file into the project and writes it', 'os.link(D + "/letter.txt", "hard"); open("hard", "w").write("x")'),
  py(
    'writes through a link',
    'os.path.lexists("soft") or os.symlink(D + "/letter.txt", "soft"); open("soft", "w").write("x")',
  ),
  py('makes a folder', 'os.mkdir(D + "/new")'),
  py('makes a named pipe', 'os.mkfifo(D + "/pipe")'),
  py('starts rm by its path', 'subprocess.run(["/bin/rm", "-rf", D])'),
  py('starts a shell', 'os.system("/bin/rm -rf " + D)'),
  py('without an environment', 'subprocess.run(["/usr/bin/env", "-i", "/bin/rm", "-rf", D])'),
  py(
    'forks twice',
    'import time\nif os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0:\n    shutil.rmtree(D, ignore_errors=True)\n    os._exit(0)\n  os._exit(0)\nos.wait()\ntime.sleep(0.3)',
  ),
  py('changes the folder first', 'os.chdir(D); os.unlink("letter.txt")'),
  py('opens the folder and deletes in it', 'os.unlink("letter.txt", dir_fd=os.open(D, os.O_RDONLY))'),
  py('writes into HOME', 'open(os.environ["HOME"] + "/.mar" + "ker", "w").close()'),
  py('by its path', 'shutil.rmtree(D)', '/usr/bin/python3 x.py'),
  py('as a module', 'shutil.rmtree(D)', 'python3 -m x'),
  py('at the end of a pipe', 'shutil.rmtree(D)', 'echo x | python3 x.py'),
  py('in the background', 'shutil.rmtree(D)', 'python3 x.py & wait'),
  py('through env', 'shutil.rmtree(D)', 'env A=1 python3 x.py'),
  py('through timeout and nice', 'shutil.rmtree(D)', 'timeout 9 nice python3 x.py'),
  py('through xargs', 'shutil.rmtree(D)', 'echo x.py | xargs python3'),
  py('in a shell in a shell', 'shutil.rmtree(D)', `bash -c 'sh -c "python3 x.py"'`),
  py('by command', 'shutil.rmtree(D)', 'command -p python3 x.py'),
  py('by a name that the shell has looked up', 'shutil.rmtree(D)', 'hash -p /usr/bin/python3 python3; python3 x.py'),
  py('by find', 'shutil.rmtree(D)', 'find . -name x.py -exec python3 {} ";"'),
  py('in a login shell', 'shutil.rmtree(D)', 'bash -lc "python3 x.py"'),
  py('by eval, in a function', 'shutil.rmtree(D)', 'f() { eval "python3 x.py"; }; f'),
  py('in a session of its own', 'shutil.rmtree(D)', 'setsid -w flock l python3 x.py'),
  py('in a terminal', 'shutil.rmtree(D)', 'script -qc "python3 x.py" /dev/null'),
  py('found in a PATH of a loop', 'shutil.rmtree(D)', 'for PATH in /usr/bin; do python3 x.py; done'),
  py('found in a PATH that is read', 'shutil.rmtree(D)', 'read -r PATH <<</usr/bin; python3 x.py'),
  js('deletes a tree', 'fs.rmSync(D, { recursive: true })'),
  js('overwrites', 'fs.writeFileSync(D + "/letter.txt", "x")'),
  js('renames out', 'fs.renameSync(D, "moved")'),
  js('copies over', 'fs.copyFileSync("x.cjs", D + "/letter.txt")'),
  js('starts rm', 'cp.spawnSync("/bin/rm", ["-rf", D])'),
  js(
    'starts rm detached',
    'cp.spawn("/bin/rm", ["-rf", D], { detached: true, stdio: "ignore" }).unref(); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)',
  ),
  js('from a package script', 'fs.rmSync(D, { recursive: true })', 'node ./x.cjs a b c'),
  one(
    'npm: a script',
    'npm',
    { 'package.json': '{"scripts":{"x":"node x.cjs"}}', 'x.cjs': node('fs.rmSync(D, { recursive: true })') },
    'npm run -s x',
  ),
  one(
    'npm: before its test',
    'npm',
    {
      'package.json': '{"scripts":{"pretest":"node x.cjs","test":"true"}}',
      'x.cjs': node('fs.rmSync(D, { recursive: true })'),
    },
    'npm test --silent',
  ),
  pl('deletes files', 'unlink glob("$D/*");'),
  pl('overwrites', 'open(my $f, ">", "$D/letter.txt"); print $f "x"; close $f;'),
  pl('starts rm', 'system("/bin/rm", "-rf", $D);'),
  pl('renames', 'rename "$D/letter.txt", "$D/x";'),
  one(
    'Tcl: deletes',
    'tclsh',
    {
      'x.tcl': `close [open began w]\nset d $env(HOME)/\nforeach c [split ${TURNED} ""] { append d [format %c [expr {[scan $c %c] - 1}]] }\nfile delete -force $d\n`,
    },
    'tclsh x.tcl',
  ),
  script('rm by its path', '/bin/rm -rf "$D"'),
  script('redirection', 'echo x > "$D/letter.txt"'),
  script('mv', '/bin/mv "$D" moved'),
  script('cp', '/bin/cp began "$D/letter.txt"'),
  script('ln', '/bin/ln -sf /nowhere "$D/letter.txt"'),
  script('truncate', '/usr/bin/truncate -s 0 "$D/letter.txt"'),
  script('dd', '/bin/dd if=/dev/zero of="$D/letter.txt" bs=1 count=4 2>/dev/null'),
  script('sed -i', '/bin/sed -i s/dear/x/ "$D/letter.txt"'),
  script('tar', '/bin/tar cf t.tar began && /bin/tar xf t.tar -C "$D"'),
  script('find -delete', '/usr/bin/find "$D" -type f -delete'),
  script('setsid', '/usr/bin/setsid /bin/rm -rf "$D"; /bin/sleep 0.3'),
  script('another shell', '/bin/sh -c "/bin/rm -rf \\"$D\\""', 'sh x.sh'),
  script('bash on it', '/bin/rm -rf "$D"', 'bash x.sh'),
  script('awk', `/usr/bin/awk -v d="$D" 'BEGIN { print "x" > (d "/letter.txt") }'`),
  make('rm', '/bin/rm -rf $(D)'),
  make('a variable for rm', '$(RM) -r $(D)'),
  make('by its path', '/bin/rm -rf $(D)', '/usr/bin/make -s'),
  make('in another folder', '/bin/rm -rf $(D)', 'make -s -C .'),
  make('without an environment', '/usr/bin/env -i /bin/rm -rf $(D)'),
  make('a recipe in Python', `/usr/bin/python3 -c 'import shutil,sys; shutil.rmtree(sys.argv[1])' $(D)`),
  compiled('unlink', 'unlink(f);'),
  compiled('open and truncate', 'open(f, O_WRONLY | O_TRUNC);'),
  compiled('truncate', 'truncate(f, 0);'),
  compiled('rename into the project', 'rename(f, "taken");'),
  compiled(
    'renameat2, exchanged',
    'close(open("x2", O_CREAT | O_WRONLY, 0644)); renameat2(AT_FDCWD, "x2", AT_FDCWD, f, 2);',
  ),
  compiled('link and write', 'link(f, "hard"); close(open("hard", O_WRONLY | O_TRUNC));'),
  compiled(
    'double fork',
    'if (fork() == 0) { setsid(); if (fork() == 0) { unlink(f); _exit(0); } _exit(0); } wait(0); usleep(200000);',
  ),
  compiled('exec', 'execl("/bin/rm", "rm", "-rf", d, (char *) 0);'),
];
