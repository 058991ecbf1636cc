import type { ProgramFamily } from '../behaviour.ts';

/** Programs and shell builtins whose words are no files: they say something, or start what is judged by itself. */
export const SHELL_OPERATIONS: ProgramFamily = {
  rows: {
    [`echo printf pwd true false : test [ [[ which whereis type hash whatis apropos man info help yes tput clear reset date cal
      basename dirname pathchk numfmt factor seq sleep expr nproc arch locale getconf dirs id whoami who w users groups logname
      uname hostname uptime tty stty mesg locate mlocate plocate ps top htop pgrep pidof pstree free vmstat iostat lsof lsblk
      lscpu lspci lsusb lsmod blkid findmnt namei dmesg env printenv history fc jobs times umask ulimit compgen caller
      sw_vers fzf`]: [['read_local', '**']],
    // wrappers and builtins: what they start or set is judged by itself
    [`cd pushd popd exit return break continue shift wait export unset set local declare typeset readonly read mapfile readarray
      let getopts shopt bind complete compopt alias unalias trap bg fg disown suspend logout builtin command exec nice ionice
      nohup timeout stdbuf time chrt taskset setsid xargs watch script unbuffer chronic ifne ts`]: [
      ['read_local', '**'],
    ],
    'mktemp tempfile': [
      ['write_local', '**'],
      ['read_local', '-u|--dry-run'],
    ],
    'pbcopy xclip xsel wl-copy': [['write_local?', '**']],
    'pbpaste wl-paste': [['read_local', '**']],
    'open xdg-open start': [['execute', '**']],
  },
};
