import type { Job } from './job.ts';

const job = (name: string, needs: string, line: string, more: Partial<Job> = {}): Job => ({
  ...{ name, needs, line, whole: true, ...more },
});

export const SYSTEM_JOBS: readonly Job[] = [
  job(
    'tar, gzip, zip',
    'tar gzip zip unzip',
    'mkdir d && echo 1 >d/a && chmod 640 d/a && tar czf d.tgz d && tar tvf d.tgz | cut -c1-10 && zip -qr d.zip d && rm -r d && tar xzf d.tgz && unzip -qo d.zip && cat d/a && mkdir -p /tmp/safeshell-job && tar xf d.tgz -C /tmp/safeshell-job && ls /tmp/safeshell-job && rm -r /tmp/safeshell-job',
  ),
  job(
    'ssh-keygen into the project',
    'ssh-keygen',
    'ssh-keygen -q -t ed25519 -N "" -C x -f ./key && ls && ssh-keygen -y -f key | cut -c1-11 && ssh-keygen -R host -f ./known 2>/dev/null; echo $?',
  ),
  job(
    'ssh-agent',
    'ssh-agent ssh-keygen',
    'eval "$(ssh-agent -s)" >/dev/null && ssh-keygen -q -t ed25519 -N "" -f ./key && ssh-add -q key && ssh-add -l | cut -d" " -f1 && ssh-agent -k >/dev/null',
  ),
  job(
    'vim in a terminal',
    'vim script',
    `printf 'ihello\\033:wq\\r' | TERM=xterm script -qec 'vim -u NONE x.txt' /dev/null >/dev/null; cat x.txt; ls -A`,
  ),
  job('vim with its history', 'vim', 'echo 1 >x.txt; vim -Nes -i "$HOME/.viminfo" -c "s/1/2/" -c wq x.txt; cat x.txt'),
  job(
    'ed, sed, patch',
    'ed sed patch',
    `printf '1\\n2\\n' >x; printf '1s/1/one/\\nw\\nq\\n' | ed -s x; cp x y; sed -i s/2/two/ y; diff -u x y >p; patch -s x p; cat x`,
  ),
  job(
    'a pager',
    'less script',
    `seq 100 >x; printf 'G/50\\rq' | TERM=xterm script -qec 'less x' /dev/null | grep -ac 100`,
  ),
  job(
    'tmux',
    'tmux',
    'tmux -L safeshell-job new-session -d "echo in tmux >out; tty >/dev/null && echo tty >>out; tmux wait-for -S done" \\; wait-for done; cat out; tmux -L safeshell-job kill-server 2>/dev/null; true',
  ),
  job(
    'screen',
    'screen script',
    'TERM=xterm script -qec "screen -D -m -S safeshell-job sh -c \'echo in screen >out; tty >/dev/null && echo tty >>out\'" /dev/null; cat out',
  ),
  job(
    'gpg with a keyring of the project',
    'gpg gpgconf',
    'mkdir -m 700 keys && export GNUPGHOME=$PWD/keys && gpg -q --batch --passphrase "" --quick-gen-key dev@example.com ed25519 sign never 2>/dev/null; echo 1 >x && gpg -q --batch -b x && gpg -q --verify x.sig x 2>&1 | grep -c Good; gpgconf --kill all; gpgconf --remove-socketdir 2>/dev/null; ls; rm -r keys',
  ),
  job(
    'an interactive shell',
    'bash script',
    `printf 'echo $((6*7))\\nexit 3\\n' | script -qec 'bash --norc -i' /dev/null >out; echo $?; grep -c 42 out; rm out`,
  ),
  job(
    'terminals: /dev/tty, stty, inherited ones',
    'script stty',
    `script -qec 'stty -echo; echo to the terminal >/dev/tty; tty | grep -c pts; exec 3<>/dev/tty; echo three >&3; bash -c "echo four >$(tty)"' /dev/null`,
  ),
  job(
    'pipes, locks, substitution of processes',
    'mkfifo flock',
    'mkfifo p && { echo through >p & } && cat p && flock lock -c "echo locked" && diff <(seq 3) <(seq 3) && cat <<<here && rm p',
  ),
  job(
    'jobs, signals, xargs',
    'xargs timeout',
    'sleep 60 & kill %1; wait %1; echo $?; timeout 0.1 sleep 60; echo $?; (trap "echo term" TERM; kill $BASHPID); seq 4 | xargs -P2 -n1 | sort; nohup true </dev/null >/dev/null; nice true; echo $?',
  ),
  job(
    'sqlite3',
    'sqlite3',
    'sqlite3 x.db "create table t(a); insert into t values (1); select * from t; vacuum;" && ls',
  ),
  job(
    'openssl, checksums',
    'openssl',
    'openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout k -out c -subj /CN=x 2>/dev/null && openssl x509 -in c -noout -subject && ls && echo 1 | sha256sum',
  ),
  job(
    'rsync, cp, mv, ln, find, touch',
    'rsync find',
    'mkdir -p a/b && echo 1 >a/b/c && rsync -a a/ d && cp -a a e && mv e f && ln -s f g && ln a/b/c h && touch -d 2020-01-01 h && chmod 600 h && find . -type f -name c | sort && find . -name h -delete && ls',
  ),
  job('busybox', 'busybox', 'busybox sh -c "echo 1 >x; cat x; mktemp >/dev/null && echo made"'),
  job(
    'a project that is reached by a link',
    'git make',
    'cd "$HOME/link" && make -s && git add -A && git commit -qm x && git log --format=%s',
    {
      files: { Makefile: 'all:\n\t@echo x >made; ls\n' },
      before: 'git init -q && ln -sfn "$PWD" "$HOME/link"',
      whole: false,
    },
  ),
  job(
    'a project in /tmp',
    'git make',
    'd=$(mktemp -d) && cp Makefile "$d" && cd "$d" && git init -q && make -s && git add -A && git commit -qm x && git log --format=%s; rm -rf "$d"',
    { files: { Makefile: 'all:\n\t@echo x >made; ls\n' }, whole: false },
  ),
  job('a wall within a wall', 'make', 'make -s', {
    files: {
      Makefile:
        'all:\n\t@safeshell confine -- sh -c "echo x >made; ls"; $(MAKE) -s two\ntwo:\n\t@python3 -c "print(2)"\n',
    },
    whole: false,
  }),
];
