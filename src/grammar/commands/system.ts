// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';
import { NOTHING_LOST } from '../loss-row.ts';

function system(): Readonly<Record<string, Grammar>> {
  const ANY: Grammar = { anyOption: true, operands: 'text*' };
  const UNITS: Grammar = { operands: 'text*' };

  const IPTABLES: Grammar = {
    source: 'iptables(8) 1.8.9; further match and target options count as options without a value',
    effects: [{ given: ['-L -S -C'], does: 'plain' }, { does: 'writes' }],
    options: `
      -A --append =text, -C --check =text, -D --delete =text, -I --insert =text, -R --replace =text, -L --list [=text]
      -S --list-rules [=text], -F --flush [=text], -Z --zero [=text], -N --new-chain =text, -X --delete-chain [=text]
      -P --policy =text =text, -E --rename-chain =text =text, -4 --ipv4, -6 --ipv6, -p --protocol --proto =text
      -s --source --src =text, -d --destination --dst =text, -m --match =text, -j --jump =text, -g --goto =text
      -i --in-interface =text, -o --out-interface =text, -f --fragment, -c --set-counters =text =text, -v --verbose
      -w --wait [=text], -W =text, -n --numeric, -x --exact, --line-numbers, --modprobe =command, -t --table =text
      -h --help, -V --version, --dport --destination-port =text, --sport --source-port =text, --dports =text
      --sports =text, --state =text, --ctstate =text, --to-destination =text, --to-source =text, --to-ports =text
      --reject-with =text, --comment =text, --limit =text, --limit-burst =text, --mac-source =text, --icmp-type =text
      --tcp-flags =text =text, --syn, --uid-owner =text, --log-prefix =text, --set-mark =text
    `,
    anyOption: true,
    operands: 'text*',
  };

  const STOP: Grammar = {
    source: 'shutdown(8), halt(8), poweroff(8), reboot(8) systemd 252',
    options: `
      --help, -H --halt, -P --poweroff, -p, -r --reboot, -h, -k, --no-wall, -c, -f --force, -w --wtmp-only
      -d --no-wtmp, -n --no-sync, --firmware-setup, --show, -t =text, -q, -l
    `,
    operands: 'text*',
  };

  const USER = `
    -b --base-dir =path, -c --comment =text, -d --home-dir --home =path, -D --defaults, -e --expiredate =text
    -f --inactive =text, -g --gid =text, -G --groups =text, -k --skel =path, -K --key =text, -l --no-log-init
    -m --create-home, -M --no-create-home, -N --no-user-group, -o --non-unique, -p --password =text, -r --system
    -R --root =path, -P --prefix =path, -s --shell =path, -u --uid =text, -U --user-group, -Z --selinux-user =text
    -h --help, --badname, -F --add-subids-for-system, --btrfs-subvolume-home
  `;

  const SIGNALLED = `
    -s --signal =text, -SIGHUP -HUP, -SIGINT -INT, -SIGQUIT -QUIT, -SIGKILL -KILL, -SIGTERM -TERM, -SIGSTOP -STOP
    -SIGCONT -CONT, -SIGUSR1 -USR1, -SIGUSR2 -USR2
  `;

  return {
    systemctl: {
      source: 'systemctl(1) systemd 252',
      effects: [{ atMost: 0, does: 'plain' }],
      byWords: {
        plain: `status, show, cat, help, list-units, list-automounts, list-paths, list-sockets, list-timers, list-dependencies
          list-unit-files, list-machines, list-jobs, is-active, is-failed, is-enabled, is-system-running, get-default
          show-environment, log-level`,
        writes: `stop, kill, enable, disable, reenable, mask, unmask, link, edit, revert, set-property, set-default, daemon-reload
          daemon-reexec, reset-failed, set-environment, unset-environment, import-environment, preset, preset-all, clean, freeze
          thaw, cancel, add-wants, add-requires, halt, poweroff, reboot, kexec, soft-reboot, exit, switch-root, suspend, hibernate
          hybrid-sleep, suspend-then-hibernate, sleep`,
        'writes runs': 'start, restart, reload, try-restart, reload-or-restart, isolate, default, rescue, emergency',
      },
      options: `
        -t --type =text, --state =text, -p --property =text, -P =text, -a --all, -r --recursive, --reverse, --after
        --before, --with-dependencies, -l --full, --value, --show-types, --job-mode =text, -T --show-transaction
        --fail, --check-inhibitors =text, -i --ignore-inhibitors, --dry-run, -q --quiet, --no-block, --wait, --user
        --system, --failed, --no-wall, --global, --no-reload, --no-ask-password, --kill-whom --kill-who =text
        --kill-value =text, -s --signal =text, --what =text, -f --force, --message =text, --now, --root =path
        --image =path, --runtime, --preset-mode =text, -n --lines =text, -o --output =text, --firmware-setup
        --boot-loader-menu =text, --boot-loader-entry =text, --plain, --timestamp =text, --mkdir, --marked
        --read-only, -H --host =text, -M --machine =text, --no-pager, --no-legend, --legend =text, -h --help
        --version, --drop-in =text, --when =text, -C --capsule =text
      `,
      optionsEverywhere: true,
      subcommands: Object.fromEntries(
        `list-units list-automounts list-paths list-sockets list-timers is-active is-failed status show cat help
       list-dependencies start stop reload restart try-restart reload-or-restart try-reload-or-restart isolate kill clean
       freeze thaw set-property bind mount-image service-log-level service-log-target reset-failed whoami list-unit-files
       enable disable reenable preset preset-all is-enabled mask unmask link revert add-wants add-requires edit get-default
       set-default list-machines list-jobs cancel show-environment set-environment unset-environment import-environment
       daemon-reload daemon-reexec log-level log-target service-watchdogs is-system-running default rescue emergency halt
       poweroff reboot kexec soft-reboot exit switch-root suspend hibernate hybrid-sleep suspend-then-hibernate sleep`
          .split(/\s+/)
          .map((name): [string, Grammar] => [name, UNITS]),
      ),
      aliases: { condrestart: 'try-restart', 'force-reload': 'try-reload-or-restart' },
    },
    service: {
      source: 'service(8) init-system-helpers 1.65',
      effects: [{ given: ['--status-all'], does: 'plain' }, { atMost: 0, does: 'plain' }, { does: 'writes runs' }],
      options: '--status-all, --full-restart, -h --help, --version',
      operands: 'text*',
      optionsFirst: true,
    },
    launchctl: {
      ...ANY,
      byWords: { plain: 'list, print, print-disabled, help, version, getenv, blame', 'writes runs': '*' },
    },
    journalctl: {
      source: 'journalctl(1) systemd 252',
      effects: [
        { given: ['--rotate --vacuum-size --vacuum-time --vacuum-files --flush'], does: 'writes' },
        { does: 'plain' },
      ],
      options: `
      --system, --user, -M --machine =text, -m --merge, -D --directory =path, --file =path, --root =path, --image =path
      --namespace =text, -S --since =text, -U --until =text, -c --cursor =text, --after-cursor =text, --show-cursor
      --cursor-file =write, -b --boot [=text], -u --unit =text, --user-unit =text, -t --identifier =text, -p --priority =text
      --facility =text, -g --grep =text, --case-sensitive [=text], -e --pager-end, -f --follow, -n --lines [=text], --no-tail
      -r --reverse, -o --output =text, --output-fields =text, --utc, -x --catalog, --no-full, -l --full, -a --all, -q --quiet
      --no-pager, --no-hostname, --interval =text, --verify-key =text, --force, -h --help, --version, -N --fields, -F --field =text
      --list-boots, --disk-usage, --vacuum-size =text, --vacuum-files =text, --vacuum-time =text, --verify, --sync
      --relinquish-var, --smart-relinquish-var, --flush, --rotate, --header, --list-catalog, --dump-catalog, --update-catalog
      --setup-keys, -k --dmesg, -T --exclude-identifier =text, --truncate-newline
    `,
      operands: 'text*',
    },
    crontab: {
      source: 'crontab(1) cron 3.0; cronie 1.6 for -n -c -s -x -T',
      effects: [{ given: ['-e -r'], does: 'writes' }, { given: ['-l'], does: 'plain' }, { does: 'runs writes' }],
      options: '-u =text, -e, -l, -r, -i, -n =text, -c, -s, -x =text, -T =path, -V',
      operands: 'path',
    },
    at: {
      source: 'at(1) 3.2',
      effects: [{ given: ['-r -d'], does: 'writes' }, { given: ['-l -c'], does: 'plain' }, { does: 'runs writes' }],
      options: '-V, -q =text, -f =path, -M, -m, -u =text, -l, -r, -d, -b, -v, -c, -t =text',
      operands: 'text*',
    },
    iptables: IPTABLES,
    ip6tables: IPTABLES,
    'iptables-legacy': IPTABLES,
    'iptables-nft': IPTABLES,
    nft: {
      source: 'nft(8) 1.0; the command is in the operands',
      byWords: { plain: 'list', writes: '*' },
      options: `
        -h --help, -v --version, -V, -f --file =path, -D --define =text, -i --interactive, -I --includepath =path
        -c --check, -o --optimize, -a --handle, -s --stateless, -t --terse, -S --service, -N --reversedns, -u --guid
        -n --numeric, -y --numeric-priority, -p --numeric-protocol, -T --numeric-time, -j --json, -e --echo
        -d --debug =text
      `,
      operands: 'text*',
    },
    ufw: {
      source: 'ufw(8) 0.36',
      byWords: { plain: 'status', writes: '*' },
      options: '--dry-run, --force, -h --help, --version',
      operands: 'text*',
    },
    pfctl: { ...ANY, effects: [{ given: ['-s'], does: 'plain' }, { does: 'writes' }] },
    shutdown: STOP,
    reboot: STOP,
    halt: STOP,
    poweroff: STOP,
    init: { source: 'init(8) sysvinit 3.06', options: '-t =text, -e =text', operands: 'text' },
    telinit: { options: '-t =text, -e =text', operands: 'text' },
    kill: {
      source: 'kill(1) procps 4.0, bash(1) 5.2; a number behind the signal is a process (group)',
      effects: [{ given: ['-l'], does: 'plain' }, { does: 'writes' }],
      singleDash: true,
      numericOptions: 'once',
      options: `
        ${SIGNALLED}, -n =text, -l --list [=text], -L --table, -a --all, -p --pid, -q --queue =text, -h --help
        -V --version
      `,
      anyOption: true,
      operands: 'text*',
    },
    killall: {
      source: 'killall(1) psmisc 23.6',
      effects: [{ given: ['-l'], does: 'plain' }, { does: 'writes' }],
      options: `
        ${SIGNALLED}, -e --exact, -I --ignore-case, -g --process-group, -i --interactive, -l --list, -n --ns =text
        -q --quiet, -r --regexp, -u --user =text, -v --verbose, -w --wait, -y --younger-than =text
        -o --older-than =text, -V --version, -Z --context =text, -z, -m, -c =text, -d, -t =text
      `,
      numericOptions: true,
      operands: 'text*',
    },
    pkill: {
      source: 'pkill(1) procps 4.0',
      effects: [{ given: ['-l'], does: 'plain' }, { does: 'writes' }],
      options: `
        --signal =text, -SIGHUP -HUP, -SIGINT -INT, -SIGQUIT -QUIT, -SIGKILL -KILL, -SIGTERM -TERM, -SIGSTOP -STOP
        -SIGCONT -CONT, -SIGUSR1 -USR1, -SIGUSR2 -USR2, -q --queue =text, -e --echo, -c --count, -f --full
        -g --pgroup =text, -G --group =text, -i --ignore-case, -n --newest, -o --oldest, -O --older =text
        -P --parent =text, -s --session =text, -t --terminal =text, -u --euid =text, -U --uid =text, -x --exact
        -F --pidfile =path, -L --logpidfile, -r --runstates =text, -A --ignore-ancestors, --cgroup =text, --env =text
        --ns =text, --nslist =text, -H --require-handler, -d --delimiter =text, -l --list-name, -a --list-full
        -v --inverse, -w --lightweight, -I, -S
      `,
      numericOptions: true,
      operands: 'text*',
    },
    pgrep: { anyOption: true, effects: 'plain', operands: 'text*' },
    useradd: { source: 'useradd(8) shadow 4.13', options: USER, operands: 'text' },
    adduser: ANY,
    usermod: {
      source: 'usermod(8) shadow 4.13',
      options: `
        -a --append, -b --badname, -c --comment =text, -d --home =path, -e --expiredate =text, -f --inactive =text
        -g --gid =text, -G --groups =text, -l --login =text, -L --lock, -m --move-home, -o --non-unique
        -p --password =text, -P --prefix =path, -r --remove, -R --root =path, -s --shell =path, -u --uid =text
        -U --unlock, -v --add-subuids =text, -V --del-subuids =text, -w --add-subgids =text, -W --del-subgids =text
        -Z --selinux-user =text, -h --help
      `,
      operands: 'text',
    },
    userdel: {
      source: 'userdel(8) shadow 4.13',
      options: '-f --force, -h --help, -r --remove, -R --root =path, -P --prefix =path, -Z --selinux-user',
      operands: 'text',
    },
    deluser: ANY,
    groupadd: ANY,
    groupdel: ANY,
    groupmod: ANY,
    gpasswd: ANY,
    passwd: {
      source: 'passwd(1) shadow 4.13',
      options: `
        -a --all, -d --delete, -e --expire, -h --help, -i --inactive =text, -k --keep-tokens, -l --lock
        -n --mindays =text, -q --quiet, -r --repository =text, -R --root =path, -P --prefix =path, -S --status
        -u --unlock, -w --warndays =text, -x --maxdays =text, -s --stdin, -f, -g
      `,
      operands: 'text',
    },
    chpasswd: {
      source: 'chpasswd(8) shadow 4.13',
      options: '-c --crypt-method =text, -e --encrypted, -h --help, -m --md5, -R --root =path, -s --sha-rounds =text',
      operands: 'text*',
    },
    visudo: {
      source: 'visudo(8) sudo 1.9.13',
      effects: [{ given: ['-c'], does: 'plain' }, { does: 'writes' }],
      losses: NOTHING_LOST,
      options: `
        -c --check, -f --file =write, -h --help, -I --no-includes, -O --owner, -P --perms, -q --quiet, -s --strict
        -V --version, -x --export =write
      `,
      operands: 'write',
    },
    chsh: { options: '-s --shell =path, -l --list-shells, -h --help, -R --root =path', operands: 'text' },
    sysctl: {
      source: 'sysctl(8) procps 4.0',
      effects: [{ given: ['-w -p --system'], does: 'writes' }, { does: 'plain' }],
      options: `
        -a -A -X --all, --deprecated, -b --binary, -e --ignore, -N --names, -n --values, -p -f --load [=path]
        --system, -r --pattern =text, -q --quiet, -w --write, -o, -x, -d, -h --help, -V --version, --dry-run
      `,
      operands: 'text*',
    },
    modprobe: ANY,
    rmmod: ANY,
    insmod: { anyOption: true, operands: 'path text*' },
    history: {
      source: 'bash(1) 5.2',
      effects: [{ given: ['-c -d -w -a'], does: 'writes' }, { does: 'plain' }],
      options: '-c, -d =text, -a, -n, -r, -w, -p, -s',
      operands: 'text*',
      when: [
        { given: ['-r -n'], operands: 'path' },
        { given: ['-a -w'], operands: 'write' },
      ],
    },
  };
}

/** Programs that manage the running machine, its services, firewall, processes and users. */
export const SYSTEM = family(
  `systemctl service launchctl journalctl crontab at iptables ip6tables iptables-legacy iptables-nft nft ufw
  pfctl shutdown reboot halt poweroff init telinit kill killall pkill pgrep useradd adduser usermod userdel
  deluser groupadd groupdel groupmod gpasswd passwd chpasswd visudo chsh sysctl modprobe rmmod insmod history`,
  system,
  'writes',
);
