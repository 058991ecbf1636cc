import type { ProgramFamily } from '../behaviour.ts';

/** Programs that manage the machine: what they change lasts, though it is no file of the user. */
export const SYSTEM_OPERATIONS: ProgramFamily = {
  rows: {
    service: [['read_local', '* status']],
    'skill xkill renice': [
      ['write_local', '**'],
      ['read_local', '-l|--list'],
    ],
    'chage vipw chfn newusers loginctl hostnamectl timedatectl localectl': [['write_local', '**']],
    'hostnamectl timedatectl localectl loginctl': [
      ['read_local', 'status, show, list, list-*, $, show-*, user-status, session-status'],
    ],
    'firewall-cmd ebtables tc': [
      ['write_local', '**'],
      ['read_local', '-L|--list, -S|--list-rules, -C|--check, list, status, --list-all, --state, -s'],
    ],
    'iptables-save ip6tables-save': [['read_local', '**']],
    'iptables-restore ip6tables-restore': [['write_local', '**']],
    sysctl: [['write_local', '*=*']],
    'depmod update-grub grub-install grub-mkconfig update-initramfs mkinitcpio dracut ldconfig update-alternatives update-ca-certificates update-rc.d chkconfig setenforce setsebool semanage restorecon aa-enforce aa-complain':
      [['write_local', '**']],
    'lvcreate lvextend vgcreate pvcreate losetup hdiutil fsck e2fsck tune2fs resize2fs': [['write_local', '**']],
    'lvs vgs pvs lvdisplay vgdisplay pvdisplay': [['read_local', '**']],
    defaults: [
      ['read_local', 'read, read-type, domains, find, export, help'],
      ['write_local', 'write, delete, rename, import'],
    ],
    'dconf gsettings xfconf-query': [
      ['read_local', 'read, list, get, list-*, range, describe, monitor, writable, dump'],
      ['write_local', 'write, set, reset, load, reset-recursively'],
    ],
    'notify-send say espeak aplay afplay paplay play beep logger wall write osd_cat': [['read_local', '**']],
    'logger wall write': [['write_local', '**']],
    'xdotool ydotool wmctrl cliclick': [['execute', '**']],
    dmesg: [['write_local', '-C|--clear, -c|--read-clear']],
    'sync fstrim': [['write_local', '**']],
    sync: [['read_local', '**']],
  },
};
