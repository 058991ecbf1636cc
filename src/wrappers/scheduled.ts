import type { Grammar } from '../grammar/grammar.ts';
import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { joinedCode, SHELL_CODE, shellCode, startOf } from './peeled.ts';
import { lookPastDynamic } from './prefix.ts';
import { flags, has, longs, optionValue, optionValues, readAll, readOptions } from './reading.ts';
import type { Peeled, WrapperFamily } from './wrapper.ts';

const FLOCK: Grammar = {
  options: [
    ...flags('FenosuxhV'),
    ...longs('no-fork exclusive nb nonblock close shared unlock verbose help version fcntl'),
    '-E --conflict-exit-code =text',
    '-w --wait --timeout =text',
    '-c --command =code',
  ],
  optionsFirst: true,
  source: 'flock(1) util-linux 2.38, executed',
};

/** `flock file command`, `flock file -c code`; without a file and with only a descriptor nothing runs. */
function peelFlock(argv: readonly Word[]): readonly Peeled[] {
  const reading = readOptions(FLOCK, argv);
  const [, ...command] = reading.operands;
  if (/^(-c|--command)$/.test(wordValue(command[0]) ?? '')) {
    return [...joinedCode(command.slice(1, 2)), ...reading.doubts];
  }
  return [...startOf(command), ...reading.doubts];
}

const FLOCK_FAMILY: WrapperFamily = { names: ['flock'], peel: ({ argv }) => lookPastDynamic(argv, peelFlock) };

const SCRIPT: Grammar = {
  options: [
    ...flags('aefqdkpr'),
    ...longs('append return flush force quiet help version'),
    '-c --command =code',
    ...flags('EBIOTmoF', '=text'),
    ...longs('echo log-io log-in log-out log-timing logging-format output-limit', '=text'),
    '-t --timing [=text]',
  ],
  optionsFirst: true,
  source: 'script(1) util-linux 2.38, executed; BSD script(1)',
};

/** util-linux: `script [file] -c code`; BSD: `script [file [command words]]`; neither: a shell. */
function peelScript(argv: readonly Word[]): readonly Peeled[] {
  const before = readOptions(SCRIPT, argv);
  const after = readOptions(SCRIPT, before.operands, before.level);
  const code = optionValue(before, '--command') ?? optionValue(after, '--command');
  if (code !== undefined) return [shellCode(code), ...before.doubts];
  const command = before.operands.slice(1);
  if (command.length > 0) return [...startOf(command), ...before.doubts];
  return [{ kind: 'stdin-code', language: SHELL_CODE, shell: 'unknown' }, ...before.doubts];
}

const SCRIPT_FAMILY: WrapperFamily = { names: ['script'], peel: ({ argv }) => peelScript(argv) };

const SCRIPTLIVE: Grammar = {
  options: [
    '-t -T --timing --log-timing =path',
    '-I -B --log-in --log-io =path',
    '-c --command =code',
    '-d -m --divisor --maxdelay =text',
    ...flags('hV'),
    ...longs('help version'),
  ],
  source: 'scriptlive(1) util-linux 2.38, executed',
};

/** `scriptlive -I input -T timing -c sh`: the command, else a shell, gets what was recorded as if it were typed. */
function peelScriptlive(argv: readonly Word[]): readonly Peeled[] {
  const reading = readAll(SCRIPTLIVE, argv);
  const code = optionValue(reading, '--command');
  const named = optionValue(reading, '-t');
  const file = optionValue(reading, '-I') ?? reading.operands[named === undefined ? 1 : 0];
  return [
    ...(code === undefined ? [] : [shellCode(code)]),
    ...(file === undefined ? [] : [{ kind: 'typed', into: 'scriptlive', what: { file } } as const]),
    ...reading.doubts,
  ];
}

const SCRIPTLIVE_FAMILY: WrapperFamily = { names: ['scriptlive'], peel: ({ argv }) => peelScriptlive(argv) };

const WATCH: Grammar = {
  options: [
    ...flags('tbegcwphvrC'),
    '-x --exec',
    '-n --interval =text',
    '-q --equexit =text',
    '-s --shotsdir =path',
    '-d --differences [=text]',
    ...longs('precise no-title beep errexit chgexit color no-color no-wrap no-rerun help version'),
  ],
  optionsFirst: true,
  source: 'watch(1) procps 4.0',
};

const WATCH_FAMILY: WrapperFamily = {
  names: ['watch'],
  peel: ({ argv }) =>
    lookPastDynamic(argv, (words) => {
      const reading = readOptions(WATCH, words);
      const { operands, doubts } = reading;
      return [...(has(reading, '-x') ? startOf(operands) : joinedCode(operands)), ...doubts];
    }),
};

