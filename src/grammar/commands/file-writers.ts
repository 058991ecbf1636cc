// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar, GrammarCase } from '../grammar.ts';
import { type LossRow, NOTHING_LOST } from '../loss-row.ts';

/** Programs that edit the files that they are given. */
const IN_PLACE = 'mogrify dos2unix unix2dos mac2unix jpegoptim optipng';
/** Of folders, they edit the files of these names. What they find in a project may run. */
const FORMATTERS: Readonly<Record<string, LossRow>> = {
  black: { unless: '--check --diff -c --code', names: ['*.py', '*.pyi', '*.ipynb'] },
  isort: { unless: '-c --check --check-only -d --diff', names: ['*.py', '*.pyi'] },
  autopep8: { given: ['-i --in-place'], names: ['*.py'] },
  rustfmt: { unless: '--check', names: ['*.rs'] },
};
/** They put a new file in the place of the old one, whose name may be a link. */
const REPLACED: readonly LossRow[] = [{ writes: 'entry' }];
/** Programs that edit where an option says it. */
const ON_DEMAND: Readonly<Record<string, readonly [flag: string, losses: readonly LossRow[]]>> = {
  exiftool: ['-overwrite_original', REPLACED],
  'clang-format': ['-i', [{ given: ['--dry-run'], loses: 'nothing' }, ...REPLACED]],
  shfmt: ['-w --write', [{ writes: 'tree', names: ['*.sh', '*.bash', '*.bats', '*.mksh'] }]],
  gofmt: ['-w', [{ writes: 'tree', names: ['*.go'] }]],
};

