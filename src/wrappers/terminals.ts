import { decodeAnsiC } from '../encodings/ansi-c.ts';
import type { Grammar } from '../grammar/grammar.ts';
import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { joinedCode, shellCode, startOf } from './peeled.ts';
import { flags, has, longs, optionValue, readAll, readOptions } from './reading.ts';
import { numberedKeys } from './typed-keys.ts';
import { leadingText } from './words.ts';
import type { Peeled, WrapperCall, WrapperFamily } from './wrapper.ts';

const TERMINAL_OPTIONS = /^(?:-e|-x|--execute|--command|--)(?:=|$)/;

/** `xterm -e command words`, `gnome-terminal -- command`: one word alone is shell code. */
function afterOption(argv: readonly Word[]): readonly Peeled[] {
  const at = argv.findIndex((word) => TERMINAL_OPTIONS.test(leadingText(word)));
  const [option, ...words] = at < 0 ? [] : argv.slice(at);
  const attached = /=([\s\S]*)$/.exec(wordValue(option) ?? '')?.[1];
  if (attached !== undefined) return [shellCode(knownWord(attached))];
  return words.length === 1 ? joinedCode(words) : startOf(words);
}

const TERMINAL_FAMILY: WrapperFamily = {
  names: [
    ...[
      'xterm',
      'urxvt',
      'rxvt',
      'konsole',
      'gnome-terminal',
      'xfce4-terminal',
      'alacritty',
      'terminator',
      'ghostty',
      'tilix',
    ],
    ...[
      'lxterminal',
      'mate-terminal',
      'x-terminal-emulator',
      'kgx',
      'ptyxis',
      'qterminal',
      'terminology',
      'rio',
      'warp-terminal',
    ],
  ],
  peel: ({ argv }) => afterOption(argv),
};

/** Terminals that take the program as their operands. */
const OPERAND_TERMINALS: Readonly<Record<string, Grammar>> = {
  foot: {
    options: [
      ...flags('Hv'),
      ...flags('cDofWwsTatpLd', '=text'),
      ...longs('hold maximized fullscreen login-shell check-config'),
    ],
    anyOption: true,
    optionsFirst: true,
    source: 'foot(1) 1.13',
  },
  st: { options: [...flags('aivi'), ...flags('cfgnotTw', '=text')], optionsFirst: true, source: 'st(1) 0.9' },
  kitty: {
    options: [
      ...flags('1v'),
      '-o -d -c -T --class --name --title --config --directory --override --session --listen-on =text',
    ],
    anyOption: true,
    optionsFirst: true,
    source: 'kitty --help 0.26',
  },
  ttyd: {
    options: [...flags('RWSOoqadB6'), ...flags('pibcHuUgstTmwPAKCI', '=text')],
    anyOption: true,
    optionsFirst: true,
    source: 'ttyd(1) 1.7',
  },
};

function peelOperands(argv: readonly Word[], grammar: Grammar): readonly Peeled[] {
  if (argv.slice(1).some((word) => TERMINAL_OPTIONS.test(leadingText(word)))) return afterOption(argv);
  return startOf(readOptions(grammar, argv).operands);
}

