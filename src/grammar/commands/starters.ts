// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

function starters(): Readonly<Record<string, Grammar>> {
  return {
    sudo: {
      source: 'sudo(8) 1.9.13',
      options: `
        -A --askpass, -B --bell, -b --background, -C --close-from =text, -D --chdir =path, -E, --preserve-env [=text]
        -e --edit, -g --group =text, -H --set-home, --help, -h --host =text, -i --login, -K --remove-timestamp
        -k --reset-timestamp, -l --list, -N --no-update, -n --non-interactive, -P --preserve-groups, -p --prompt =text
        -R --chroot =path, -r --role =text, -S --stdin, -s --shell, -T --command-timeout =text, -t --type =text
        -U --other-user =text, -u --user =text, -V --version, -v --validate
      `,
      operands: 'command text*',
      when: [{ given: ['-e'], operands: 'write*' }],
      optionsFirst: true,
    },
    doas: {
      source: 'doas(1) opendoas 6.8',
      options: '-a =text, -C =path, -L, -n, -s, -u =text',
      operands: 'command text*',
      optionsFirst: true,
    },
    env: {
      source: 'env(1) GNU coreutils 9.1',
      effects: [{ atMost: 0, does: 'variables' }, { does: 'starts' }],
      options: `
        -i --ignore-environment, -0 --null, -u --unset =text, -C --chdir =path, -S --split-string =code
        --block-signal [=text], --default-signal [=text], --ignore-signal [=text], --list-signal-handling, -v --debug
        -P =path, --help, --version
      `,
      operands: 'command text*',
      optionsFirst: true,
    },
    xargs: {
      source: 'xargs(1) GNU findutils 4.9; FreeBSD 14 for -J -R -S',
      effects: 'starts',
      options: `
        -0 --null, -a --arg-file =path, -d --delimiter =text, -E =text, -e --eof [=text], -I =text
        -i --replace [=text], -L =text, -l --max-lines [=text], -n --max-args =text, -o --open-tty
        -P --max-procs =text, -p --interactive, --process-slot-var =text, -r --no-run-if-empty, -s --max-chars =text
        --show-limits, -t --verbose, -x --exit, -J =text, -R =text, -S =text, --help, --version
      `,
      operands: 'command text*',
      optionsFirst: true,
    },
    timeout: {
      source: 'timeout(1) GNU coreutils 9.1',
      effects: 'starts',
      options: `
        --preserve-status, --foreground, -k --kill-after =text, -s --signal =text, -v --verbose, -f, -p, --help
        --version
      `,
      operands: 'text command text*',
      optionsFirst: true,
    },
    nohup: {
      source: 'nohup(1) GNU coreutils 9.1',
      options: '--help, --version',
      operands: 'command text*',
      optionsFirst: true,
    },
    nice: {
      source: 'nice(1) GNU coreutils 9.1',
      effects: 'starts',
      options: '-n --adjustment =text, --help, --version',
      numericOptions: true,
      operands: 'command text*',
      optionsFirst: true,
    },
    watch: {
      source: 'watch(1) procps 4.0',
      options: `
        -b --beep, -c --color, -C --no-color, -d --differences [=text], -e --errexit, -g --chgexit
        -n --interval =text, -p --precise, -q --equexit =text, -r --no-rerun, -t --no-title, -w --no-wrap, -x --exec
        -h --help, -v --version
      `,
      operands: 'code text*',
      optionsFirst: true,
    },
    su: {
      source: 'su(1) util-linux 2.38',
      options: `
        -c --command =code, --session-command =code, -f --fast, -g --group =text, -G --supp-group =text, -l --login
        -m -p --preserve-environment, -P --pty, -s --shell =path, -w --whitelist-environment =text, -h --help
        -V --version
      `,
      operands: 'text*',
    },
  };
}

/** Programs that start the program named by their first operand, which takes all that follows. */
export const STARTERS = family('sudo doas env xargs timeout nohup nice watch su', starters);
