// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import type { Effects } from '../effect.ts';
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

/** Programs that only read whatever file they are given; nothing of their options matters. */
const VIEWERS =
  'bat batcat glow most zless zmore pr eza exa lsd delta difft look jless gron pygmentize highlight cloc tokei ' +
  'shasum md5 crc32 b3sum getfacl lsattr getfattr namei fzf xmllint lsof fmt numfmt';
/** Programs that do more with it, by what that is; of the last it is not known. */
const OPENERS: readonly (readonly [names: string, effects: Effects | undefined])[] = [
  ['shellcheck yamllint jsonlint', 'runs?'],
  ['open xdg-open', 'runs'],
  ['code cursor zed subl', 'writes?'],
  ['fx xq tomlq fuser inotifywait safeshell', undefined],
];
const OPENED = OPENERS.map(([names]) => names).join(' ');

function fileReaders(): Readonly<Record<string, Grammar>> {
  const COUNTED =
    '-c --bytes =text, -n --lines =text, -q --quiet --silent, -v --verbose, -z --zero-terminated, --help, --version';
  const SUMS: Grammar = {
    source: 'sha256sum(1) GNU coreutils 9.1',
    effects: [{ given: ['-c'], does: 'indirect' }, { does: 'reads' }],
    options: `
      -b --binary, -c --check, --tag, -t --text, -z --zero, --ignore-missing, --quiet, --status, --strict, -w --warn
      --help, --version, -a --algorithm =text, -l --length =text
    `,
  };

  const HEXDUMP: Grammar = {
    source: 'hexdump(1) util-linux 2.38',
    effects: 'reads',
    options: `
      -b --one-byte-octal, -X --one-byte-hex, -c --one-byte-char, -C --canonical, -d --two-bytes-decimal
      -e --format =text, -f --format-file =path, -L --color [=text], -n --length =text, -o --two-bytes-octal
      -s --skip =text, -v --no-squeezing, -x --two-bytes-hex, -h --help, -V --version
    `,
  };
  const named = (names: string, effects: Effects | undefined) =>
    names.split(' ').map((name) => [name, { anyOption: true, ...(effects !== undefined && { effects }) }] as const);

  return {
    ...Object.fromEntries([
      ...named(VIEWERS, 'plain'),
      ...OPENERS.flatMap(([names, effects]) => named(names, effects)),
    ]),
    nl: {
      source: 'nl(1) GNU coreutils 9.1',
      effects: 'reads',
      options: `
        -b --body-numbering =text, -d --section-delimiter =text, -f --footer-numbering =text, -h --header-numbering =text
        -i --line-increment =text, -l --join-blank-lines =text, -n --number-format =text, -p --no-renumber
        -s --number-separator =text, -v --starting-line-number =text, -w --number-width =text, --help, --version
      `,
    },
    od: {
      source: 'od(1) GNU coreutils 9.1',
      effects: 'reads',
      options: `
        -A --address-radix =text, --endian =text, -j --skip-bytes =text, -N --read-bytes =text, -S --strings [=text]
        -t --format =text, -v --output-duplicates, -w --width [=text], --traditional, -a, -b, -c, -d, -f, -i, -l, -o
        -s, -x, --help, --version
      `,
    },
    hd: HEXDUMP,
    hexdump: HEXDUMP,
    strings: {
      source: 'strings(1) GNU binutils 2.40',
      effects: 'reads',
      options: `
        -a --all, -d --data, -f --print-file-name, -n --bytes =text, -t --radix =text, -o, -e --encoding =text
        -w --include-all-whitespace, -s --output-separator =text, -h --help, -v -V --version
      `,
      numericOptions: true,
    },
    readlink: {
      source: 'readlink(1) GNU coreutils 9.1',
      effects: 'reads',
      options: `
        -f --canonicalize, -e --canonicalize-existing, -m --canonicalize-missing, -n --no-newline, -q --quiet
        -s --silent, -v --verbose, -z --zero, --help, --version
      `,
    },
    realpath: {
      source: 'realpath(1) GNU coreutils 9.1',
      effects: 'reads',
      options: `
        -e --canonicalize-existing, -m --canonicalize-missing, -L --logical, -P --physical, -q --quiet
        --relative-to =path, --relative-base =path, -s --strip --no-symlinks, -z --zero, --help, --version
      `,
    },
    tree: {
      source: 'tree(1) 2.1',
      effects: [{ given: ['-l --fromfile --fromtabfile -R'], does: 'indirect' }, { does: 'reads' }],
      options: `
        -a, -d, -l, -f, -x, -L =text, -R, -P =text, -I =text, --gitignore, --gitfile =path, --infofile =path
        --ignore-case, --matchdirs, --metafirst, --prune, --info, --noreport, --charset =text, --filelimit =text
        -q, -N, -Q, -p, -u, -g, -s, -h, --si, --du, -D, --timefmt =text, -F, --inodes, --device, -v, -t, -c, -U, -r
        --dirsfirst, --filesfirst, --sort =text, -i, -A, -S, -n, -C, -X, -J, -H =text, -T =text, --nolinks
        --hintro =path, --houtro =path, -o =write, --fromfile, --fromtabfile, --fflinks, --help, --version
      `,
    },
    cmp: {
      source: 'cmp(1) GNU diffutils 3.8',
      effects: 'reads',
      options: `
        -b --print-bytes, -i --ignore-initial =text, -l --verbose, -n --bytes =text, -s --quiet --silent, --help
        -v --version
      `,
      operands: 'path path text*',
    },
    comm: {
      source: 'comm(1) GNU coreutils 9.1',
      effects: 'reads',
      options: `
        -1, -2, -3, --check-order, --nocheck-order, --output-delimiter =text, --total, -z --zero-terminated, --help
        --version
      `,
    },
    join: {
      source: 'join(1) GNU coreutils 9.1',
      effects: 'reads',
      options: `
        -a =text, -e =text, -i --ignore-case, -j =text, -o =text, -t =text, -v =text, -1 =text, -2 =text, --check-order
        --nocheck-order, --header, -z --zero-terminated, --help, --version
      `,
    },
    paste: {
      source: 'paste(1) GNU coreutils 9.1',
      effects: 'reads',
      options: '-d --delimiters =text, -s --serial, -z --zero-terminated, --help, --version',
    },
    fold: {
      source: 'fold(1) GNU coreutils 9.1',
      effects: 'reads',
      options: '-b --bytes, -s --spaces, -w --width =text, --help, --version',
    },
    column: {
      source: 'column(1) util-linux 2.38',
      effects: 'reads',
      options: `
        -t --table, -n --table-name =text, -O --table-order =text, -N --table-columns =text, -C --table-column =text
        -l --table-columns-limit =text, -E --table-noextreme =text, -d --table-noheadings, -e --table-header-repeat
        -H --table-hide =text, -R --table-right =text, -T --table-truncate =text, -W --table-wrap =text
        -L --keep-empty-lines, -J --json, -r --tree =text, -i --tree-id =text, -p --tree-parent =text
        -c --output-width =text, -o --output-separator =text, -s --separator =text, -x --fillrows, -h --help
        -V --version
      `,
    },
    rev: { source: 'rev(1) util-linux 2.38', effects: 'reads', options: '-0 --zero, -h --help, -V --version' },
    expand: {
      source: 'expand(1) GNU coreutils 9.1',
      effects: 'reads',
      options: '-i --initial, -t --tabs =text, --help, --version',
    },
    unexpand: {
      source: 'unexpand(1) GNU coreutils 9.1',
      effects: 'reads',
      options: '-a --all, --first-only, -t --tabs =text, --help, --version',
    },
    nproc: {
      source: 'nproc(1) GNU coreutils 9.1',
      effects: 'reads',
      options: '--all, --ignore =text, --help, --version',
    },
    sum: { source: 'sum(1) GNU coreutils 9.1', effects: 'reads', options: '-r, -s --sysv, --help, --version' },
    colordiff: { anyOption: true, effects: 'plain' },
    ls: {
      source: 'ls(1) GNU coreutils 9.1; FreeBSD 14 for -y -O -@ -%',
      effects: 'reads',
      options: `
        -a --all, -A --almost-all, --author, -b --escape, --block-size =text, -B --ignore-backups, -c, -C
        --color [=text], -d --directory, -D --dired, -f, -F --classify [=text], --file-type, --format =text
        --full-time, -g, --group-directories-first, -G --no-group, -h --human-readable, --si
        -H --dereference-command-line, --dereference-command-line-symlink-to-dir, --hide =text, --hyperlink [=text]
        --indicator-style =text, -i --inode, -I --ignore =text, -k --kibibytes, -l, -L --dereference, -m
        -n --numeric-uid-gid, -N --literal, -o, -p, -q --hide-control-chars, --show-control-chars, -Q --quote-name
        --quoting-style =text, -r --reverse, -R --recursive, -s --size, -S, --sort =text, --time =text
        --time-style =text, -t, -T --tabsize =text, -u, -U, -v, -w --width =text, -x, -X, -Z --context, --zero, -1
        --help, --version, -y, -O, -@, -%
      `,
    },
    cat: {
      source: 'cat(1) GNU coreutils 9.1',
      effects: 'reads',
      options: `
        -A --show-all, -b --number-nonblank, -e, -E --show-ends, -n --number, -s --squeeze-blank, -t, -T --show-tabs
        -u, -v --show-nonprinting, --help, --version
      `,
    },
    tac: { options: '-b --before, -r --regex, -s --separator =text, --help, --version' },
    head: { source: 'head(1) GNU coreutils 9.1', effects: 'reads', options: COUNTED, numericOptions: true },
    tail: {
      source: 'tail(1) GNU coreutils 9.1',
      effects: 'reads',
      options: `
        ${COUNTED}, -f, --follow [=text], -F, --max-unchanged-stats =text, --pid =text, --retry
        -s --sleep-interval =text, -r
      `,
      numericOptions: true,
    },
    less: {
      source: 'less(1) 590',
      effects: 'plain',
      options: `
        -? --help, -a --search-skip-screen, -A --SEARCH-SKIP-SCREEN, -b --buffers =text, -B --auto-buffers
        -c --clear-screen, -C --CLEAR-SCREEN, -d --dumb, -D --color =text, -e --quit-at-eof, -E --QUIT-AT-EOF
        -f --force, -F --quit-if-one-screen, -g --hilite-search, -G --HILITE-SEARCH, -h --max-back-scroll =text
        -i --ignore-case, -I --IGNORE-CASE, -j --jump-target =text, -J --status-column, -k --lesskey-file =path
        --lesskey-src =path, -K --quit-on-intr, -L --no-lessopen, -m --long-prompt, -M --LONG-PROMPT
        -n --line-numbers, -N --LINE-NUMBERS, -o --log-file =write, -O --LOG-FILE =write, -p --pattern =text
        -P --prompt =text, -q --quiet --silent, -Q --QUIET --SILENT, -r --raw-control-chars, -R --RAW-CONTROL-CHARS
        -s --squeeze-blank-lines, -S --chop-long-lines, -t --tag =text, -T --tag-file =path, -u --underline-special
        -U --UNDERLINE-SPECIAL, -V --version, -w --hilite-unread, -W --HILITE-UNREAD, -x --tabs =text, -X --no-init
        -y --max-forw-scroll =text, -z --window =text, -" --quotes =text, -~ --tilde, -# --shift =text, --file-size
        --follow-name, --incsearch, --line-num-width =text, --mouse, --MOUSE, --no-keypad, --no-histdups
        --rscroll =text, --save-marks, --search-options =text, --status-col-width =text, --status-line
        --use-backslash, --use-color, --wheel-lines =text, --wordwrap, --header =text, --show-preproc-errors
        --no-number-headers, +F, +G
      `,
      numericOptions: true,
    },
    more: {
      source: 'more(1) util-linux 2.38',
      effects: 'plain',
      options: `
        -d --silent, -f --logical, -l --no-pause, -c --print-over, -p --clean-print, -e --exit-on-eof, -s --squeeze
        -u --plain, -n --lines =text, -h --help, -V --version
      `,
      numericOptions: true,
    },
    sort: {
      source: 'sort(1) GNU coreutils 9.1',
      effects: [
        { given: ['--files0-from'], does: 'indirect' },
        { given: ['--compress-program'], does: 'plain' },
        { does: 'reads' },
      ],
      options: `
        -b --ignore-leading-blanks, -d --dictionary-order, -f --ignore-case, -g --general-numeric-sort
        -i --ignore-nonprinting, -M --month-sort, -h --human-numeric-sort, -n --numeric-sort, -R --random-sort
        --random-source =path, -r --reverse, --sort =text, -V --version-sort, --batch-size =text, -c -C
        --check [=text], --compress-program =command, --debug, --files0-from =path, -k --key =text, -m --merge
        -o --output =write, -s --stable, -S --buffer-size =text, -t --field-separator =text
        -T --temporary-directory =write, --parallel =text, -u --unique, -z --zero-terminated, --help, --version
      `,
    },
    uniq: {
      source: 'uniq(1) GNU coreutils 9.1',
      effects: 'reads',
      options: `
        -c --count, -d --repeated, -D, --all-repeated [=text], -f --skip-fields =text, --group [=text]
        -i --ignore-case, -s --skip-chars =text, -u --unique, -z --zero-terminated, -w --check-chars =text, --help
        --version
      `,
      operands: 'path write',
    },
    cut: {
      source: 'cut(1) GNU coreutils 9.1',
      effects: 'reads',
      options: `
        -b --bytes =text, -c --characters =text, -d --delimiter =text, -f --fields =text, -n, --complement
        -s --only-delimited, --output-delimiter =text, -z --zero-terminated, --help, --version
      `,
    },
    wc: {
      source: 'wc(1) GNU coreutils 9.1',
      effects: [{ given: ['--files0-from'], does: 'indirect' }, { does: 'reads' }],
      options: `
        -c --bytes, -m --chars, -l --lines, --files0-from =path, -L --max-line-length, -w --words, --total =text
        --help, --version
      `,
    },
    file: {
      source: 'file(1) 5.44',
      effects: [{ given: ['-p'], does: 'writes' }, { given: ['-f -C -z -Z'], does: 'indirect' }, { does: 'reads' }],
      options: `
        -f --files-from =path, -m --magic-file =path, -F --separator =text, -e --exclude =text, -P --parameter =text
        -b --brief, -i --mime, --mime-type, --mime-encoding, -h --no-dereference, -L --dereference, -k --keep-going
        -N --no-pad, -n --no-buffer, -p --preserve-date, -r --raw, -s --special-files, -v --version, -0 --print0
        -C --compile, -z --uncompress, -Z --uncompress-noreport, --extension, --apple, --help
      `,
      anyOption: true,
    },
    stat: {
      source: 'stat(1) GNU coreutils 9.1',
      effects: 'reads',
      options: `
        -L --dereference, -f --file-system, --cached =text, -c --format =text, --printf =text, -t --terse, --help
        --version
      `,
    },
    du: {
      source: 'du(1) GNU coreutils 9.1',
      effects: [{ given: ['--files0-from -L'], does: 'indirect' }, { does: 'reads' }],
      options: `
        -0 --null, -a --all, --apparent-size, -B --block-size =text, -b --bytes, -c --total, -D --dereference-args
        -d --max-depth =text, --files0-from =path, -H, -h --human-readable, --inodes, -k, -L --dereference
        -l --count-links, -m, -P --no-dereference, -S --separate-dirs, --si, -s --summarize, -t --threshold =text
        --time [=text], --time-style =text, -X --exclude-from =path, --exclude =text, -x --one-file-system, --help
        --version
      `,
    },
    df: {
      source: 'df(1) GNU coreutils 9.1',
      effects: 'reads',
      options: `
        -a --all, -B --block-size =text, -h --human-readable, -H --si, -i --inodes, -k, -l --local, --no-sync
        --output [=text], -P --portability, --sync, --total, -t --type =text, -T --print-type, -x --exclude-type =text
        -v, --help, --version
      `,
    },
    diff: {
      source: 'diff(1) GNU diffutils 3.8',
      effects: [{ given: ['-l'], does: 'plain' }, { does: 'reads' }],
      options: `
        --normal, -q --brief, -s --report-identical-files, -c, -C --context [=text], -u, -U --unified [=text], -e --ed
        -n --rcs, -y --side-by-side, -W --width =text, --left-column, --suppress-common-lines, -p --show-c-function
        -F --show-function-line =text, --label =text, -t --expand-tabs, -T --initial-tab, --tabsize =text
        --suppress-blank-empty, -l --paginate, -r --recursive, --no-dereference, -N --new-file
        --unidirectional-new-file, --ignore-file-name-case, --no-ignore-file-name-case, -x --exclude =text
        -X --exclude-from =path, -S --starting-file =text, --from-file =path, --to-file =path, -i --ignore-case
        -E --ignore-tab-expansion, -Z --ignore-trailing-space, -b --ignore-space-change, -w --ignore-all-space
        -B --ignore-blank-lines, -I --ignore-matching-lines =text, -a --text, --strip-trailing-cr, -D --ifdef =text
        --line-format =text, --old-group-format =text, --new-group-format =text, --unchanged-group-format =text
        --changed-group-format =text, --old-line-format =text, --new-line-format =text, --unchanged-line-format =text
        -d --minimal, --horizon-lines =text, --speed-large-files, --color [=text], --palette =text, -L =text, --help
        -v --version
      `,
      numericOptions: true,
    },
    base64: { effects: 'reads', options: '-d -D --decode, -i --ignore-garbage, -w --wrap =text, --help, --version' },
    md5sum: SUMS,
    sha1sum: SUMS,
    sha256sum: SUMS,
    sha512sum: SUMS,
    b2sum: SUMS,
    cksum: SUMS,
    tr: {
      source: 'tr(1) GNU coreutils 9.1',
      effects: 'reads',
      options: '-c -C --complement, -d --delete, -s --squeeze-repeats, -t --truncate-set1, --help, --version',
      operands: 'text*',
      optionsFirst: true,
    },
    xxd: {
      source: 'xxd(1) 2022',
      effects: 'reads',
      options:
        '-a, -b, -C, -E, -e, -i, -p, -r, -u, -v, -h, -d, -c =text, -g =text, -l =text, -n =text, -o =text, -s =text',
      operands: 'path write',
      optionsFirst: true,
    },
  };
}

/** Programs that only read files or print what they are told. Source: manual pages of GNU coreutils 9.1, less 590. */
export const FILE_READERS = family(
  `ls cat tac head tail less more sort uniq cut wc file stat du df diff base64 md5sum sha1sum sha256sum sha512sum
  b2sum cksum tr xxd nl od hd hexdump strings readlink realpath tree cmp comm
  join paste fold column rev expand unexpand nproc sum colordiff ${VIEWERS} ${OPENED}`,
  fileReaders,
);