const OPERAND_FAMILY: WrapperFamily = {
  names: Object.keys(OPERAND_TERMINALS).filter((name) => name !== 'kitty'),
  peel: ({ argv }) => {
    const name = (wordValue(argv[0]) ?? '').replace(/^.*\//, '');
    return peelOperands(argv, OPERAND_TERMINALS[name] ?? { options: [] });
  },
};

/** `-` stands for standard input. */
function typed(into: string, text: readonly Word[], read: (text: string) => string = (one) => one): readonly Peeled[] {
  return text.map((word) => ({
    kind: 'typed',
    into,
    what: { text: word.kind === 'known' ? knownWord(read(word.value), word.text) : word },
  }));
}

const fromInput = (into: string): Peeled => ({ kind: 'typed', into, what: { file: knownWord('-') } });

const KITTY_REMOTE: Grammar = {
  options: [
    ...longs('all stdin exclude-active bracketed-paste no-response'),
    '-m -t --match --match-tab --to --password =text',
    '--from-file =path',
  ],
  anyOption: true,
  source: 'kitten @ send-text --help 0.26',
};

/** `kitty @ send-text 'ls\r'`, `kitty @ launch program`; any other is `kitty [options] program`. */
const KITTY_FAMILY: WrapperFamily = {
  names: ['kitty', 'kitten'],
  peel: ({ argv }) => {
    const at = argv.findIndex((word) => wordValue(word) === '@');
    if (at < 0) return peelOperands(argv, OPERAND_TERMINALS.kitty as Grammar);
    const words = argv.slice(at + 1);
    const first = words.findIndex((word) => /^(send-text|launch|run|new-window|send-key)$/.test(wordValue(word) ?? ''));
    const [name, rest] = [wordValue(words[first]), words.slice(first)];
    if (first < 0) return [];
    if (name !== 'send-text') return startOf(readOptions({ ...KITTY_REMOTE, optionsFirst: true }, rest).operands);
    const reading = readAll(KITTY_REMOTE, rest);
    const file = optionValue(reading, '--from-file');
    return [
      ...typed('kitty', reading.operands, decodeAnsiC),
      ...(has(reading, '--stdin') ? [fromInput('kitty')] : []),
      ...(file === undefined ? [] : [{ kind: 'typed', into: 'kitty', what: { file } } as const]),
    ];
  },
};

const WEZTERM: Grammar = {
  options: [
    ...longs('no-paste horizontal top-level top bottom left right new-window'),
    '--pane-id --cells --percent --cwd --workspace --window-id =text',
  ],
  anyOption: true,
  optionsFirst: true,
  source: 'wezterm cli --help 2024',
};

/** `wezterm cli send-text text`, or its input; `wezterm cli spawn|split-pane program`. */
const WEZTERM_FAMILY: WrapperFamily = {
  names: ['wezterm'],
  peel: ({ argv }) => {
    const at = argv.findIndex((word) => /^(send-text|spawn|split-pane)$/.test(wordValue(word) ?? ''));
    if (at < 0) return afterOption(argv);
    const { operands } = readOptions(WEZTERM, argv.slice(at));
    if (wordValue(argv[at]) !== 'send-text') return startOf(operands);
    return operands.length === 0 ? [fromInput('wezterm')] : typed('wezterm', operands);
  },
};

/** `zellij run|action new-pane -- program`, `zellij action write-chars text`, `zellij action write 13`. */
const ZELLIJ_FAMILY: WrapperFamily = {
  names: ['zellij'],
  peel: ({ argv }) => {
    const at = argv.findIndex((word) => /^(write-chars|write)$/.test(wordValue(word) ?? ''));
    if (at < 0 || !argv.slice(0, at).some((word) => /^(action|ac)$/.test(wordValue(word) ?? '')))
      return zellijRun(argv);
    const words = argv.slice(at + 1);
    if (wordValue(argv[at]) === 'write-chars') return typed('zellij', words);
    return words.length === 0 ? [] : typed('zellij', [numberedKeys(words, 10)]);
  },
};

const ZELLIJ_RUN: Grammar = {
  options: ['-n -d --name --direction --cwd --height --width -x -y --layout -l --layout-dir =text'],
  anyOption: true,
  optionsFirst: true,
  source: 'zellij run --help 0.40, online',
};

function zellijRun(argv: readonly Word[]): readonly Peeled[] {
  const dashes = argv.findIndex((word) => wordValue(word) === '--');
  if (dashes >= 0) return startOf(argv.slice(dashes + 1));
  const at = argv.findIndex((word) => /^(run|r|new-pane|edit)$/.test(wordValue(word) ?? ''));
  if (at < 0 || wordValue(argv[at]) === 'edit') return [];
  return startOf(readOptions(ZELLIJ_RUN, argv.slice(at)).operands);
}

const ASCIINEMA: Grammar = {
  options: [
    ...longs('stdin append raw overwrite quiet yes cols rows'),
    '-c --command =code',
    ...flags('tieE', '=text'),
    ...flags('qy'),
  ],
  anyOption: true,
  source: 'asciinema(1) 2.2',
};

/** `asciinema rec -c code file`; without it a shell. */
const ASCIINEMA_FAMILY: WrapperFamily = {
  names: ['asciinema', 'ttyrec'],
  peel: ({ argv }) => {
    const reading = readAll(ASCIINEMA, argv);
    const code = optionValue(reading, wordValue(argv[0])?.endsWith('ttyrec') ? '-e' : '-c');
    return code === undefined ? [] : [shellCode(code)];
  },
};

/** Ways through a session that is held on a socket: `dtach -n socket program`; -p types its input. */
function peelHeld({ argv }: WrapperCall): readonly Peeled[] {
  const mode = argv.findIndex((word) => /^-[AacnNp]$/.test(wordValue(word) ?? ''));
  if (mode >= 0 && wordValue(argv[mode]) === '-p') return [fromInput('dtach')];
  if (mode >= 0 && wordValue(argv[mode]) === '-a') return [];
  const words = argv.filter((_, at) => at > 0 && at !== mode);
  const { operands } = readOptions({ options: [...flags('zEflvq'), ...flags('re', '=text')], optionsFirst: true }, [
    argv[0] as Word,
    ...words,
  ]);
  const [, ...command] = operands;
  return startOf(
    readOptions({ options: [...flags('zE'), ...flags('r', '=text')], optionsFirst: true }, operands).operands.slice(
      0,
      command.length,
    ),
  );
}

const HELD_FAMILY: WrapperFamily = { names: ['dtach', 'abduco'], peel: peelHeld };

/** Programs that press the keys of a text for whatever window has the focus. */
const KEYBOARD_FAMILY: WrapperFamily = {
  names: ['xdotool', 'ydotool', 'wtype', 'dotool'],
  peel: ({ argv }) => {
    const isWtype = wordValue(argv[0])?.endsWith('wtype') === true;
    const at = isWtype ? 0 : argv.findIndex((word) => wordValue(word) === 'type');
    if (at < 0) return [];
    const options = ['--delay --window --args --terminator -d -P -p -M -m -k -s --key-delay --key-hold --file =text'];
    return typed('keyboard', readOptions({ options, anyOption: true, optionsFirst: true }, argv.slice(at)).operands);
  },
};

export const TERMINAL_FAMILIES: readonly WrapperFamily[] = [
  ASCIINEMA_FAMILY,
  HELD_FAMILY,
  KEYBOARD_FAMILY,
  KITTY_FAMILY,
  OPERAND_FAMILY,
  TERMINAL_FAMILY,
  WEZTERM_FAMILY,
  ZELLIJ_FAMILY,
];