const WATCHEXEC: Grammar = {
  options: [
    ...flags('wefisdEoWj', '=text'),
    ...longs('watch exts filter ignore signal debounce env on-busy-update stop-signal stop-timeout shell', '=text'),
    ...longs('workdir emit-events-to filter-file ignore-file delay-run project-origin', '=text'),
    ...flags('crvqnpN'),
    ...longs('clear restart postpone no-vcs-ignore no-project-ignore no-shell notify quiet verbose once'),
  ],
  optionsFirst: true,
  source: 'watchexec --help 2, online',
};

const WATCHEXEC_FAMILY: WrapperFamily = {
  names: ['watchexec'],
  peel: ({ argv }) => {
    const reading = readOptions(WATCHEXEC, argv);
    const plain = has(reading, '-n', '--no-shell') || wordValue(optionValue(reading, '--shell')) === 'none';
    return [...(plain ? startOf(reading.operands) : joinedCode(reading.operands)), ...reading.doubts];
  },
};

/** `entr [-s] command`: with -s its first operand is code. */
const ENTR_FAMILY: WrapperFamily = {
  names: ['entr'],
  peel: ({ argv }) => {
    const reading = readOptions({ options: flags('acdnprszx'), optionsFirst: true, source: 'entr(1) 5.2' }, argv);
    const code = reading.operands[0];
    if (has(reading, '-s')) return code === undefined ? [] : [shellCode(code), ...reading.doubts];
    return [...startOf(reading.operands), ...reading.doubts];
  },
};

const HYPERFINE: Grammar = {
  options: [
    '-p --prepare =code',
    '-s --setup =code',
    '-c --cleanup =code',
    '-C --conclude =code',
    '--reference =code',
    '-S --shell =text',
    ...flags('wmMrnPDLu', '=text'),
    ...longs('warmup min-runs max-runs runs parameter-list parameter-scan parameter-step-size style', '=text'),
    ...longs('export-json export-markdown export-csv export-asciidoc command-name output input time-unit', '=text'),
    ...flags('iN'),
    '--show-output',
    '--ignore-failure',
  ],
  source: 'hyperfine --help 1.18, online',
};

/** nodemon's -x, concurrently's and npm-run-all's operands: each a shell line of its own. */
const LINES_FAMILY: WrapperFamily = {
  names: ['hyperfine', 'concurrently'],
  peel: ({ argv }) => {
    const reading = readAll(HYPERFINE, argv);
    const codes = optionValues(reading, '-p', '-s', '-c', '-C', '--reference');
    return [...codes, ...reading.operands].map((code) => shellCode(code));
  },
};

const NODEMON: Grammar = {
  options: ['-x --exec =code', '-e --ext =text', '-w --watch =text', '-i --ignore =text'],
  anyOption: true,
};

const NODEMON_FAMILY: WrapperFamily = {
  names: ['nodemon', 'chokidar', 'onchange'],
  peel: ({ argv }) => {
    const reading = readAll({ ...NODEMON, options: [...(NODEMON.options ?? []), '-c --command =code'] }, argv);
    return optionValues(reading, '--exec', '--command').map((code) => shellCode(code));
  },
};

const AT: Grammar = { options: [...flags('mMlrdbvVc'), ...flags('qtou', '=text'), '-f =path'], source: 'at(1) 3.2' };

/** at and batch read a shell script from standard input or a file. */
const AT_FAMILY: WrapperFamily = {
  names: ['at', 'batch'],
  peel: ({ argv }) => {
    const reading = readAll(AT, argv);
    if (has(reading, '-l', '-r', '-d', '-c', '-V')) return [];
    const path = optionValue(reading, '-f');
    if (path !== undefined) return [{ kind: 'script-file', language: SHELL_CODE, path, shell: 'sh' }];
    return [{ kind: 'stdin-code', language: SHELL_CODE, shell: 'sh', positional: [knownWord('sh')] }];
  },
};

const CRONTAB: Grammar = { options: [...flags('leirnTV'), ...flags('ucx', '=text')], source: 'crontab(1)' };

/** `crontab -` and `crontab file` replace the table; its lines run later. */
const CRONTAB_FAMILY: WrapperFamily = {
  names: ['crontab'],
  peel: ({ argv }) => {
    const reading = readAll(CRONTAB, argv);
    const path = reading.operands[0];
    if (has(reading, '-l', '-e', '-r')) return [];
    if (path !== undefined && wordValue(path) !== '-') return [{ kind: 'script-file', language: 'crontab', path }];
    return [{ kind: 'stdin-code', language: 'crontab' }];
  },
};

export const SCHEDULED_FAMILIES: readonly WrapperFamily[] = [
  AT_FAMILY,
  CRONTAB_FAMILY,
  ENTR_FAMILY,
  FLOCK_FAMILY,
  LINES_FAMILY,
  NODEMON_FAMILY,
  SCRIPT_FAMILY,
  SCRIPTLIVE_FAMILY,
  WATCHEXEC_FAMILY,
  WATCH_FAMILY,
];
