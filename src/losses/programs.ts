import type { PathEffect } from './effect.ts';

const NOTHING: PathEffect = { deletes: 'nothing', writes: 'nothing', fills: 'nothing' };

/** They make, or change what is no content; or leave alone what is there already; or move it where it can be found; or keep books of their own. */
const HARMLESS =
  'mkdir touch mkfifo mknod mktemp chmod chown chgrp chattr chflags setfacl mount umount rmdir link trash rename visudo sqlite3 git';
/** They put a new file in the place of the old one, whose name may be a link. */
const REPLACING =
  'patch perl ruby awk gawk mawk exiftool mogrify dos2unix unix2dos mac2unix jpegoptim optipng clang-format';
/** The file that they are given is replaced by another beside it. */
const COMPRESSORS =
  'gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd zstdmt pigz unpigz pbzip2 lbzip2 pbunzip2 lzip plzip lzma unlzma brotli pixz compress uncompress lz4 unlz4 lzop';

const named = (names: string, rows: readonly PathEffect[]) =>
  Object.fromEntries(names.split(' ').map((name) => [name, rows]));

/** Formatters: of folders, the files that they know. */
const formats = (unless: string, names: string): readonly PathEffect[] => [
  { unless, writes: 'tree', names: names.split(' ') },
  NOTHING,
];

const RSYNC_DELETES =
  '--del --delete --delete-before --delete-during --delete-delay --delete-after --delete-excluded --delete-missing-args';
const SKIPS = '-n --no-clobber --update=none --update=none-fail';

/**
 * What programs do to paths where their grammar's kinds say too much or too little; of all others, what is deleted is lost as a tree, and what
 * is written loses its content. Sources: the manuals named at their grammars.
 */
export const PATH_EFFECTS: Readonly<Record<string, readonly PathEffect[]>> = {
  ...named(HARMLESS, [NOTHING]),
  ...named(REPLACING, [{ given: ['--dry-run'], ...NOTHING }, { writes: 'entry' }]),
  ...named(COMPRESSORS, [{ given: ['-r'], deletes: 'tree' }, { deletes: 'entry' }]),
  ...named('rm grm srm', [{ given: ['-r'] }, { deletes: 'entry' }]),
  unlink: [{ deletes: 'entry' }],
  'del-cli': [{ given: ['-d'], ...NOTHING }],
  // the bytes go, by whatever name they are found
  shred: [{ given: ['-u --remove'], deletes: 'entry' }, { deletes: 'content' }],
  ...named('mv gmv', [
    { given: [`${SKIPS} --exchange`], ...NOTHING },
    { deletes: 'nothing', writes: 'entry' },
  ]),
  ...named('cp gcp', [
    { given: [SKIPS], ...NOTHING },
    { given: ['-l -s'], unless: '-f --remove-destination', ...NOTHING },
    { given: ['-l -s --remove-destination'], writes: 'entry' },
  ]),
  ...named('ln gln', [{ given: ['-f -i'], writes: 'entry' }, NOTHING]),
  install: [{ given: ['-d'], ...NOTHING }, { writes: 'entry' }],
  rsync: [
    { given: ['-n --list-only'], ...NOTHING },
    { given: ['--remove-source-files'], unless: RSYNC_DELETES, deletes: 'nothing', writes: 'entry' },
    { deletes: 'below', writes: 'entry' },
  ],
  ...named('tee sponge', [{ given: ['-a'], ...NOTHING }]),
  ...named('sed gsed', [{ given: ['--follow-symlinks'] }, { writes: 'entry' }]),
  fallocate: [{ unless: '-c -d -i -p -z', ...NOTHING }],
  ...named('tar gtar bsdtar', [
    { given: ['-x'], unless: '-k --skip-old-files -O', writes: 'below', fillsHere: true },
    { given: ['-x -t -d --test-label'], ...NOTHING },
  ]),
  // without -o it asks before each file, and takes silence for a no
  unzip: [{ given: ['-o'], unless: '-l -t -p -c -z -n -Z', fillsHere: true }, NOTHING],
  zip: [{ given: ['--show-files'], ...NOTHING }, { writes: 'entry' }],
  cpio: [
    { given: ['-t'], ...NOTHING },
    { given: ['-i'], fillsHere: true },
    { given: ['-p'], writes: 'below' },
  ],
  curl: [
    { given: ['-a'], ...NOTHING },
    { given: ['--output-dir'], fills: 'nothing' },
  ],
  // a name that is taken gets a number, unless it mirrors
  wget: [{ given: ['-nc'], ...NOTHING }, { given: ['-r -m -N -p'] }, { fills: 'nothing' }],
  black: formats('--check --diff -c --code', '*.py *.pyi *.ipynb'),
  isort: formats('-c --check --check-only -d --diff', '*.py *.pyi'),
  autopep8: [{ given: ['-i --in-place'], writes: 'tree', names: ['*.py'] }, NOTHING],
  rustfmt: formats('--check', '*.rs'),
  gofmt: formats('-d -l', '*.go'),
  shfmt: formats('-d --diff', '*.sh *.bash *.bats *.mksh'),
};
