// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

function speakers(): Readonly<Record<string, Grammar>> {
  const WORDS: Grammar = { anyOption: true, operands: 'text*' };
  const PRINTS: Grammar = { ...WORDS, effects: 'prints' };
  /** alone, or with -p, they show variables */
  const SETS: Grammar = {
    ...WORDS,
    effects: [{ given: ['-p'], does: 'variables' }, { atMost: 0, does: 'variables' }, { does: 'prints' }],
  };

  const DATE: Grammar = {
    source: 'date(1) coreutils 9.1; date(1) FreeBSD 14 for -j -n -v -z',
    effects: [{ given: ['-s -f'], does: 'writes' }, { does: 'reads' }],
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
      effects: 'prints',
    },
    printf: { source: 'bash(1) 5.2', effects: 'prints', options: '-v =text', operands: 'text*', optionsFirst: true },
    true: PRINTS,
    false: PRINTS,
    ':': PRINTS,
    seq: PRINTS,
    sleep: PRINTS,
    date: DATE,
    gdate: DATE,
    expr: PRINTS,
    id: PRINTS,
    whoami: PRINTS,
    hostname: { ...WORDS, options: '-s --short', effects: [{ atMost: 0, does: 'reads' }, { does: 'writes' }] },
    uname: PRINTS,
    which: PRINTS,
    type: PRINTS,
    hash: WORDS,
    exit: PRINTS,
    return: PRINTS,
    wait: PRINTS,
    export: SETS,
    unset: PRINTS,
    set: { ...WORDS, effects: [{ given: ['-e -u -x -o -E +e +u +x +o'], does: 'prints' }] },
    shift: PRINTS,
    umask: WORDS,
    ulimit: WORDS,
    test: PRINTS,
    '[': PRINTS,
    alias: WORDS,
    unalias: WORDS,
    trap: WORDS,
    eval: WORDS,
    local: SETS,
    declare: WORDS,
    typeset: WORDS,
    readonly: SETS,
    read: PRINTS,
    let: WORDS,
    getopts: WORDS,
    builtin: WORDS,
    shopt: WORDS,
    bind: WORDS,
    complete: WORDS,
    jobs: PRINTS,
    pwd: PRINTS,
    command: {
      source: 'bash(1) 5.2',
      options: '-v, -V, -p',
      operands: 'command text*',
      optionsFirst: true,
      effects: [{ given: ['-v -V'], does: 'prints' }, { does: 'starts' }],
    },
    cd: PRINTS,
    break: PRINTS,
    continue: PRINTS,
    bg: WORDS,
    fg: WORDS,
    disown: WORDS,
    basename: PRINTS,
    dirname: PRINTS,
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
  pwd cd command break continue unset set shift umask ulimit test [ alias unalias trap eval local declare typeset readonly read let getopts
  builtin shopt bind complete jobs bg fg disown basename dirname man gpg`,
  speakers,
);
