/** A way round a guard that stands in PATH alone. What it does where nothing stops it: `$V` is gone, or the remote's branch is another. */
export interface Way {
  readonly name: string;
  /** programs without which it cannot be tried */
  readonly needs: readonly string[];
  /** started as it is by the agent, without a shell; `$V`: the folder to delete, `$R`: where the real programs are, `$W`: a folder of its own */
  readonly argv: readonly string[];
  /** all variables that it gets; absent = those of the agent */
  readonly env?: Readonly<Record<string, string>>;
  /** in its own folder, executable; same places */
  readonly files?: Readonly<Record<string, string>>;
  /** what stops it: a rule says no, or there is no way there */
  readonly stopped: 'rule' | 'wall' | 'either' | 'nothing';
  /** only root can try it, or only somebody else */
  readonly by?: 'root' | 'user';
  /** it pushes */
  readonly pushes?: true;
  /** why it does nothing where there is no box, either: what it needs is not there in tests */
  readonly untried?: string;
}

type More = Partial<Omit<Way, 'name' | 'argv'>>;
const way = (name: string, argv: readonly string[], more: More = {}): Way => ({
  ...{ name, argv, needs: [], stopped: 'rule' },
  ...more,
});
const sh = (name: string, line: string, more: More = {}) => way(name, ['/bin/sh', '-c', line], more);
const needs = (words: string) => ({ needs: words.split(' ') });
const c = (name: string, body: string, more: More = {}) =>
  way(`C: ${name}`, ['$W/way'], {
    ...needs('gcc'),
    files: {
      'way.c': `#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <string.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  char *rm[] = {"rm", "-rf", getenv("V"), 0}, *none[] = {0};
  (void)rm; (void)none;
  ${body}
}
`,
    },
    ...more,
  });

const PUSH = { pushes: true, needs: ['git'] } as const;
const python = (code: string) => ['/usr/bin/python3', '-S', '-c', code];

