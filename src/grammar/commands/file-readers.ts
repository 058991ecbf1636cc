// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

/** Programs that only read whatever file they are given; nothing of their options matters. */
const VIEWERS =
  'bat batcat glow most zless zmore nl pr od hd hexdump strings readlink realpath tree eza exa lsd ' +
  'cmp comm colordiff delta difft join paste fold column rev look jless fx gron xq tomlq pygmentize highlight cloc tokei ' +
  'shasum md5 sum crc32 b3sum getfacl lsattr getfattr namei fzf shellcheck yamllint jsonlint xmllint open xdg-open ' +
  'code cursor zed subl lsof fuser inotifywait fmt expand unexpand numfmt nproc safeshell';

function fileReaders(): Readonly<Record<string, Grammar>> {
  const COUNTED =
    '-c --bytes =text, -n --lines =text, -q --quiet --silent, -v --verbose, -z --zero-terminated, --help, --version';
  const SUMS: Grammar = {
    source: 'sha256sum(1) GNU coreutils 9.1',
    options: `
      -b --binary, -c --check, --tag, -t --text, -z --zero, --ignore-missing, --quiet, --status, --strict, -w --warn
      --help, --version, -a --algorithm =text, -l --length =text
    `,
  };

  const viewers = Object.fromEntries(VIEWERS.split(' ').map((name) => [name, { anyOption: true }]));

  return {
    ...viewers,
    ls: {
      source: 'ls(1) GNU coreutils 9.1; FreeBSD 14 for -y -O -@ -%',
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
      options: `
        -A --show-all, -b --number-nonblank, -e, -E --show-ends, -n --number, -s --squeeze-blank, -t, -T --show-tabs
        -u, -v --show-nonprinting, --help, --version
      `,
    },
    tac: { options: '-b --before, -r --regex, -s --separator =text, --help, --version' },
    head: { source: 'head(1) GNU coreutils 9.1', options: COUNTED, numericOptions: true },
    tail: {
      source: 'tail(1) GNU coreutils 9.1',
      options: `
        ${COUNTED}, -f, --follow [=text], -F, --max-unchanged-stats =text, --pid =text, --retry
        -s --sleep-interval =text, -r
      `,
      numericOptions: true,
    },
    less: {
      source: 'less(1) 590',
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
      options: `
        -d --silent, -f --logical, -l --no-pause, -c --print-over, -p --clean-print, -e --exit-on-eof, -s --squeeze
        -u --plain, -n --lines =text, -h --help, -V --version
      `,
      numericOptions: true,
    },
    sort: {
      source: 'sort(1) GNU coreutils 9.1',
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
      options: `
        -c --count, -d --repeated, -D, --all-repeated [=text], -f --skip-fields =text, --group [=text]
        -i --ignore-case, -s --skip-chars =text, -u --unique, -z --zero-terminated, -w --check-chars =text, --help
        --version
      `,
      operands: 'path write',
    },
    cut: {
      source: 'cut(1) GNU coreutils 9.1',
      options: `
        -b --bytes =text, -c --characters =text, -d --delimiter =text, -f --fields =text, -n, --complement
        -s --only-delimited, --output-delimiter =text, -z --zero-terminated, --help, --version
      `,
    },
    wc: {
      source: 'wc(1) GNU coreutils 9.1',
      options: `
        -c --bytes, -m --chars, -l --lines, --files0-from =path, -L --max-line-length, -w --words, --total =text
        --help, --version
      `,
    },
    file: {
      source: 'file(1) 5.44',
      options:
        '-f --files-from =path, -m --magic-file =path, -F --separator =text, -e --exclude =text, -P --parameter =text',
      anyOption: true,
    },
    stat: {
      source: 'stat(1) GNU coreutils 9.1',
      options: `
        -L --dereference, -f --file-system, --cached =text, -c --format =text, --printf =text, -t --terse, --help
        --version
      `,
    },
    du: {
      source: 'du(1) GNU coreutils 9.1',
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
      options: `
        -a --all, -B --block-size =text, -h --human-readable, -H --si, -i --inodes, -k, -l --local, --no-sync
        --output [=text], -P --portability, --sync, --total, -t --type =text, -T --print-type, -x --exclude-type =text
        -v, --help, --version
      `,
    },
    diff: {
      source: 'diff(1) GNU diffutils 3.8',
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
    base64: { options: '-d -D --decode, -i --ignore-garbage, -w --wrap =text, --help, --version' },
    md5sum: SUMS,
    sha1sum: SUMS,
    sha256sum: SUMS,
    sha512sum: SUMS,
    b2sum: SUMS,
    cksum: SUMS,
    tr: {
      source: 'tr(1) GNU coreutils 9.1',
      options: '-c -C --complement, -d --delete, -s --squeeze-repeats, -t --truncate-set1, --help, --version',
      operands: 'text*',
      optionsFirst: true,
    },
    xxd: {
      source: 'xxd(1) 2022',
      options:
        '-a, -b, -C, -E, -e, -i, -p, -r, -u, -v, -h, -d, -c =text, -g =text, -l =text, -n =text, -o =text, -s =text',
      operands: 'path write',
    },
  };
}

/** Programs that only read files or print what they are told. Source: manual pages of GNU coreutils 9.1, less 590. */
export const FILE_READERS = family(
  `ls cat tac head tail less more sort uniq cut wc file stat du df diff base64 md5sum sha1sum sha256sum sha512sum
  b2sum cksum tr xxd ${VIEWERS}`,
  fileReaders,
);
