// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

function textTools(): Readonly<Record<string, Grammar>> {
  const GREP: Grammar = {
    source: 'grep(1) GNU grep 3.8',
    effects: [{ given: ['-R'], does: 'indirect' }, { does: 'reads' }],
    options: `
      -E --extended-regexp, -F --fixed-strings, -G --basic-regexp, -P --perl-regexp, -e --regexp =text
      -f --file =path, -i -y --ignore-case, --no-ignore-case, -v --invert-match, -w --word-regexp, -x --line-regexp
      -c --count, --color --colour [=text], -L --files-without-match, -l --files-with-matches, -m --max-count =text
      -o --only-matching, -q --quiet --silent, -s --no-messages, -b --byte-offset, -H --with-filename
      -h --no-filename, --label =text, -n --line-number, -T --initial-tab, -u --unix-byte-offsets, -Z --null
      -A --after-context =text, -B --before-context =text, -C --context =text, --group-separator =text
      --no-group-separator, -a --text, --binary-files =text, -D --devices =text, -d --directories =text
      --exclude =text, --exclude-from =path, --exclude-dir =text, --include =names, -I, -r --recursive
      -R --dereference-recursive, --line-buffered, -U --binary, -z --null-data, -V --version, --help
    `,
    operands: 'text path*',
    when: [{ given: ['-e -f'], operands: 'path*' }],
    numericOptions: true,
  };

  const SED: Grammar = {
    source: 'sed(1) GNU sed 4.9',
    effects: [{ given: ['-f'], does: 'plain' }, { does: 'reads' }],
    losses: [{ given: ['--follow-symlinks'] }, { writes: 'entry' }],
    options: `
      -n --quiet --silent, --debug, -e --expression =code, -f --file =path, --follow-symlinks
      -i -I --in-place [=text], -l --line-length =text, --posix, -E -r --regexp-extended, -s --separate, --sandbox
      -u --unbuffered, -z --null-data, --zero-terminated, -b --binary, -a, --help, --version
    `,
    operands: 'code path*',
    when: [
      { given: ['-i', '-e -f'], operands: 'write*' },
      { given: ['-i'], operands: 'code write*' },
      { given: ['-e -f'], operands: 'path*' },
    ],
  };

  const AWK: Grammar = {
    source: 'gawk(1) 5.2; mawk(1) 1.3 for -W',
    effects: [{ given: ['-f -E -i -l -D -I -W -n -g -o -p -d'], does: 'plain' }, { does: 'reads' }],
    losses: [{ writes: 'entry' }],
    options: `
      -f --file =path, -F --field-separator =text, -v --assign =text, -b --characters-as-bytes, -c --traditional
      -C --copyright, -d --dump-variables [=write], -D --debug [=path], -e --source =code, -E --exec =path
      -g --gen-pot, -h --help, -i --include =path, -I --trace, -k --csv, -l --load =text, -L --lint [=text]
      -M --bignum, -N --use-lc-numeric, -n --non-decimal-data, -o --pretty-print [=write], -O --optimize
      -p --profile [=write], -P --posix, -r --re-interval, -s --no-optimize, -S --sandbox, -t --lint-old, -V --version
      -W =text
    `,
    operands: 'code path*',
    when: [
      { given: ['-i=inplace', '-f -e -E'], operands: 'write*' },
      { given: ['-i=inplace'], operands: 'code write*' },
      { given: ['-f -e -E'], operands: 'path*' },
    ],
    optionsFirst: true,
  };

  return {
    grep: GREP,
    egrep: GREP,
    fgrep: GREP,
    // a script that starts others
    zgrep: { ...GREP, effects: 'runs' },
    ggrep: GREP,
    rg: {
      source: 'rg(1) ripgrep 14.1',
      effects: [{ given: ['-L -z --pre --hostname-bin'], does: 'indirect' }, { does: 'reads' }],
      options: `
        -e --regexp =text, -f --file =path, --pre =command, --pre-glob =text, -z --search-zip, -s --case-sensitive
        --crlf, --dfa-size-limit =text, -E --encoding =text, --engine =text, -F --[no-]fixed-strings, -i --ignore-case
        -v --[no-]invert-match, -x --line-regexp, -m --max-count =text, --[no-]mmap, -U --[no-]multiline
        --[no-]multiline-dotall, --no-unicode, --null-data, -P --[no-]pcre2, --regex-size-limit =text, -S --smart-case
        --stop-on-nonmatch, -a --[no-]text, -j --threads =text, -w --word-regexp, --auto-hybrid-regex, --[no-]binary
        -L --[no-]follow, -g --glob =names, --[no-]glob-case-insensitive, -. --[no-]hidden, --iglob =names
        --ignore-file =path, --ignore-file-case-insensitive, -d --max-depth --maxdepth =text, --max-filesize =text
        --no-ignore, --ignore, --no-ignore-dot, --no-ignore-exclude, --no-ignore-files, --no-ignore-global
        --no-ignore-parent, --no-ignore-vcs, --no-require-git, --[no-]one-file-system, -t --type =text
        -T --type-not =text, --type-add =text, --type-clear =text, -u --unrestricted, -A --after-context =text
        -B --before-context =text, --[no-]block-buffered, -b --[no-]byte-offset, --color =text, --colors =text
        --[no-]column, -C --context =text, --context-separator =text, --no-context-separator
        --field-context-separator =text, --field-match-separator =text, --[no-]heading, --hostname-bin =command
        --hyperlink-format =text, --include-zero, --[no-]line-buffered, -n --line-number, -N --no-line-number
        -M --max-columns =text, --[no-]max-columns-preview, -0 --null, -o --only-matching, --path-separator =text
        --passthru --passthrough, -p --pretty, -q --quiet, -r --replace =text, --sort =text, --sortr =text
        --[no-]trim, --vimgrep, -H --with-filename, -I --no-filename, -c --count, --count-matches
        -l --files-with-matches, --files-without-match, --[no-]json, --debug, --no-ignore-messages, --no-messages
        --[no-]stats, --trace, --files, --generate =text, --no-config, --pcre2-version, --type-list, -h --help
        -V --version
      `,
      operands: 'text path*',
      when: [{ given: ['-e -f --files --type-list'], operands: 'path*' }],
      abbreviations: false,
    },
    ag: { anyOption: true, operands: 'text path*' },
    sed: SED,
    gsed: SED,
    awk: AWK,
    gawk: AWK,
    mawk: AWK,
    nawk: AWK,
    jq: {
      source: 'jq(1) 1.6',
      effects: [{ given: ['-f -L'], does: 'plain' }, { does: 'reads' }],
      options: `
        -V --version, --seq, --stream, -s --slurp, -R --raw-input, -n --null-input, -c --compact-output, --tab
        --indent =text, -C --color-output, -M --monochrome-output, -a --ascii-output, --unbuffered, -S --sort-keys
        -r --raw-output, -j --join-output, --raw-output0, -f --from-file =path, -L =path, -e --exit-status
        --arg =text =text, --argjson =text =text, --slurpfile =text =path, --rawfile =text =path, --args, --jsonargs
        -h --help, --stream-errors, --binary -b
      `,
      operands: 'code path*',
      when: [
        { given: ['--args --jsonargs'], operands: 'code text*' },
        { given: ['-f'], operands: 'path*' },
      ],
      abbreviations: false,
    },
    yq: {
      source: 'yq 4 --help',
      options: `
        -i --inplace, -e --exit-status, -o --output-format =text, -p --input-format =text, -r --unwrapScalar [=text]
        -n --null-input, -P --prettyPrint, -I --indent =text, -C --colors, -M --no-colors, -N --no-doc
        -s --split-exp =text, --from-file =path
      `,
      anyOption: true,
      operands: 'code path*',
      when: [{ given: ['-i'], operands: 'code write*' }],
    },
  };
}

/** Programs that search and edit text. */
export const TEXT_TOOLS = family(
  'grep egrep fgrep zgrep ggrep rg ag sed gsed awk gawk mawk nawk jq yq',
  textTools,
  'plain',
);