export const WAYS: readonly Way[] = [
  way('absolute path', ['/usr/bin/rm', '-rf', '$V']),
  way('the other absolute path', ['/bin/rm', '-rf', '$V']),
  way('a path with .. and links', ['/usr/lib/../bin/./rm', '-rf', '$V']),
  way('/proc/self/root', ['/proc/self/root/usr/bin/rm', '-rf', '$V']),
  way('env -i', ['/usr/bin/env', '-i', '/bin/rm', '-rf', '$V']),
  way('no environment at all', ['/bin/rm', '-rf', '$V'], { env: {} }),
  way('says that it is a person', ['/bin/rm', '-rf', '$V'], {
    env: { SAFESHELL_CONTEXT: 'human', SAFESHELL_BYPASS: '1', HOME: '/nowhere' },
  }),
  way('variables of the shim itself', ['/bin/rm', '-rf', '$V'], {
    env: { __ss_program: '/bin/true', __ss_gate: 'open', __ss_way: 'run', BASH_ENV: '/nowhere', ENV: '/nowhere' },
  }),
  sh('PATH emptied', 'PATH=; /bin/rm -rf "$V"'),
  sh('PATH without shims', 'PATH=/usr/bin:/bin rm -rf "$V"'),
  sh('command -p', 'command -p rm -rf "$V"'),
  way('git by its path', ['/usr/bin/git', '-C', '$W/repo', 'push', '--force'], PUSH),
  sh('git in another PATH', 'cd "$W/repo" && PATH=/usr/bin git push --force', PUSH),
  sh('git-core', 'cd "$W/repo" && "$(/usr/bin/git --exec-path)/git-push" --force', PUSH),
  sh('git of git-core', 'cd "$W/repo" && "$(/usr/bin/git --exec-path)/git" push --force', PUSH),
  way('git alias', ['/usr/bin/git', '-C', '$W/repo', '-c', 'alias.x=push --force', 'x'], PUSH),
  way('git alias of a line', ['/usr/bin/git', '-C', '$W/repo', '-c', 'alias.x=!git push --force', 'x'], PUSH),
  way('git hook', ['/usr/bin/git', '-C', '$W/repo', 'commit', '--allow-empty', '-qm', 'x'], {
    needs: ['git'],
    files: { 'repo/.git/hooks/pre-commit': '#!/bin/sh\n/bin/rm -rf "$V"\n' },
  }),
  way(
    'git editor',
    ['/usr/bin/git', '-C', '$W/repo', '-c', 'core.editor=/bin/rm -rf "$V";:', 'commit', '--allow-empty'],
    {
      needs: ['git'],
    },
  ),
  sh('a copy', 'cp /bin/rm "$W/x" && "$W/x" -rf "$V"'),
  sh('a hard link', 'ln /usr/bin/rm "$W/x" && "$W/x" -rf "$V"', { by: 'root', stopped: 'either' }),
  sh('a symbolic link under another name', 'ln -s /usr/bin/rm "$W/ls" && "$W/ls" -rf "$V"'),
  way('exec -a', ['/bin/bash', '-c', 'exec -a ls /usr/bin/rm -rf "$V"']),
  way('as the interpreter of a script', ['$W/x'], {
    files: { x: '#!/usr/bin/rm -rf\n' },
    stopped: 'rule',
    untried: 'it removes itself',
  }),
  way('busybox', ['/usr/bin/busybox', 'rm', '-rf', '$V'], needs('busybox')),
  sh('busybox by a link', 'ln -s /usr/bin/busybox "$W/rm" && "$W/rm" -rf "$V"', needs('busybox')),
  way('Python: os.system', python('import os; os.system("/bin/rm -rf $V")'), needs('python3')),
  way(
    'Python: os.execve',
    python('import os; os.execve("/bin/rm", ["rm","-rf",os.environ["V"]], {})'),
    needs('python3'),
  ),
  way(
    'Python: posix_spawn',
    python('import os; os.waitpid(os.posix_spawn("/bin/rm", ["x","-rf",os.environ["V"]], {}), 0)'),
    needs('python3'),
  ),
  way('Perl: exec', ['/usr/bin/perl', '-e', 'exec {"/bin/rm"} "ls", "-rf", $ENV{V}'], needs('perl')),
  way(
    'Perl: system',
    ['/usr/bin/perl', '-e', '%ENV = (V => $ENV{V}); system("/bin/rm -rf \\"$ENV{V}\\"")'],
    needs('perl'),
  ),
  way(
    'Node.js: spawn',
    [process.execPath, '-e', 'require("child_process").spawnSync("/bin/rm", ["-rf", process.env.V], {env: {}})'],
    needs('node'),
  ),
  way('Tcl: exec', ['/usr/bin/tclsh', '$W/x.tcl'], {
    ...needs('tclsh'),
    files: { 'x.tcl': 'exec /bin/rm -rf $env(V)\n' },
  }),
  way('awk', ['/usr/bin/awk', 'BEGIN { system("/bin/rm -rf \\"$V\\"") }']),
  way('sed e', ['/usr/bin/sed', '1e /bin/rm -rf "$V"', '/etc/hostname']),
  way('find -exec', ['/usr/bin/find', '$V', '-maxdepth', '0', '-exec', '/bin/rm', '-rf', '{}', ';']),
  sh('xargs', 'echo "$V" | xargs /bin/rm -rf'),
  way('make', ['/usr/bin/make', '-s', '-f', '$W/m'], {
    ...needs('make'),
    files: { m: 'all:\n\t/bin/rm -rf "$(V)"\n' },
  }),
  way('a script by its name', ['$W/x'], { files: { x: '#!/bin/sh\n/bin/rm -rf "$V"\n' } }),
  way('setsid', ['/usr/bin/setsid', '-w', '/bin/rm', '-rf', '$V'], needs('setsid')),
  way('nohup', ['/usr/bin/nohup', '/bin/rm', '-rf', '$V']),
  way('timeout, nice, stdbuf', [
    '/usr/bin/timeout',
    '9',
    '/usr/bin/nice',
    '/usr/bin/stdbuf',
    '-o0',
    '/bin/rm',
    '-rf',
    '$V',
  ]),
  sh(
    'a daemon',
    '(setsid /bin/sh -c \'exec /bin/rm -rf "$V"\' >/dev/null 2>&1 &); i=0; while [ -d "$V" ] && [ $i -lt 20 ]; do sleep 0.05; i=$((i+1)); done',
    { stopped: 'either' },
  ),
  way('script(1)', ['/usr/bin/script', '-qec', '/bin/rm -rf "$V"', '/dev/null'], needs('script')),
  sh(
    'tmux',
    'tmux -S "$W/s" -f /dev/null new-session -d \'/bin/rm -rf "$V"; tmux -S "$W/s" wait -S done\' && tmux -S "$W/s" wait done',
    { ...needs('tmux'), stopped: 'either' },
  ),
  way('strace', ['/usr/bin/strace', '-o/dev/null', '/bin/rm', '-rf', '$V'], needs('strace')),
  way('gdb', ['/usr/bin/gdb', '-q', '-batch', '-ex', 'run', '--args', '/bin/rm', '-rf', '$V'], {
    ...needs('gdb'),
    stopped: 'either',
  }),
  way('unshare -r', ['/usr/bin/unshare', '-r', '/bin/rm', '-rf', '$V'], { ...needs('unshare'), by: 'user' }),
  way('unshare -m', ['/usr/bin/unshare', '-m', '/bin/rm', '-rf', '$V'], {
    ...needs('unshare'),
    by: 'root',
    stopped: 'wall',
  }),
  sh('umount of the shim', 'umount /usr/bin/rm; umount -l /usr/bin/rm; /bin/rm -rf "$V"'),
  sh(
    'umount in a new namespace',
    'unshare -Urm /bin/sh -c \'umount -l /usr/bin/rm; exec /bin/rm -rf "$V"\'',
    needs('unshare'),
  ),
  sh(
    'a mount over the shim',
    'unshare -Urm /bin/sh -c \'mount --bind "$R/usr/bin/rm" /usr/bin/rm; exec /bin/rm -rf "$V"\'',
    needs('unshare'),
  ),
  way(
    'a shell in a namespace of processes',
    ['/usr/bin/unshare', '-Urpf', '--mount-proc', '/bin/sh', '-c', '/bin/rm -rf "$V"'],
    needs('unshare'),
  ),
  c(
    'a namespace of processes',
    `unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID);
    if (fork()) return wait(0), 0;
    mount("none", "/", 0, MS_REC | MS_PRIVATE, 0);
    mount("proc", "/proc", "proc", 0, 0);
    execl("/bin/sh", "sh", "-c", "/bin/rm -rf \\"$V\\"", (char *)0);`,
  ),
  way('nsenter into init', ['/usr/bin/nsenter', '-t', '1', '-m', '/bin/rm', '-rf', '$V'], {
    ...needs('nsenter'),
    by: 'root',
    stopped: 'wall',
  }),
  way('nsenter into who made the box', ['/usr/bin/nsenter', '-t', '$OUT', '-m', '/bin/rm', '-rf', '$V'], {
    ...needs('nsenter'),
    stopped: 'wall',
    untried: 'it is about processes outside',
  }),
  way('/proc/1/root', ['/proc/1/root/bin/rm', '-rf', '$V'], { stopped: 'wall', by: 'root' }),
  way('/proc/PID/root of who made the box', ['/proc/$OUT/root/bin/rm', '-rf', '$V'], {
    stopped: 'wall',
    untried: 'it is about processes outside',
  }),
  way("/proc/PID/exe of the shim's shell", ['/bin/sh', '-c', 'exec /proc/self/root/bin/rm -rf "$V"']),
  way('chroot', ['/usr/sbin/chroot', '/', '/bin/rm', '-rf', '$V'], { by: 'root' }),
  way('chroot to the real programs', ['/usr/sbin/chroot', '$R', '/bin/sh', '-c', '/bin/rm -rf "$V"'], {
    by: 'root',
    untried: 'there are none outside',
  }),
  sh('the loader', '"$(echo /lib64/ld-linux-*.so.2 /lib/ld-linux-*.so.* | cut -d" " -f1)" /bin/rm -rf "$V"', {
    stopped: 'either',
  }),
  c('execve', 'return execve("/bin/rm", rm, none);'),
  c(
    'posix_spawn',
    'pid_t p; if (posix_spawn(&p, "/usr/bin/rm", 0, 0, rm, none)) return 1; waitpid(p, 0, 0); return 0;',
  ),
  c('fexecve', 'return fexecve(open("/bin/rm", O_RDONLY), rm, environ);'),
  c('execveat with an empty path', 'return execveat(open("/bin/rm", O_PATH), "", rm, environ, AT_EMPTY_PATH);'),
  c(
    'memfd',
    'int m = memfd_create("x", 0), f = open("/bin/rm", O_RDONLY); struct stat s; fstat(f, &s); sendfile(m, f, 0, s.st_size); return fexecve(m, rm, environ);',
  ),
  c('vfork and execvp', 'if (!vfork()) { execvp("rm", rm); _exit(1); } wait(0); return 0;'),
  c('system', 'return system("/bin/rm -rf \\"$V\\"");'),
  way('sudo', ['/usr/bin/sudo', '-n', '/bin/rm', '-rf', '$V'], { ...needs('sudo'), stopped: 'either' }),
  way('su', ['/bin/su', '-s', '/bin/sh', 'root', '-c', '/bin/rm -rf "$V"'], { by: 'root' }),
  way('setpriv', ['/usr/bin/setpriv', '--no-new-privs', '/bin/rm', '-rf', '$V'], needs('setpriv')),
  way('vim', ['/usr/bin/vim', '-es', '-u', 'NONE', '-c', '!/bin/rm -rf "$V"', '-c', 'q'], needs('vim')),
  way('tar', [
    '/bin/tar',
    '-cf',
    '/dev/null',
    '--checkpoint=1',
    '--checkpoint-action=exec=/bin/rm -rf "$V"',
    '/etc/hostname',
  ]),
  way('ssh ProxyCommand', ['/usr/bin/ssh', '-F', 'none', '-o', 'ProxyCommand=/bin/rm -rf "$V"', 'x'], needs('ssh')),
  way(
    'gcc -wrapper',
    ['/usr/bin/gcc', '-wrapper', '/bin/sh,-c,/bin/rm -rf "$V"', '-xc', '/dev/null', '-c', '-o', '/dev/null'],
    {
      ...needs('gcc'),
      stopped: 'either',
    },
  ),
  sh('systemd-run', 'systemd-run --user --wait /bin/rm -rf "$V"', {
    ...needs('systemd-run'),
    untried: 'no systemd in tests',
  }),
  sh('at', 'echo /bin/rm -rf "$V" | at now', { ...needs('at'), untried: 'no daemon in tests' }),
  sh('docker', 'docker run --rm -v /:/host alpine rm -rf "/host$V"', {
    ...needs('docker'),
    untried: 'no daemon in tests',
  }),
  sh('ssh to itself', 'ssh -o BatchMode=yes -o StrictHostKeyChecking=no localhost rm -rf "$V"', {
    ...needs('ssh'),
    untried: 'no daemon in tests',
    stopped: 'either',
  }),
  way('the real program, named in a line', ['/usr/bin/timeout', '9', '/bin/sh', '-c', '"$R/usr/bin/rm" -rf "$V"'], {
    untried: 'there are none outside',
  }),
  way('the real program, in Python', python('import os; os.system(os.environ["R"] + "/usr/bin/rm -rf $V")'), {
    ...needs('python3'),
    untried: 'there are none outside',
  }),
  sh('a copy of the real program', 'cp "$R/usr/bin/rm" "$W/x" && "$W/x" -rf "$V"', {
    untried: 'there are none outside',
    stopped: 'nothing',
  }),
  c(
    'the real program',
    'char p[4096] = ""; strcat(strcat(p, getenv("R")), "/usr/bin/rm"); return execve(p, rm, environ);',
    { untried: 'there are none outside', stopped: 'nothing' },
  ),
];
