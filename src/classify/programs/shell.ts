import type { ProgramFamily } from '../behaviour.ts';

/** Programs and shell builtins without a grammar, whose words are no files: they say something, or start what is judged by itself. */
export const SHELL_OPERATIONS: ProgramFamily = {
  rows: {
    [`[[ whereis whatis apropos info help yes tput clear reset cal pathchk factor arch locale getconf dirs who w users groups
      logname uptime tty stty mesg locate mlocate plocate ps top htop pidof pstree free vmstat iostat lsblk lscpu lspci lsusb
      lsmod blkid findmnt dmesg printenv fc times compgen caller sw_vers`]: [['read_local', '**']],
    // wrappers and builtins: what they start or set is judged by itself
    [`pushd popd mapfile readarray compopt suspend logout exec ionice stdbuf time chrt taskset setsid script unbuffer chronic
      ifne ts`]: [['read_local', '**']],
    tempfile: [
      ['write_local', '**'],
      ['read_local', '-u|--dry-run'],
    ],
    'pbcopy xclip xsel wl-copy': [['write_local?', '**']],
    'pbpaste wl-paste': [['read_local', '**']],
    start: [['execute', '**']],
  },
};
