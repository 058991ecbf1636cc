import type { ProgramFamily } from '../behaviour.ts';

/** Programs that manage the machine: what they change lasts, though it is no file of the user. */
export const SYSTEM_OPERATIONS: ProgramFamily = {
  rows: {
    systemctl: [
      [
        'write_local execute',
        'start, restart, reload, try-restart, reload-or-restart, isolate, default, rescue, emergency',
      ],
      [
        'write_local',
        `stop, kill, enable, disable, reenable, mask, unmask, link, edit, revert, set-property, set-default, daemon-reload
         daemon-reexec, reset-failed, set-environment, unset-environment, import-environment, preset, preset-all, clean, freeze
         thaw, cancel, add-wants, add-requires, halt, poweroff, reboot, kexec, soft-reboot, exit, switch-root, suspend, hibernate
         hybrid-sleep, suspend-then-hibernate, sleep`,
      ],
      ['read_local', 'status, show, cat, list-*, is-*, get-default, show-environment, help, log-level, $'],
    ],
    service: [
      ['read_local', '--status-all, * status'],
      ['write_local execute', '*'],
    ],
    launchctl: [
      ['read_local', 'list, print, print-disabled, help, version, getenv, blame'],
      ['write_local execute', '*'],
    ],
    journalctl: [
      ['read_local', '**'],
      ['write_local', '--rotate, --vacuum-size, --vacuum-time, --vacuum-files, --flush'],
    ],
    'kill killall pkill skill xkill renice': [
      ['write_local', '**'],
      ['read_local', '-l|--list'],
    ],
    'shutdown reboot halt poweroff init telinit': [['write_local', '**']],
    'useradd adduser usermod userdel deluser groupadd groupdel groupmod gpasswd passwd chpasswd chage vipw visudo chsh chfn newusers loginctl hostnamectl timedatectl localectl':
      [['write_local', '**']],
    visudo: [['read_local', '-c|--check']],
    'hostnamectl timedatectl localectl loginctl': [
      ['read_local', 'status, show, list, list-*, $, show-*, user-status, session-status'],
    ],
    'iptables ip6tables iptables-legacy iptables-nft nft ufw pfctl firewall-cmd ebtables tc': [
      ['write_local', '**'],
      ['read_local', '-L|--list, -S|--list-rules, -C|--check, list, status, --list-all, --state, -s'],
    ],
    'iptables-save ip6tables-save': [['read_local', '**']],
    'iptables-restore ip6tables-restore': [['write_local', '**']],
    sysctl: [
      ['read_local', '**'],
      ['write_local', '-w|--write, -p|--load|--system, *=*'],
    ],
    'modprobe rmmod insmod depmod update-grub grub-install grub-mkconfig update-initramfs mkinitcpio dracut ldconfig update-alternatives update-ca-certificates update-rc.d chkconfig setenforce setsebool semanage restorecon aa-enforce aa-complain':
      [['write_local', '**']],
    [`mkfs mke2fs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.ntfs mkfs.f2fs mkfs.exfat mkfs.minix
      mkfs.cramfs mkswap swapon swapoff fdisk cfdisk sfdisk sgdisk gdisk parted wipefs blkdiscard hdparm diskutil
      lvcreate lvremove lvextend lvreduce vgcreate vgremove pvcreate pvremove mdadm cryptsetup zfs zpool btrfs mount umount
      losetup hdiutil fsck e2fsck tune2fs resize2fs`]: [['write_local', '**']],
    'fdisk sfdisk parted': [['read_local', '-l|--list']],
    mount: [['read_local', '$']],
    'zfs zpool btrfs': [
      [
        'read_local',
        'list, get, status, history, iostat, subvolume list, subvolume show, filesystem df, filesystem show, filesystem usage',
      ],
    ],
    diskutil: [['read_local', 'list, info, apfs list']],
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
    date: [['write_local', '-s|--set']],
    hostname: [['write_local', '*']],
    dmesg: [['write_local', '-C|--clear, -c|--read-clear']],
    history: [['write_local', '-c, -d, -w, -a']],
    'sync fstrim': [['write_local', '**']],
    sync: [['read_local', '**']],
  },
};
