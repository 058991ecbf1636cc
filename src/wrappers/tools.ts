import type { Grammar } from '../grammar/grammar.ts';
import { DEFAULT_GRAMMAR } from '../grammar/index.ts';
import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { codeFile, codeOf, shellCode, splitBlanks, startOf } from './peeled.ts';
import { afterDashes } from './prefix.ts';
import { flags, has, longs, optionValues, readAll, readOptions } from './reading.ts';
import { leadingText, trailingText, unknownWord } from './words.ts';
import type { Peeled, WrapperFamily } from './wrapper.ts';

/** Programs that are no wrappers but have options whose value is run: as shell code, or as a program with a file. */
interface HookSpec {
  readonly names: readonly string[];
  /** options whose value a shell reads */
  readonly code?: readonly string[];
  /** options whose value is a program that is started with words of its own */
  readonly program?: readonly string[];
  /** other options with a value, if the program has no grammar */
  readonly valued?: readonly string[];
  readonly bundledFirst?: boolean;
  readonly singleDash?: boolean;
  readonly source: string;
}

function lastName(line: string): string {
  return line.split(' ')[0] as string;
}

function hookFamily(spec: HookSpec): WrapperFamily {
  const grammar: Grammar = {
    options: [...(spec.code ?? []), ...(spec.program ?? []), ...(spec.valued ?? [])],
    anyOption: true,
    source: spec.source,
    ...(spec.bundledFirst ? { bundledFirst: true } : {}),
    ...(spec.singleDash ? { singleDash: true } : {}),
  };
  return {
    names: spec.names,
    peel: ({ argv }) => {
      const reading = readAll(grammar, argv);
      const codes = optionValues(reading, ...(spec.code ?? []).map(lastName)).map((code) => shellCode(code));
      const programs = optionValues(reading, ...(spec.program ?? []).map(lastName));
      return [...codes, ...programs.flatMap((word) => startOf([word, runtimeWords()]))];
    },
  };
}

/** Words that the tool adds behind a program it starts. */
function runtimeWords(): Word {
  return unknownWord({ fields: 'any', reason: 'expansion' });
}

const HOOKS: readonly HookSpec[] = [
  {
    names: ['zip'],
    code: ['-TT --unzip-command =code'],
    singleDash: true,
    source: 'zip(1) 3.0',
  },
  { names: ['cpio'], program: ['--rsh-command =command'], valued: flags('CFHIMOEDR', '=text'), source: 'cpio(1) 2.13' },
  {
    names: ['rg'],
    program: ['--pre =command', '--hostname-bin =command'],
    source: 'rg(1) 13',
  },
  {
    names: ['split', 'gsplit'],
    code: ['--filter =code'],
    valued: flags('abClnt', '=text'),
    source: 'split(1) coreutils 9.1',
  },
  {
    names: ['sort', 'gsort'],
    program: ['--compress-program =command'],
    valued: flags('kotST', '=text'),
    source: 'sort(1) coreutils 9.1',
  },
  {
    names: ['man'],
    code: ['-P --pager =code', '-H --html [=code]'],
    valued: flags('CRLmMSsEpr', '=text'),
    source: 'man(1) man-db 2.11',
  },
  {
    names: ['nc', 'ncat', 'netcat'],
    code: ['-c --sh-exec =code'],
    program: ['-e --exec =command'],
    valued: flags('gGimopqswxXIOPTV', '=text'),
    source: 'ncat(1) 7.93',
  },
  { names: ['sqlmap'], code: ['--os-cmd =code'], source: 'sqlmap --help, online' },
];

const TAR: Grammar = {
  options: [
    '-I --use-compress-program =code',
    '-F --info-script --new-volume-script =code',
    '--to-command =code',
    '--checkpoint-action =text',
    '--checkpoint [=text]',
    '--rmt-command =command',
    '--rsh-command =command',
    ...flags('fCbgTXLKNVH', '=text'),
    ...longs(
      'file directory files-from exclude exclude-from transform xform owner group mode mtime strip-components',
      '=text',
    ),
    ...longs('create extract get list append update concatenate delete verbose gzip bzip2 xz zstd lzma auto-compress'),
    ...longs('totals to-stdout touch keep-old-files overwrite dereference same-owner preserve-permissions', ''),
  ],
  bundledFirst: true,
  anyOption: true,
  source: 'tar(1) 1.34',
};

