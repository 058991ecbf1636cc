// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

function interpreters(): Readonly<Record<string, Grammar>> {
  const SHELL: Grammar = {
    source: 'bash(1) 5.2, dash(1) 0.5.12, zsh(1) 5.9',
    effects: [
      { given: ['-c'], unless: '-i -s -r -k -T --init-file --rcfile --debugger --emulate', does: 'starts' },
      { given: ['--version'], alone: true, does: 'prints' },
    ],
    options: `
      -c, -i, -l, -r, -s, -D, -a, -b, -e, -f, -g, -h, -k, -m, -n, -p, -t, -u, -v, -x, -B, -C, -E, -H, -I, -P, -T, -V
      -o =text, +o =text, -O =text, +O =text, +a, +b, +e, +f, +h, +k, +m, +n, +p, +t, +u, +v, +x, +B, +C, +E, +H, +P
      +T, --debugger, --dump-po-strings, --dump-strings, --help, --init-file --rcfile =path, --login, --noediting
      --noprofile, --norc, --posix, --pretty-print, --restricted, --verbose, --version, --emulate =text, --no-rcs
    `,
    operands: 'path text*',
    when: [{ given: ['-c'], operands: 'code text*' }],
    optionsFirst: true,
    abbreviations: false,
  };

  const PYTHON: Grammar = {
    source: 'python3(1) 3.11; -c and -m end the options',
    effects: [{ given: ['-V'], alone: true, does: 'prints' }, { given: ['-V'], does: 'plain' }, { does: 'runs' }],
    options: `
      -b, -B, -d, -E, -h --help --help-all --help-env --help-xoptions, -i, -I, -O, -OO, -P, -q, -R, -s, -S, -t, -u, -v
      -V --version, -x, -?, -c =code, -m =text, -W =text, -X =text, --check-hash-based-pycs =text
    `,
    operands: 'path text*',
    lastOptions: ['-c', '-m'],
    when: [{ given: ['-c -m'], operands: 'text*' }],
    optionsFirst: true,
    abbreviations: false,
  };

  const NODE: Grammar = {
    source: 'node(1) 20, `node --help`',
    effects: [{ given: ['-v'], alone: true, does: 'prints' }, { does: 'runs' }],
    options: `
      -e --eval =code, -p --print [=code], -pe =code, -c --check, -i --interactive, -r --require =path, --import =path
      --loader --experimental-loader =path, -C --conditions =text, --env-file =path, --env-file-if-exists =path
      --input-type =text, --experimental-default-type =text, --cpu-prof-dir =write, --diagnostic-dir =write
      --heap-prof-dir =write, --icu-data-dir =path, --openssl-config =path, --redirect-warnings =write
      --report-dir --report-directory =write, --report-filename =write, --title =text, --test-name-pattern =text
      --test-reporter =text, --test-reporter-destination =write, --trace-event-categories =text, --watch-path =path
      --inspect [=text], --inspect-brk [=text], --inspect-port =text, --max-old-space-size =text
      --stack-trace-limit =text, --unhandled-rejections =text, --dns-result-order =text, --tls-cipher-list =text
      --run =text, -h --help, -v --version, --test, --watch
    `,
    operands: 'path text*',
    when: [{ given: ['-e -p -pe --run'], operands: 'text*' }],
    optionsFirst: true,
    abbreviations: false,
    anyOption: true,
  };

  const PERL: Grammar = {
    source: 'perlrun(1) 5.36',
    effects: [{ given: ['-v'], atMost: 0, does: 'plain' }, { does: 'runs' }],
    losses: [{ writes: 'entry' }],
    options: `
      -0 [=digits], -a, -c, -C [=text], -d [=text], -D [=text], -e =code, -E =code, -f, -F [=text], -g, -h, -i [=text]
      -I =path, -l [=digits], -M [=text], -m [=text], -n, -p, -s, -S, -t, -T, -u, -U, -v, -V [=text], -w, -W, -x [=path], -X
    `,
    operands: 'path text*',
    when: [
      { given: ['-i', '-e -E'], operands: 'write*' },
      { given: ['-i'], operands: 'path write*' },
      { given: ['-e -E'], operands: 'path*' },
    ],
    optionsFirst: true,
  };

  const RUBY: Grammar = {
    source: 'ruby(1) 3.2',
    effects: [{ given: ['-v --version'], atMost: 0, does: 'plain' }, { does: 'runs' }],
    losses: [{ writes: 'entry' }],
    options: `
      -0 [=digits], -a, -c, -C -X =path, -d --debug, -e =code, -E --encoding --external-encoding =text, -F [=text], -h --help
      -i [=text], -I =path, -K [=text], -l, -n, -p, -r =path, -s, -S, -T [=text], -U, -v, -w, -W [=text], -x [=path], -y --yydebug
      --copyright, --enable =text, --disable =text, --internal-encoding =text, --version, --verbose, --jit, --yjit
      --rjit, --backtrace-limit =text, --dump =text
    `,
    operands: 'path text*',
    when: [
      { given: ['-i', '-e'], operands: 'write*' },
      { given: ['-i'], operands: 'path write*' },
      { given: ['-e'], operands: 'path*' },
    ],
    optionsFirst: true,
  };

  return {
    sh: SHELL,
    bash: SHELL,
    dash: SHELL,
    zsh: SHELL,
    ksh: SHELL,
    mksh: SHELL,
    ash: SHELL,
    rbash: SHELL,
    fish: {
      source: 'fish(1) 3.6',
      options: `
        -c --command =code, -C --init-command =code, -d --debug =text, -o --debug-output =write, -i --interactive
        -l --login, -N --no-config, -n --no-execute, -p --profile =write, --profile-startup =write, -P --private
        --print-rusage-self, --print-debug-categories, -v --version, -f --features =text, -h --help
      `,
      operands: 'path text*',
      when: [{ given: ['-c'], operands: 'text*' }],
      optionsFirst: true,
    },
    python: PYTHON,
    pypy: PYTHON,
    node: NODE,
    nodejs: NODE,
    bun: {
      anyOption: true,
      effects: [
        { given: ['-e -p'], does: 'runs' },
        { given: ['-v --version'], atMost: 0, does: 'plain' },
      ],
      byWords: {
        installs: 'install, i, add, update, create, upgrade',
        writes: 'remove, rm, link, unlink, init, build, patch',
        sends: 'publish',
        network: 'info, outdated, audit, pm view',
        plain: 'pm, pm ls, why',
        runs: '*',
      },
      options: '-e --eval =code, -p --print =code, --cwd =path',
      operands: 'text*',
      optionsFirst: true,
    },
    deno: {
      anyOption: true,
      effects: [{ given: ['-v --version'], atMost: 0, does: 'plain' }, { does: 'runs' }],
      operands: 'text*',
      optionsFirst: true,
    },
    perl: PERL,
    ruby: RUBY,
    php: {
      source: 'php(1) 8.2',
      effects: [{ given: ['-v'], atMost: 0, does: 'plain' }, { does: 'runs' }],
      options: `
        -a --interactive, -b =text, -c --php-ini =path, -C --no-chdir, -n --no-php-ini, -d --define =text
        -e --profile-info, -f --file =path, -h -? --help, -H --hide-args, -i --info, -l --syntax-check, -m --modules
        -q, -r --run =code, -B --process-begin =code, -R --process-code =code, -F --process-file =path
        -E --process-end =code, -s --syntax-highlight, -S --server =text, -t --docroot =path, -T =text, -v --version
        -w --strip, -z --zend-extension =path, --ini, --rf --rfunction =text, --rc --rclass =text
        --re --rextension =text, --rz --rzendextension =text, --ri --rextinfo =text
      `,
      operands: 'path text*',
      when: [{ given: ['-r -f -B -R -E -S'], operands: 'text*' }],
      optionsFirst: true,
      abbreviations: false,
    },
    lua: {
      source: 'lua(1) 5.4',
      effects: 'runs',
      options: '-e =code, -l =text, -i, -v, -E, -W',
      operands: 'path text*',
      optionsFirst: true,
    },
    osascript: {
      source: 'osascript(1) macOS 14',
      effects: 'runs',
      options: '-e =code, -l =text, -i, -s =text',
      operands: 'path text*',
      optionsFirst: true,
    },
  };
}

/** Shells and languages. What follows the script or the code belongs to the script. */
export const INTERPRETERS = family(
  `sh bash dash zsh ksh mksh ash rbash fish python pypy node nodejs bun deno perl ruby php lua osascript`,
  interpreters,
);
