// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';
import { NOTHING_LOST } from '../loss-row.ts';

function disks(): Readonly<Record<string, Grammar>> {
  const LISTS: Grammar['effects'] = [{ given: ['-l'], does: 'plain' }, { does: 'writes' }];

  const MKE2FS: Grammar = {
    source: 'mke2fs(8) e2fsprogs 1.47',
    options: `
      -b =text, -c, -C =text, -d =path, -D, -e =text, -E =text, -F, -f =text, -g =text, -G =text, -i =text, -I =text
      -j, -J =text, -l =path, -L =text, -m =text, -M =text, -n, -N =text, -o =text, -O =text, -q, -r =text, -S
      -t =text, -T =text, -U =text, -v, -V, -z =write
    `,
    operands: 'write text',
  };

  const MKFS_ANY: Grammar = { source: 'mkfs(8) util-linux 2.38', anyOption: true, operands: 'write*' };

  const LVM_REMOVE: Grammar = {
    source: 'lvremove(8), vgremove(8), pvremove(8) LVM 2.03',
    options: `
      -f --force, -y --yes, -A --autobackup =text, --noudevsync, --nohistory, --reportformat =text, -S --select =text
      -t --test, -v --verbose, -d --debug, -h --help, --version, --config =text, --driverloaded =text, --lockopt =text
      --nolocking, --profile =text, --commandprofile =text, -q --quiet, --devices =text, --devicesfile =text
      --longhelp
    `,
    operands: 'delete*',
  };

  const SWAP: Grammar = {
    source: 'swapon(8) util-linux 2.38',
    options: `
      -a --all, -d --discard [=text], -e --ifexists, -f --fixpgsz, -o --options =text, -p --priority =text
      -s --summary, --show [=text], --noheadings, --raw, --bytes, -v --verbose, -L =text, -U =text, -h --help
      -V --version
    `,
  };

  const SUBVOLUME: Grammar = {
    abbreviatedSubcommands: true,
    subcommands: {
      create: { options: '-i =text, -p --parents', operands: 'write*' },
      delete: {
        options: `
          -c --commit-after, -C --commit-each, -i --subvolid =text, -v --verbose, -R --recursive, --delete-qgroup
          --no-delete-qgroup
        `,
        operands: 'delete*',
      },
      list: { anyOption: true },
      snapshot: { options: '-r, -i =text', operands: 'path write' },
      show: { anyOption: true },
      sync: { options: '-s =text', operands: 'path text*' },
      'get-default': {},
      'set-default': { operands: 'text path' },
      'find-new': { operands: 'path text' },
    },
  };

  const ZFS_DESTROY = '-d, -f, -n, -p, -r, -R, -v';

  return {
    mkfs: {
      source: 'mkfs(8) util-linux 2.38',
      options: '-t --type =text, -V --verbose, -h --help',
      operands: 'write*',
      anyOption: true,
    },
    mke2fs: MKE2FS,
    'mkfs.ext2': MKE2FS,
    'mkfs.ext3': MKE2FS,
    'mkfs.ext4': MKE2FS,
    'mkfs.xfs': {
      source: 'mkfs.xfs(8) 6.1',
      options: `
        -b =text, -c =text, -d =text, -f, -i =text, -K, -l =text, -L =text, -m =text, -n =text, -N, -p =path, -q
        -r =text, -s =text, -V
      `,
      operands: 'write',
    },
    'mkfs.btrfs': {
      source: 'mkfs.btrfs(8) 6.2',
      options: `
        -A --alloc-start =text, -b --byte-count =text, --csum --checksum =text, -d --data =text, -m --metadata =text
        -M --mixed, -n --nodesize =text, -s --sectorsize =text, -L --label =text, -K --nodiscard, -r --rootdir =path
        --shrink, -O --features =text, -R --runtime-features =text, -f --force, -q --quiet, -U --uuid =text
        -v --verbose, -V --version, --help
      `,
      operands: 'write*',
    },
    'mkfs.vfat': {
      source: 'mkfs.fat(8) dosfstools 4.2',
      options: `
        -a, -A, -b =text, -c, -C, -D =text, -f =text, -F =text, -g =text, -h =text, -i =text, -I, -l =path, -m =path
        -M =text, -n =text, -r =text, -R =text, -s =text, -S =text, -v
      `,
      operands: 'write text',
    },
    'mkfs.ntfs': MKFS_ANY,
    'mkfs.f2fs': MKFS_ANY,
    'mkfs.exfat': MKFS_ANY,
    'mkfs.minix': MKFS_ANY,
    'mkfs.cramfs': MKFS_ANY,
    mkswap: {
      source: 'mkswap(8) util-linux 2.38',
      options: `
        -c --check, -f --force, -q --quiet, -p --pagesize =text, -L --label =text, -v --swapversion [=text]
        -U --uuid =text, --verbose, --lock [=text], -h --help, -V --version
      `,
      operands: 'write text',
    },
    swapon: SWAP,
    swapoff: SWAP,
    fdisk: {
      source: 'fdisk(8) util-linux 2.38',
      effects: LISTS,
      options: `
        -b --sector-size =text, -B --protect-boot, -c --compatibility [=text], -L --color [=text], -l --list
        -x --list-details, -n --noauto-pt, -o --output =text, -t --type =text, -u --units [=text], -s --getsz, --bytes
        --lock [=text], -w --wipe =text, -W --wipe-partitions =text, -C --cylinders =text, -H --heads =text
        -S --sectors =text, -h --help, -V --version
      `,
      operands: 'write*',
      when: [{ given: ['-l -x -s'], operands: 'path*' }],
    },
    cfdisk: {
      options: '-L --color [=text], -r --read-only, -z --zero, --lock [=text], -h --help, -V --version',
      operands: 'write*',
    },
    sfdisk: {
      source: 'sfdisk(8) util-linux 2.38',
      effects: LISTS,
      options: `
        -A --activate, -d --dump, -J --json, -g --show-geometry, -l --list, -F --list-free, -r --reorder
        -s --show-size, -T --list-types, -V --verify, --delete, --part-label, --part-type, --part-uuid, --part-attrs
        --disk-id, --relocate =text, -a --append, -b --backup, -B --sector-size =text, --bytes, -f --force
        --move-data [=write], --no-reread, --no-tell-kernel, -n --no-act, -N --partno =text, -o --output =text
        -O --backup-file =write, -q --quiet, -X --label =text, -Y --label-nested =text, -w --wipe =text
        -W --wipe-partitions =text, --lock [=text], --color [=text], -G --show-pt-geometry, -c --id, --change-id
        --print-id, -u --unit =text, -L, -h --help, -v --version
      `,
      operands: 'write text*',
      when: [{ given: ['-d -J -l -F -s -V -T -g'], operands: 'path*' }],
    },
    sgdisk: {
      source: 'sgdisk(8) gptfdisk 1.0',
      options: `
        -a --set-alignment =text, -A --attributes =text, -b --backup =write, -B --byte-swap-name =text
        -c --change-name =text, -C --recompute-chs =text, -d --delete =text, -D --display-alignment
        -e --move-second-header, -E --end-of-largest, -f --first-in-largest, -F --first-aligned-in-largest
        -g --mbrtogpt, -G --randomize-guids, -h --hybrid =text, -i --info =text, -I --align-end
        -j --move-main-table =text, -l --load-backup =path, -L --list-types, -m --gpttombr =text, -n --new =text
        -N --largest-new =text, -o --clear, -O --print-mbr, -p --print, -P --pretend, -r --transpose =text
        -R --replicate =write, -s --sort, -S --resize-table =text, -t --typecode =text, -T --transform-bsd =text
        -u --partition-guid =text, -U --disk-guid =text, -v --verify, -V --version, -z --zap, -Z --zap-all, -?
      `,
      operands: 'write',
    },
    gdisk: { options: '-l', operands: 'write' },
    parted: {
      source: 'parted(8) 3.5; commands follow the device',
      effects: LISTS,
      options: '-h --help, -l --list, -m --machine, -j --json, -s --script, -f --fix, -v --version, -a --align =text',
      operands: 'write text*',
      optionsFirst: true,
    },
    wipefs: {
      source: 'wipefs(8) util-linux 2.38',
      options: `
        -a --all, -b --backup [=write], -f --force, -i --noheadings, -J --json, -n --no-act, -o --offset =text
        -O --output =text, -p --parsable, -q --quiet, -t --types =text, --lock [=text], -h --help, -V --version
      `,
      operands: 'path*',
      when: [{ given: ['-a -o'], operands: 'write*' }],
    },
    blkdiscard: {
      source: 'blkdiscard(8) util-linux 2.38',
      options: `
        -f --force, -o --offset =text, -l --length =text, -p --step =text, -s --secure, -z --zeroout, -v --verbose
        -q --quiet, -h --help, -V --version
      `,
      operands: 'delete',
    },
    hdparm: { anyOption: true, operands: 'write*' },
    diskutil: {
      source: 'diskutil(8) macOS 14',
      byWords: { plain: 'list, info, apfs list', writes: '*' },
      anyOption: true,
      operands: 'text*',
    },
    lvremove: LVM_REMOVE,
    vgremove: LVM_REMOVE,
    pvremove: LVM_REMOVE,
    lvreduce: {
      source: 'lvreduce(8) LVM 2.03',
      options: `
        -L --size =text, -l --extents =text, -f --force, -y --yes, -n --nofsck, -r --resizefs, -t --test, -v --verbose
      `,
      operands: 'write*',
    },
    lvresize: {
      source: 'lvresize(8) LVM 2.03',
      options: `
        -L --size =text, -l --extents =text, --poolmetadatasize =text, -i --stripes =text, -I --stripesize =text
        --alloc =text, -A --autobackup =text, --type =text, --fs =text, --reportformat =text, -f --force, -y --yes
        -n --nofsck, -r --resizefs, -t --test, -v --verbose, -q --quiet, -h --help, --longhelp, --version
      `,
      operands: 'write*',
    },
    mdadm: {
      source: 'mdadm(8) 4.2',
      options: `
        -C --create, -A --assemble, -B --build, -F --monitor --follow, -G --grow, -I --incremental, --auto-detect
        -h --help, --help-options, -V --version, -v --verbose, -q --quiet, -f --force --fail --set-faulty
        -c --config =path, -s --scan, -e --metadata =text, --homehost =text, --prefer =text, --home-cluster =text
        -n --raid-devices =text, -x --spare-devices =text, -z --size =text, -Z --array-size =text, --chunk =text
        --rounding =text, -l --level =text, -p --layout --parity =text, -b --bitmap =text, --bitmap-chunk =text
        -W --write-mostly, --write-behind [=text], --failfast, --nofailfast, --assume-clean, --write-journal =path
        -a --auto --add [=text], -N --name =text, -R --run, --re-add, --add-spare, --add-journal, -r --remove
        --replace, --with, -u --uuid =text, -m --super-minor =text, -o --readonly, -w --readwrite, -U --update =text
        --freeze-reshape, --backup-file =write, --invalid-backup, --no-degraded, --symlinks =text, -S --stop
        -D --detail, -E --examine, --examine-badblocks, -Q --query, --dump =write, --restore =path, --zero-superblock
        --kill-subarray =text, --update-subarray =text, -t --test, -X --examine-bitmap, -Y --export, --wait
        --wait-clean, --set-uuid =text, --udev-rules [=write], --data-offset =text, -y --syslog, -i --pid-file =write
        -d --delay =text, --daemonise, -1 --oneshot, --mail =text, --program --alert =command
      `,
      operands: 'write*',
      when: [{ given: ['-D -E -Q -X'], operands: 'path*' }],
    },
    cryptsetup: {
      source: 'cryptsetup(8) 2.6',
      options: `
        -v --verbose, --debug, --debug-json, -c --cipher =text, -h --hash =text, -s --key-size =text
        -d --key-file =path, --new-keyfile =path, -l --keyfile-size =text, --keyfile-offset =text
        --new-keyfile-size =text, -S --key-slot =text, --new-key-slot =text, -b --size =text, --device-size =text
        -o --offset =text, -p --skip =text, -r --readonly, -i --iter-time =text, -q --batch-mode, -t --timeout =text
        -T --tries =text, -y --verify-passphrase, --align-payload =text, --uuid =text, --allow-discards
        --header =path, --header-backup-file =write, -M --type =text, --force-password, --test-passphrase, --shared
        --master-key-file --volume-key-file =path, --use-random, --use-urandom, --perf-same_cpu_crypt, --deferred
        --cancel-deferred, --label =text, --subsystem =text, --pbkdf =text, --pbkdf-memory =text
        --pbkdf-parallel =text, --pbkdf-force-iterations =text, --priority =text, --sector-size =text
        --integrity =text, --persistent, --reduce-device-size =text, --init-only, --resume-only, --encrypt, --decrypt
        --token-id =text, --token-only, --luks2-metadata-size =text, --luks2-keyslots-size =text, --tcrypt-hidden
        --tcrypt-system, --tcrypt-backup, --veracrypt, --veracrypt-pim =text, --json-file =path, -V --version, --help
        --usage
      `,
      operands: 'text write text*',
    },
    zfs: {
      source: 'zfs(8) OpenZFS 2.2',
      byWords: { plain: 'list, get', writes: '*' },
      options: '-?, -V --version',
      subcommands: {
        destroy: { options: ZFS_DESTROY, operands: 'text*' },
        rollback: { options: '-f, -r, -R', operands: 'text*' },
        create: { options: '-p, -n, -P, -s, -u, -v, -o =text, -b =text, -V =text', operands: 'text*' },
        snapshot: { options: '-r, -o =text', operands: 'text*' },
        list: { options: '-r, -d =text, -H, -p, -o =text, -s =text, -S =text, -t =text', operands: 'text*' },
        set: { options: '-u', operands: 'text*' },
        get: { options: '-r, -d =text, -H, -p, -o =text, -s =text, -t =text', operands: 'text*' },
        inherit: { options: '-r, -S', operands: 'text*' },
        rename: { options: '-f, -p, -r, -u', operands: 'text*' },
        promote: { operands: 'text*' },
        clone: { options: '-p, -o =text', operands: 'text*' },
        mount: { options: '-O, -v, -a, -f, -l, -o =text', operands: 'text*' },
        unmount: { options: '-a, -f, -u', operands: 'text*' },
        receive: { options: '-v, -n, -s, -F, -u, -M, -h, -o =text, -x =text, -d, -e, -A, -c', operands: 'text*' },
        send: { anyOption: true, operands: 'text*' },
        allow: { anyOption: true, operands: 'text*' },
        unallow: { anyOption: true, operands: 'text*' },
        hold: { options: '-r', operands: 'text*' },
        release: { options: '-r', operands: 'text*' },
        diff: { anyOption: true, operands: 'text*' },
        upgrade: { anyOption: true, operands: 'text*' },
        'load-key': { anyOption: true, operands: 'text*' },
        'unload-key': { anyOption: true, operands: 'text*' },
        'change-key': { anyOption: true, operands: 'text*' },
        share: { anyOption: true, operands: 'text*' },
        unshare: { anyOption: true, operands: 'text*' },
        bookmark: { operands: 'text*' },
        program: { anyOption: true, operands: 'text path text*' },
      },
      aliases: { snap: 'snapshot', recv: 'receive', umount: 'unmount' },
    },
    zpool: {
      source: 'zpool(8) OpenZFS 2.2',
      byWords: { plain: 'list, get, status, history, iostat', writes: '*' },
      options: '-?, -V --version',
      subcommands: {
        destroy: { options: '-f', operands: 'text*' },
        create: { options: '-d, -f, -n, -m =path, -o =text, -O =text, -R =path, -t =text', operands: 'text write*' },
        labelclear: { options: '-f', operands: 'write*' },
        remove: { options: '-n, -p, -s, -w', operands: 'text*' },
        detach: { operands: 'text*' },
        attach: { options: '-f, -s, -w, -o =text', operands: 'text* write' },
        add: { options: '-f, -g, -L, -n, -P, -o =text', operands: 'text write*' },
        replace: { options: '-f, -s, -w, -o =text', operands: 'text* write' },
        export: { options: '-a, -f', operands: 'text*' },
        import: { anyOption: true, operands: 'text*' },
        offline: { options: '-f, -t', operands: 'text*' },
        online: { options: '-e', operands: 'text*' },
        clear: { anyOption: true, operands: 'text*' },
        list: { anyOption: true, operands: 'text*' },
        status: { anyOption: true, operands: 'text*' },
        iostat: { anyOption: true, operands: 'text*' },
        scrub: { options: '-s, -p, -w, -e', operands: 'text*' },
        trim: { anyOption: true, operands: 'text*' },
        set: { operands: 'text*' },
        get: { anyOption: true, operands: 'text*' },
        history: { anyOption: true, operands: 'text*' },
        upgrade: { anyOption: true, operands: 'text*' },
        split: { anyOption: true, operands: 'text*' },
        initialize: { anyOption: true, operands: 'text*' },
        reguid: { operands: 'text*' },
        checkpoint: { options: '-d, -w', operands: 'text*' },
        events: { anyOption: true, operands: 'text*' },
        resilver: { operands: 'text*' },
        wait: { anyOption: true, operands: 'text*' },
      },
    },
    btrfs: {
      source: 'btrfs(8) btrfs-progs 6.2; commands may be cut to a unique prefix',
      byWords: {
        plain: 'subvolume list, subvolume show, filesystem df, filesystem show, filesystem usage',
        writes: '*',
      },
      options: '-q --quiet, -v --verbose, --dry-run, --log =text, --format =text, --help, --version',
      abbreviatedSubcommands: true,
      subcommands: {
        subvolume: SUBVOLUME,
        filesystem: {
          abbreviatedSubcommands: true,
          subcommands: {
            df: { anyOption: true },
            du: { anyOption: true },
            show: { anyOption: true },
            sync: {},
            defragment: { anyOption: true, operands: 'write*' },
            resize: { anyOption: true, operands: 'text write' },
            label: { operands: 'write text' },
            usage: { anyOption: true },
            mkswapfile: { anyOption: true, operands: 'write' },
          },
        },
        device: {
          abbreviatedSubcommands: true,
          subcommands: {
            add: { options: '-K --nodiscard, -f --force, --enqueue', operands: 'write*' },
            delete: { options: '--enqueue', operands: 'delete* path' },
            remove: { options: '--enqueue', operands: 'delete* path' },
            ready: {},
            scan: { anyOption: true },
            stats: { anyOption: true },
            usage: { anyOption: true },
          },
        },
        balance: { anyOption: true, operands: 'text*' },
        check: {
          anyOption: true,
          options: '--repair, --force, --readonly',
          operands: 'path',
          when: [{ given: ['--repair'], operands: 'write' }],
        },
        'inspect-internal': { anyOption: true, operands: 'text*' },
        property: { anyOption: true, operands: 'text*' },
        qgroup: { anyOption: true, operands: 'text*' },
        quota: { anyOption: true, operands: 'text*' },
        receive: { anyOption: true, operands: 'write' },
        replace: { anyOption: true, operands: 'text path write text*' },
        rescue: { anyOption: true, operands: 'text write' },
        restore: { anyOption: true, operands: 'path write' },
        scrub: { anyOption: true, operands: 'text*' },
        send: { anyOption: true },
      },
    },
    mount: {
      source: 'mount(8) util-linux 2.38',
      effects: [{ atMost: 0, does: 'plain' }, { does: 'writes' }],
      losses: NOTHING_LOST,
      options: `
        -a --all, -c --no-canonicalize, -f --fake, -F --fork, -T --fstab =path, -i --internal-only, -l --show-labels
        --map-groups =text, --map-users =text, -m --mkdir [=text], -n --no-mtab, --options-mode =text
        --options-source =text, --options-source-force, -o --options =text, -O --test-opts =text, -r --read-only
        -t --types =text, --source =path, --target =write, --target-prefix =path, -v --verbose, -w --rw --read-write
        -N --namespace =text, -L --label =text, -U --uuid =text, -B --bind, -M --move, -R --rbind, --make-shared
        --make-slave, --make-private, --make-unbindable, --make-rshared, --make-rslave, --make-rprivate
        --make-runbindable, --onlyonce, -h --help, -V --version
      `,
      operands: 'path write',
      when: [{ given: ['-B -R -M'], operands: 'link delete' }],
    },
    umount: {
      source: 'umount(8) util-linux 2.38',
      losses: NOTHING_LOST,
      options: `
        -a --all, -A --all-targets, -c --no-canonicalize, -d --detach-loop, --fake, -f --force, -i --internal-only
        -n --no-mtab, -l --lazy, -O --test-opts =text, -R --recursive, -r --read-only, -t --types =text, -v --verbose
        -q --quiet, -N --namespace =text, -h --help, -V --version
      `,
    },
  };
}

/** Programs that make, change or wipe disks, volumes and file systems. */
export const DISKS = family(
  `mkfs mke2fs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.ntfs mkfs.f2fs mkfs.exfat
  mkfs.minix mkfs.cramfs mkswap swapon swapoff fdisk cfdisk sfdisk sgdisk gdisk parted wipefs blkdiscard
  hdparm diskutil lvremove vgremove pvremove lvreduce lvresize mdadm cryptsetup zfs zpool btrfs mount umount`,
  disks,
  'writes',
);
