// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';
import { type LossRow, NOTHING_LOST } from '../loss-row.ts';

function archives(): Readonly<Record<string, Grammar>> {
  const TAR: Grammar = {
    source: 'tar(1) GNU tar 1.34',
    effects: [{ given: ['-x'], unless: '-O', does: 'writes' }, { does: 'plain' }],
    losses: [
      { given: ['-x'], unless: '-k --skip-old-files -O', writes: 'below', fillsHere: true },
      { given: ['-x -t -d --test-label'], loses: 'nothing' },
    ],
    bundledFirst: true,
    options: `
      -A --catenate --concatenate, -c --create, -d --diff --compare, --delete, -r --append, -t --list, -u --update
      -x --extract --get, --test-label, --check-device, --no-check-device, -g --listed-incremental =write
      --hole-detection =text, -G --incremental, --ignore-failed-read, --level =text, -n --seek, --no-seek
      --occurrence [=text], --sparse-version =text, -S --sparse, -k --keep-old-files, --keep-newer-files
      --keep-directory-symlink, --no-overwrite-dir, --one-top-level [=write], --overwrite, --overwrite-dir
      --recursive-unlink, --remove-files, --skip-old-files, -U --unlink-first, -W --verify, --ignore-command-error
      --no-ignore-command-error, -O --to-stdout, --to-command =code, --atime-preserve [=text]
      --delay-directory-restore, --no-delay-directory-restore, --group =text, --group-map =path, --mode =text
      --mtime =text, -m --touch, --no-same-owner, --no-same-permissions, --numeric-owner, --owner =text
      --owner-map =path, -p --preserve-permissions --same-permissions, --same-owner, -s --preserve-order --same-order
      --sort =text, --acls, --no-acls, --selinux, --no-selinux, --xattrs, --no-xattrs, --xattrs-exclude =text
      --xattrs-include =text, --force-local, -f --file =path, -F --info-script --new-volume-script =code
      -L --tape-length =text, -M --multi-volume, --rmt-command =command, --rsh-command =command, --volno-file =write
      -b --blocking-factor =text, -B --read-full-records, -i --ignore-zeros, --record-size =text, -H --format =text
      --old-archive --portability, --pax-option =text, --posix, -V --label =text, -a --auto-compress
      --no-auto-compress, -I --use-compress-program =code, -j --bzip2, -J --xz, --lzip, --lzma, --lzop
      -z --gzip --gunzip --ungzip, --zstd, -Z --compress --uncompress, --add-file =path, --backup [=text]
      -C --directory =path, --exclude =text, --exclude-backups, --exclude-caches, --exclude-caches-all
      --exclude-caches-under, --exclude-ignore =text, --exclude-ignore-recursive =text, --exclude-tag =text
      --exclude-tag-all =text, --exclude-tag-under =text, --exclude-vcs, --exclude-vcs-ignores, -h --dereference
      --hard-dereference, -K --starting-file =text, --newer-mtime =text, --no-null, --no-recursion, --no-unquote
      --no-verbatim-files-from, --null, -N --newer --after-date =text, --one-file-system, -P --absolute-names
      --recursion, --suffix =text, -T --files-from =path, --unquote, --verbatim-files-from, -X --exclude-from =path
      --strip-components =text, --transform --xform =text, --checkpoint [=text], --checkpoint-action =code
      --clamp-mtime, --full-time, --index-file =write, -l --check-links, --no-quote-chars =text, --quote-chars =text
      --quoting-style =text, -R --block-number, --show-defaults, --show-omitted-dirs, --show-snapshot-field-ranges
      --show-transformed-names --show-stored-names, --totals [=text], --utc, -v --verbose, --warning =text
      -w --interactive --confirmation, -o, -0, -1, -2, -3, -4, -5, -6, -7, -? --help, --restrict, --usage, --version
      --anchored, --ignore-case, --no-anchored, --no-ignore-case, --no-wildcards, --no-wildcards-match-slash
      --wildcards, --wildcards-match-slash
    `,
    when: [
      { given: ['-x'], operands: 'member*', values: { '-C': 'fill' } },
      { given: ['-t -d --test-label'], operands: 'text*' },
      { given: ['--delete'], operands: 'text*', values: { '-f': 'write' } },
      { given: ['--remove-files'], operands: 'delete*', values: { '-f': 'write' } },
      { given: ['-c -r -u -A'], values: { '-f': 'write' } },
    ],
  };

  /** the file that they are given is replaced by another beside it */
  const REPLACED: readonly LossRow[] = [{ given: ['-r'] }, { deletes: 'entry' }];
  const GZIP: Grammar = {
    source: 'gzip(1) 1.12, xz(1) 5.4, bzip2(1) 1.0, zstd(1) 1.5: the common options; the input is replaced',
    losses: REPLACED,
    options: `
      -a --ascii, -c --stdout --to-stdout, -d --decompress --uncompress, -f --force, -h --help, -k --keep, -l --list
      -L --license, -n --no-name, -N --name, -q --quiet, -r --recursive, -S --suffix =text, --synchronous, -t --test
      -v --verbose, -V --version, --fast, --best, --rsyncable, --rm, -z --compress, -e --extreme, -T --threads =text
      -F --format =text, -M --memlimit =text, -o =write, -D =path, --ultra, --long [=text], --sparse, --no-sparse, -1
      -2, -3, -4, -5, -6, -7, -8, -9, -0, -s
    `,
    operands: 'delete*',
    when: [{ given: ['-c -k -l -t'], operands: 'path*' }],
    numericOptions: true,
  };

  const COMMON = '-c --stdout --to-stdout, -d --decompress --uncompress, -f --force, -k --keep, -l --list, -t --test';
  const LZ4: Grammar = {
    source: 'lz4(1) 1.9; a second operand is the output, except with -m and -r',
    losses: REPLACED,
    anyOption: true,
    options: `${COMMON}, -m --multiple, -r, --rm, -D =path, -z --compress, -q --quiet, -v --verbose, --no-rm`,
    operands: 'path write',
    when: [
      { given: ['-c -l -t'], operands: 'path*' },
      { given: ['--rm', '-m -r'], operands: 'delete*' },
      { given: ['-m -r'], operands: 'path*' },
      { given: ['--rm'], operands: 'delete write' },
    ],
  };
  const LZOP: Grammar = {
    source: 'lzop(1) 1.04; the input stays, except with -U',
    losses: REPLACED,
    anyOption: true,
    options: `${COMMON}, -x --extract, -U --unlink --delete, -o --output =write, -p --path [=fill], -S --suffix =text`,
    when: [{ given: ['-U'], operands: 'delete*' }],
  };
  const COMPRESS: Grammar = {
    source: 'compress(1) ncompress 5.0',
    losses: REPLACED,
    options: '-d, -c, -f, -v, -V, -r, -n, -k, -C, -b =text, -z',
    operands: 'delete*',
    when: [{ given: ['-c -k'], operands: 'path*' }],
  };
  const LIKE_GZIP = 'pigz unpigz pbzip2 lbzip2 pbunzip2 lzip plzip lzma unlzma';

  const SEVEN: Grammar = {
    source: '7-Zip 23: command, archive, files; -sdel deletes what it packed',
    singleDash: true,
    anyOption: true,
    options: '-sdel',
    byWords: { plain: 'l, t', writes: 'x, e, a, d, u' },
    operands: 'text write path*',
    when: [{ given: ['-sdel'], operands: 'text write delete*' }],
  };

  return {
    tar: TAR,
    gtar: TAR,
    bsdtar: { ...TAR, anyOption: true },
    zip: {
      source: 'zip(1) Info-ZIP 3.0',
      losses: [{ given: ['--show-files'], loses: 'nothing' }, { writes: 'entry' }],
      options: `
        -a --ascii, -A --adjust-sfx, -b --temp-path =write, -B, -c --entry-comments, -d --delete, -D --no-dir-entries
        -db --display-bytes, -dc --display-counts, -dd --display-dots, -df --datafork, -dg --display-globaldots
        -ds --dot-size =text, -du --display-usize, -dv --display-volume, -e --encrypt, -E, -f --freshen, -F --fix
        -FF --fixfix, -FI --fifo, -FS --filesync, -g --grow, -h -? --help, -h2, -i --include =text, -I --no-image, -ic
        --ignore-case, -j --junk-paths, -jj, -J --junk-sfx, -k --DOS-names, -l --to-crlf, -ll --from-crlf
        -L --license, -la --log-append, -lf --logfile-path =write, -li --log-info, -m --move, -MM --must-match
        -n --suffixes =text, -nw --no-wild, -N, -o --latest-time, -O --output-file =write, -p --paths
        -P --password =text, -q --quiet, -Q --Q-flag =text, -r --recurse-paths, -R --recurse-patterns, -RE --regex
        -s --split-size =text, -sc --show-command, -sf --show-files, -so --show-options, -sp -sb --split-pause, -su
        -sU, -sv --split-verbose, -S, -t --from-date =text, -tt --before-date =text, -T --test
        -TT --unzip-command =code, -u --update, -U --copy, -UN =text, -v --verbose, -V, -w, -ws --wild-stop-dirs, -W
        -x --exclude =text, -X --strip-extra, -y --symlinks, -z, --archive-comment, -Z --compression-method =text
        -@ --names-stdin, -$, -!, -0, -1, -2, -3, -4, -5, -6, -7, -8, -9
      `,
      operands: 'write path*',
      when: [
        { given: ['-m'], operands: 'write delete*' },
        { given: ['-d'], operands: 'write text*' },
      ],
    },
    unzip: {
      source: 'unzip(1) Info-ZIP 6.0',
      effects: [{ given: ['-l -p -t -v -z -Z -c'], does: 'plain' }, { does: 'writes' }],
      // without -o it asks before each file, and takes silence for a no
      losses: [{ given: ['-o'], unless: '-l -t -p -c -z -n -Z', fillsHere: true }, ...NOTHING_LOST],
      options: `
        -Z, -A, -c, -f, -l, -p, -t, -T, -u, -v, -z, -a, -b, -B, -C, -D, -E, -F, -i, -j, -J, -K, -L, -M, -n, -N, -o
        -P =text, -q, -s, -S, -U, -V, -W, -X, -Y, -:, -/, -^, -2, -h, -d =fill, -x, -O =text, -I =text
      `,
      operands: 'path text*',
    },
    gzip: GZIP,
    gunzip: GZIP,
    bzip2: GZIP,
    bunzip2: GZIP,
    xz: GZIP,
    unxz: GZIP,
    zstd: { ...GZIP, anyOption: true, operands: 'path*', when: [{ given: ['--rm'], operands: 'delete*' }] },
    unzstd: { ...GZIP, anyOption: true, operands: 'path*', when: [{ given: ['--rm'], operands: 'delete*' }] },
    zstdmt: { ...GZIP, anyOption: true, operands: 'path*', when: [{ given: ['--rm'], operands: 'delete*' }] },
    ...Object.fromEntries(LIKE_GZIP.split(' ').map((name) => [name, { ...GZIP, anyOption: true }])),
    brotli: {
      source: 'brotli(1) 1.0',
      losses: REPLACED,
      anyOption: true,
      options: `${COMMON}, -j --rm, -n --no-copy-stat, -o --output =write, -D --dictionary =path, -S --suffix =text`,
      when: [{ given: ['-j'], operands: 'delete*' }],
    },
    pixz: {
      source: 'pixz(1) 1.0',
      losses: [{ deletes: 'entry' }],
      options: '-d, -l, -k, -t, -i =path, -o =write, -p =text, -x',
      operands: 'delete write',
      when: [{ given: ['-k -l -x'], operands: 'path write' }],
      numericOptions: true,
    },
    compress: COMPRESS,
    uncompress: COMPRESS,
    lz4: LZ4,
    unlz4: LZ4,
    lzop: LZOP,
    zcat: { ...GZIP, operands: 'path*', when: [] },
    '7z': SEVEN,
    '7za': SEVEN,
    '7zz': SEVEN,
    unrar: { anyOption: true, effects: 'writes', operands: 'text path fill' },
    cpio: {
      source: 'cpio(1) GNU cpio 2.13',
      effects: 'writes',
      losses: [
        { given: ['-t'], loses: 'nothing' },
        { given: ['-i'], fillsHere: true },
        { given: ['-p'], writes: 'below' },
      ],
      anyOption: true,
      options: `
        -i --extract, -o --create, -p --pass-through, -t --list, -d --make-directories, -u --unconditional
        -F -I --file =path, -O =write, -D --directory =path, -H --format =text, -m, -v --verbose, -a, -A, -B
        -0 --null
      `,
      operands: 'write*',
      when: [{ given: ['-i'], operands: 'text*', values: { '-D': 'fill' } }],
    },
  };
}

/** Programs that pack and unpack. */
export const ARCHIVES = family(
  `tar gtar bsdtar zip unzip gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd zstdmt pigz unpigz pbzip2 lbzip2 pbunzip2
  lzip plzip lzma unlzma brotli pixz compress uncompress lz4 unlz4 lzop zcat 7z 7za 7zz unrar cpio`,
  archives,
  'plain',
);
