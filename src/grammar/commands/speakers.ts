// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

function speakers(): Readonly<Record<string, Grammar>> {
  const WORDS: Grammar = { anyOption: true, operands: 'text*' };

  const DATE: Grammar = {
    source: 'date(1) coreutils 9.1; date(1) FreeBSD 14 for -j -n -v -z',
    options: `
      -d --date =text, --debug, -f --file =path, -I --iso-8601 [=text], -r --reference =path, --resolution
      -R --rfc-email --rfc-822, --rfc-3339 =text, -s --set =text, -u --utc --universal, -j, -n, -v =text, -z =text
      --help, --version
    `,
    operands: 'text*',
  };

  return {
    echo: {
      source: 'bash(1) 5.2: a dash word that is no such cluster is printed',
      options: '-n, -e, -E',
      ...WORDS,
      optionsFirst: true,
    },
    printf: { source: 'bash(1) 5.2', options: '-v =text', operands: 'text*', optionsFirst: true },
    true: WORDS,
    false: WORDS,
    ':': WORDS,
    seq: WORDS,
    sleep: WORDS,
    date: DATE,
    gdate: DATE,
    expr: WORDS,
    id: WORDS,
    whoami: WORDS,
    hostname: WORDS,
    uname: WORDS,
    which: WORDS,
    type: WORDS,
    hash: WORDS,
    exit: WORDS,
    return: WORDS,
    wait: WORDS,
    export: WORDS,
    unset: WORDS,
    set: WORDS,
    shift: WORDS,
    umask: WORDS,
    ulimit: WORDS,
    test: WORDS,
    '[': WORDS,
    alias: WORDS,
    unalias: WORDS,
    trap: WORDS,
    eval: WORDS,
    local: WORDS,
    declare: WORDS,
    typeset: WORDS,
    readonly: WORDS,
    read: WORDS,
    let: WORDS,
    getopts: WORDS,
    builtin: WORDS,
    shopt: WORDS,
    bind: WORDS,
    complete: WORDS,
    jobs: WORDS,
    bg: WORDS,
    fg: WORDS,
    disown: WORDS,
    basename: WORDS,
    dirname: WORDS,
    man: {
      anyOption: true,
      options: '-P --pager =command, -H --html =command, -M --manpath =path, -C --config-file =path',
      operands: 'text*',
    },
    gpg: {
      anyOption: true,
      options: '-o --output =write, -r --recipient =text, -u --local-user =text, --homedir =path',
    },
  };
}

/** Programs whose words are text and touch no file. Source: POSIX.1-2017, bash(1) 5.2. */
export const SPEAKERS = family(
  `echo printf true false : seq sleep date gdate expr id whoami hostname uname which type hash exit return wait export
  unset set shift umask ulimit test [ alias unalias trap eval local declare typeset readonly read let getopts
  builtin shopt bind complete jobs bg fg disown basename dirname man gpg`,
  speakers,
);