const TAR_FAMILY: WrapperFamily = {
  names: ['tar', 'gtar', 'bsdtar'],
  peel: ({ argv }) => {
    const reading = readAll(TAR, argv);
    const checkpoints = optionValues(reading, '--checkpoint-action').flatMap((word) => {
      const text = leadingText(word);
      if (!text.startsWith('exec=')) return [];
      const rest = text.slice('exec='.length);
      return [
        word.kind === 'known'
          ? knownWord(rest)
          : unknownWord({ prefix: rest, suffix: trailingText(word), reason: 'variable' }),
      ];
    });
    const codes = optionValues(reading, '--use-compress-program', '--info-script', '--to-command');
    const programs = optionValues(reading, '--rsh-command', '--rmt-command');
    return [
      ...[...checkpoints, ...codes].map((code) => shellCode(code)),
      ...programs.flatMap((word) => startOf([word, runtimeWords()])),
    ];
  },
};

const ORDINARY_SHELL = /^(\/(usr\/)?bin\/)?(env )?(ba|da|z|k)?sh$/;

/** `X=$(shell ..)`, in the words or the environment, runs where X is used; `SHELL=prog` runs every recipe line; --eval is make's own code, which may hold `$(shell ..)`. */
const MAKE_FAMILY: WrapperFamily = {
  names: ['make', 'gmake'],
  peel: ({ argv, assignments }) => {
    const reading = readAll(DEFAULT_GRAMMAR, argv);
    const shells = reading.operands.flatMap((word) => {
      const value = /^SHELL\s*[:+?]*=\s*(.*)$/s.exec(wordValue(word) ?? '')?.[1];
      return value === undefined || ORDINARY_SHELL.test(value) ? [] : [value];
    });
    const fromInput = optionValues(reading, '-f').some((word) =>
      /^(-|\/dev\/(stdin|fd\/0))$/.test(wordValue(word) ?? ''),
    );
    const values = [
      ...reading.operands.map((word) => wordValue(word)),
      ...assignments.map(({ value }) => wordValue(value)),
    ];
    return [
      ...values.flatMap((text) => (/\$[({]shell\b|!=/.test(text ?? '') ? [codeOf('make', knownWord(text ?? ''))] : [])),
      ...shells.flatMap((shell) => startOf([...splitBlanks(shell).map((part) => knownWord(part)), runtimeWords()])),
      ...optionValues(reading, '--eval').map((code) => codeOf('make', code)),
      ...(fromInput ? [{ kind: 'stdin-code', language: 'make' } as const] : []),
    ];
  },
};

/** `less +!cmd`: a first command that is a shell escape. */
const LESS_FAMILY: WrapperFamily = {
  names: ['less', 'more'],
  peel: ({ argv }) =>
    argv.slice(1).flatMap((word) => {
      const code = /^\+\+?(?:!|\|.)(.*)$/s.exec(wordValue(word) ?? '')?.[1];
      return code === undefined ? [] : [shellCode(knownWord(code))];
    }),
};

/** socat's `EXEC:program words`, `SYSTEM:code`. */
const SOCAT_FAMILY: WrapperFamily = {
  names: ['socat'],
  peel: ({ argv }) =>
    argv.slice(1).flatMap((word): readonly Peeled[] => {
      const text = leadingText(word);
      return text.split('!!').flatMap((address) => {
        const [, kind, rest = ''] = /^(EXEC|SYSTEM|SHELL):([^,]*)/i.exec(address) ?? [];
        if (kind === undefined) return [];
        if (word.kind !== 'known') return [shellCode(unknownWord({ prefix: rest, reason: 'variable' }))];
        return kind.toUpperCase() === 'EXEC'
          ? startOf(splitBlanks(rest).map((part) => knownWord(part)))
          : [shellCode(knownWord(rest))];
      });
    }),
};

const APT: Grammar = {
  options: ['-o --option =text', '-c --config-file =path', '-t --target-release =text'],
  anyOption: true,
};

/** `apt-get -o APT::Update::Pre-Invoke::=code`. */
const APT_FAMILY: WrapperFamily = {
  names: ['apt', 'apt-get', 'aptitude'],
  peel: ({ argv }) =>
    optionValues(readAll(APT, argv), '-o').flatMap((word) => {
      const [, code] =
        /(?:pre|post)-(?:invoke|install-pkgs)(?:-success)?[^=]{0,80}=(.*)$/is.exec(wordValue(word) ?? '') ?? [];
      return code === undefined ? [] : [shellCode(knownWord(code))];
    }),
};

const GDB: Grammar = {
  options: [
    '-ex --eval-command --ex -iex --init-eval-command -eval-command =code',
    ...[
      'x',
      'p',
      'c',
      's',
      'd',
      'b',
      'l',
      'ix',
      'cd',
      'tty',
      'data-directory',
      'pid',
      'core',
      'command',
      'symbols',
      'exec',
    ].map((name) => `-${name} =text`),
    ...['batch', 'q', 'quiet', 'nx', 'n', 'nh', 'silent', 'nw', 'w', 'tui', 'readnow', 'args', 'batch-silent'].map(
      (name) => `-${name}`,
    ),
  ],
  singleDash: true,
  optionsFirst: true,
  anyOption: true,
  source: 'gdb(1) 13',
};

/** `gdb -ex 'shell code' --args program words`: the program only runs when told to, but it is there to be run. */
const GDB_FAMILY: WrapperFamily = {
  names: ['gdb', 'gdb-multiarch', 'cgdb'],
  peel: ({ argv }) => {
    const reading = readOptions(GDB, argv);
    const codes = optionValues(reading, '-ex').map((code) => codeOf('gdb', code));
    const files = optionValues(reading, '-x', '-ix').map((path) => codeFile('gdb', path));
    const input: readonly Peeled[] = has(reading, '-batch', '-args') ? [] : [{ kind: 'stdin-code', language: 'gdb' }];
    return [...codes, ...files, ...(has(reading, '-args') ? startOf(reading.operands) : []), ...input];
  },
};

const GCC: Grammar = { options: ['-wrapper =text', ...flags('oxIDLl', '=text')], singleDash: true, anyOption: true };

/** `gcc -wrapper program,word` starts its parts so. */
const GCC_FAMILY: WrapperFamily = {
  names: ['gcc', 'cc', 'c++', 'g++', 'gfortran'],
  peel: ({ argv }) =>
    optionValues(readAll(GCC, argv), '-wrapper').flatMap((word) =>
      startOf((wordValue(word) ?? '').split(',').map((part) => knownWord(part))),
    ),
};

const NMAP: Grammar = { options: ['--script =text', ...flags('psogiP', '=text')], anyOption: true };

/** `nmap --script ./x.nse` runs Lua. */
const NMAP_FAMILY: WrapperFamily = {
  names: ['nmap'],
  peel: ({ argv }) =>
    optionValues(readAll(NMAP, argv), '--script').flatMap((word) =>
      (wordValue(word) ?? '')
        .split(',')
        .flatMap((path) => (/[/.]/.test(path) ? [codeFile('lua', knownWord(path))] : [])),
    ),
};

/** lldb's and rr's forms of the same. */
const DEBUGGER_FAMILY: WrapperFamily = {
  names: ['lldb', 'rr'],
  peel: ({ argv }) => {
    const dashed = afterDashes(argv);
    if (dashed !== undefined) return startOf(dashed);
    return wordValue(argv[1]) === 'record'
      ? startOf(readOptions({ anyOption: true, optionsFirst: true }, argv.slice(1)).operands)
      : [];
  },
};

/** `busybox applet words` is the applet; shx is the same for npm scripts. */
const BUSYBOX_FAMILY: WrapperFamily = {
  names: ['busybox', 'toybox', 'shx'],
  peel: ({ argv }) => (leadingText(argv[1] ?? knownWord('--')).startsWith('--') ? [] : startOf(argv.slice(1))),
};

/** `capsh [options] -- words`: the words are those of a bash. */
const CAPSH_FAMILY: WrapperFamily = {
  names: ['capsh'],
  peel: ({ argv }) => {
    const words = afterDashes(argv);
    return words === undefined ? [] : startOf([knownWord('bash'), ...words]);
  },
};

export const TOOL_FAMILIES: readonly WrapperFamily[] = [
  APT_FAMILY,
  BUSYBOX_FAMILY,
  CAPSH_FAMILY,
  DEBUGGER_FAMILY,
  GCC_FAMILY,
  GDB_FAMILY,
  LESS_FAMILY,
  MAKE_FAMILY,
  NMAP_FAMILY,
  SOCAT_FAMILY,
  TAR_FAMILY,
  ...HOOKS.map(hookFamily),
];