function fileWriters(): Readonly<Record<string, Grammar>> {
  const MODE_BITS = '-r, -w, -x, -X, -s, -t, -u, -g, -o, -a';
  const GNU_CH = `
    -c --changes, -f --silent --quiet, -v --verbose, --no-preserve-root, --preserve-root, --reference =path
    -R --recursive, --help, --version
  `;
  const WALK = '-H, -L, -P, -h --no-dereference, --dereference, -n, -x';
  const BACKUP = '--backup [=text], -b, -S --suffix =text, -T --no-target-directory, --help, --version';
  const CONTEXT = '-Z, --context [=text]';

  const SKIPS = '-n --no-clobber --update=none --update=none-fail';
  const APPENDED: readonly LossRow[] = [{ given: ['-a'], loses: 'nothing' }];

  /** `-t DIR` names the destination, so that every operand is a source. */
  const INTO: readonly GrammarCase[] = [{ given: ['-t'], operands: 'path*' }];
  const LINKED: readonly GrammarCase[] = [{ given: ['-t'], operands: 'link*' }];

  return {
    mv: {
      source: 'mv(1) GNU coreutils 9.1; FreeBSD 14 for -h',
      losses: [
        { given: [`${SKIPS} --exchange`], loses: 'nothing' },
        { deletes: 'nothing', writes: 'entry' },
      ],
      options: `
        ${BACKUP}, ${CONTEXT}, -f --force, -i --interactive, -n --no-clobber, --no-copy, --strip-trailing-slashes
        -t --target-directory =into, -u, --update [=text], -v --verbose, --debug, --exchange, -h
      `,
      operands: 'delete* into',
      when: [{ given: ['-t'], operands: 'delete*' }],
    },
    cp: {
      source: 'cp(1) GNU coreutils 9.1; FreeBSD 14 for -X -N -c',
      losses: [
        { given: [SKIPS], loses: 'nothing' },
        { given: ['-l -s'], unless: '-f --remove-destination', loses: 'nothing' },
        { given: ['-l -s --remove-destination'], writes: 'entry' },
      ],
      options: `
        ${BACKUP}, ${CONTEXT}, -a --archive, --attributes-only, --copy-contents, -d, --debug, -f --force
        -i --interactive, -H, -l --link, -L --dereference, -n --no-clobber, -P --no-dereference, -p
        --preserve [=text], --no-preserve =text, --parents, -R -r --recursive, --reflink [=text], --remove-destination
        --sparse =text, --strip-trailing-slashes, -s --symbolic-link, -t --target-directory =into, -u
        --update [=text], -v --verbose, -x --one-file-system, --keep-directory-symlink, -X, -N, -c
      `,
      operands: 'path* into',
      when: [{ given: ['-l -s', '-t'], operands: 'link*' }, { given: ['-l -s'], operands: 'link* into' }, ...INTO],
    },
    ln: {
      source: 'ln(1) GNU coreutils 9.1',
      losses: [{ given: ['-f -i'], writes: 'entry' }, ...NOTHING_LOST],
      options: `
        ${BACKUP}, -d -F --directory, -f --force, -i --interactive, -L --logical, -n -h --no-dereference
        -P --physical, -r --relative, -s --symbolic, -t --target-directory =into, -v --verbose, -w
      `,
      operands: 'link* into',
      when: LINKED,
    },
    install: {
      source: 'install(1) GNU coreutils 9.1',
      losses: [{ given: ['-d'], loses: 'nothing' }, { writes: 'entry' }],
      options: `
        ${BACKUP}, ${CONTEXT}, -c, -C --compare, -d --directory, -D, -g --group =text, -m --mode =text
        -o --owner =text, -p --preserve-timestamps, -s --strip, --strip-program =command, -t --target-directory =into
        -v --verbose, --preserve-context, --debug
      `,
      operands: 'path* into',
      when: [{ given: ['-d'], operands: 'write*' }, ...INTO],
    },
    link: {
      source: 'link(1) GNU coreutils 9.1',
      losses: NOTHING_LOST,
      options: '--help, --version',
      operands: 'link write',
    },
    mkdir: {
      source: 'mkdir(1) GNU coreutils 9.1',
      losses: NOTHING_LOST,
      options: `${CONTEXT}, -m --mode =text, -p --parents, -v --verbose, --help, --version`,
      operands: 'write*',
    },
    mkfifo: { losses: NOTHING_LOST, options: `${CONTEXT}, -m --mode =text, --help, --version`, operands: 'write*' },
    mknod: { losses: NOTHING_LOST, options: `${CONTEXT}, -m --mode =text, --help, --version`, operands: 'write text*' },
    mktemp: {
      source: 'mktemp(1) GNU coreutils 9.1',
      effects: [{ given: ['-u'], does: 'plain' }, { does: 'writes' }],
      losses: NOTHING_LOST,
      options:
        '-d --directory, -u --dry-run, -q --quiet, --suffix =text, -p =path, --tmpdir [=path], -t, --help, --version',
      operands: 'text',
    },
    touch: {
      source: 'touch(1) GNU coreutils 9.1; FreeBSD 14 for -A',
      losses: NOTHING_LOST,
      options: `
        -a, -c --no-create, -d --date =text, -f, -h --no-dereference, -m, -r --reference =path, -t =text, --time =text
        -A =text, --help, --version
      `,
      operands: 'write*',
    },
    truncate: {
      source: 'truncate(1) GNU coreutils 9.1',
      options: '-c --no-create, -o --io-blocks, -r --reference =path, -s --size =text, --help, --version',
      operands: 'write*',
    },
    fallocate: {
      source: 'fallocate(1) util-linux 2.38',
      losses: [{ unless: '-c -d -i -p -z', loses: 'nothing' }],
      options: `
        -c --collapse-range, -d --dig-holes, -i --insert-range, -l --length =text, -n --keep-size, -o --offset =text
        -p --punch-hole, -z --zero-range, -v --verbose, -x --posix, -h --help, -V --version
      `,
      operands: 'write*',
    },
    tee: {
      source: 'tee(1) GNU coreutils 9.1',
      losses: APPENDED,
      options: '-a --append, -i --ignore-interrupts, -p, --output-error [=text], --help, --version',
      operands: 'write*',
    },
    sponge: { losses: APPENDED, source: 'sponge(1) moreutils 0.67', options: '-a', operands: 'write' },
    dd: {
      source: 'dd(1) GNU coreutils 9.1',
      options: '--help, --version',
      operands: 'text*',
      keyValues: { if: 'path', of: 'write' },
    },
    chmod: {
      source: 'chmod(1) GNU coreutils 9.1; a mode may begin with a dash',
      losses: NOTHING_LOST,
      options: `${GNU_CH}, ${MODE_BITS}, -H, -L, -P, --dereference, -h --no-dereference`,
      operands: 'text write*',
      when: [{ given: ['--reference -r -w -x -X -s -t -u -g -o -a'], operands: 'write*' }],
    },
    chown: {
      source: 'chown(1) GNU coreutils 9.1; FreeBSD 14 for -n -x',
      losses: NOTHING_LOST,
      options: `${GNU_CH}, ${WALK}, --from =text`,
      operands: 'text write*',
      when: [{ given: ['--reference'], operands: 'write*' }],
    },
    chgrp: {
      source: 'chgrp(1) GNU coreutils 9.1; FreeBSD 14 for -n -x',
      losses: NOTHING_LOST,
      options: `${GNU_CH}, ${WALK}, --from =text`,
      operands: 'text write*',
      when: [{ given: ['--reference'], operands: 'write*' }],
    },
    chattr: {
      source: 'chattr(1) e2fsprogs 1.47; `-i` takes an attribute away',
      losses: NOTHING_LOST,
      options: '-R, -V, -f, -v =text, -p =text, -a, -A, -c, -C, -d, -D, -e, -F, -i, -j, -m, -P, -s, -S, -t, -T, -u, -x',
      operands: 'text write*',
      when: [{ given: ['-a -A -c -C -d -D -e -F -i -j -m -P -s -S -t -T -u -x'], operands: 'write*' }],
    },
    chflags: {
      source: 'chflags(1) FreeBSD 14',
      losses: NOTHING_LOST,
      options: '-f, -h, -v, -x, -R, -H, -L, -P',
      operands: 'text write*',
    },
    setfacl: {
      source: 'setfacl(1) acl 2.3',
      losses: NOTHING_LOST,
      options: `
        -b --remove-all, -k --remove-default, -m --modify =text, -x --remove =text, -M --modify-file =path
        -X --remove-file =path, --set =text, --set-file =path, --mask, -n --no-mask, -d --default, -R --recursive
        -L --logical, -P --physical, --restore =path, --test, -v --version, -h --help
      `,
      operands: 'write*',
    },
    patch: {
      source: 'patch(1) GNU patch 2.7',
      effects: 'writes',
      losses: [
        { given: ['--dry-run'], loses: 'nothing' },
        { writes: 'entry', unnamed: true },
      ],
      options: `
        -b --backup, -B --prefix =text, -c --context, -d --directory =path, -D --ifdef =text, --dry-run, -e --ed
        -E --remove-empty-files, -f --force, -F --fuzz =text, -g --get =text, -i --input =path, -l --ignore-whitespace
        --merge [=text], -n --normal, -N --forward, -o --output =write, -p --strip =text, --posix
        --quoting-style =text, -r --reject-file =write, -R --reverse, --read-only =text, --reject-format =text
        -s --quiet --silent, -t --batch, -T --set-time, -u --unified, -v --version, --verbose
        -V --version-control =text, -x --debug =text, -Y --basename-prefix =text, -z --suffix =text, -Z --set-utc
        --backup-if-mismatch, --no-backup-if-mismatch, --binary, --follow-symlinks, --help
      `,
      operands: 'write path',
    },
    split: {
      source: 'split(1) GNU coreutils 9.1',
      effects: 'writes',
      options: `
        -a --suffix-length =text, --additional-suffix =text, -b --bytes =text, -C --line-bytes =text, -d
        --numeric-suffixes [=text], -x, --hex-suffixes [=text], -e --elide-empty-files, --filter =code
        -l --lines =text, -n --number =text, -t --separator =text, -u --unbuffered, --verbose, --help, --version
      `,
      operands: 'path write',
      numericOptions: true,
    },
    rename: { losses: NOTHING_LOST, anyOption: true, operands: 'text delete*' },
    ...Object.fromEntries(
      IN_PLACE.split(' ').map((name) => [name, { anyOption: true, operands: 'write*', losses: REPLACED }]),
    ),
    ...Object.fromEntries(
      Object.entries(FORMATTERS).map(([name, row]) => {
        const losses = [{ ...row, writes: 'tree' as const }, ...NOTHING_LOST];
        return [name, { anyOption: true, operands: 'write*', effects: 'runs?', losses }];
      }),
    ),
    ...Object.fromEntries(
      Object.entries(ON_DEMAND).map(([name, [flag, losses]]) => [
        name,
        {
          anyOption: true,
          options: flag,
          losses,
          ...(name !== 'exiftool' && { effects: 'runs?' }),
          singleDash: name === 'exiftool',
          when: [{ given: [flag.split(' ')[0] ?? ''], operands: 'write*' }],
        },
      ]),
    ),
    ed: {
      source: 'ed(1) GNU ed 1.19',
      effects: 'writes?',
      options: '-E -r, -G, -l, -p =text, -s, -v, -h, -V',
      operands: 'write',
    },
    ex: {
      source: 'vim(1) 9.0',
      effects: 'writes?',
      anyOption: true,
      options: '-c =code, --cmd =code, -S =path, -u =path, -T =text, -w =write',
      operands: 'write*',
    },
  };
}

/** Programs that create, overwrite, move or re-own files. */
export const FILE_WRITERS = family(
  `mv cp ln install link mkdir mkfifo mknod mktemp touch truncate fallocate tee sponge dd chmod chown chgrp
  chattr chflags setfacl patch split rename ed ex ${IN_PLACE} ${Object.keys({ ...FORMATTERS, ...ON_DEMAND }).join(' ')}`,
  fileWriters,
  'plain',
);
