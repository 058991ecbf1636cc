import type { Grammar } from '../grammar/grammar.ts';
import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { joinedCode, SHELL_CODE, shellCode, splitBlanks, startOf } from './peeled.ts';
import { flags, has, optionValue, readOptions } from './reading.ts';
import { joinWords } from './words.ts';
import type { Peeled, WrapperFamily } from './wrapper.ts';

const TMUX: Grammar = {
  options: [...flags('2CDluvVN'), '-c =code', ...flags('fLST', '=text')],
  optionsFirst: true,
  source: 'tmux(1) 3.3a',
};

/** How a tmux command takes a shell command: its options with a value, its flags, and what its words are. */
interface TmuxCommand {
  readonly valued: string;
  readonly flags: string;
  readonly kind: 'window' | 'code' | 'keys' | 'condition';
}

const WINDOW = { kind: 'window' } as const;
const TMUX_COMMANDS: Readonly<Record<string, TmuxCommand>> = {
  'new-session': { ...WINDOW, valued: 'ceFfnstxy', flags: 'AdDEPX' },
  'new-window': { ...WINDOW, valued: 'ceFnt', flags: 'abdkPS' },
  'split-window': { ...WINDOW, valued: 'ceFlt', flags: 'bdfhIvPZ' },
  'respawn-pane': { ...WINDOW, valued: 'cet', flags: 'k' },
  'respawn-window': { ...WINDOW, valued: 'cet', flags: 'k' },
  'display-popup': { ...WINDOW, valued: 'bcdehsStTwxy', flags: 'BCE' },
  'run-shell': { kind: 'code', valued: 'dt', flags: 'bC' },
  'pipe-pane': { kind: 'code', valued: 't', flags: 'IOo' },
  'if-shell': { kind: 'condition', valued: 't', flags: 'bF' },
  'send-keys': { kind: 'keys', valued: 'Nt', flags: 'FHlMRX' },
};
const TMUX_ALIASES: Readonly<Record<string, string>> = {
  new: 'new-session',
  neww: 'new-window',
  splitw: 'split-window',
  respawnp: 'respawn-pane',
  respawnw: 'respawn-window',
  popup: 'display-popup',
  display: 'display-message',
  run: 'run-shell',
  pipep: 'pipe-pane',
  if: 'if-shell',
  send: 'send-keys',
};

/** A name, an alias or a unique beginning of a command's name. */
function tmuxCommand(name: string): TmuxCommand | undefined {
  const full = Object.hasOwn(TMUX_ALIASES, name) ? TMUX_ALIASES[name] : name;
  if (full !== undefined && Object.hasOwn(TMUX_COMMANDS, full)) return TMUX_COMMANDS[full];
  const matches = Object.keys(TMUX_COMMANDS).filter((one) => name.length > 3 && one.startsWith(full ?? name));
  return matches.length === 1 ? TMUX_COMMANDS[matches[0] as string] : undefined;
}

const KEYS: Readonly<Record<string, string>> = {
  enter: '\n',
  'c-m': '\n',
  kpenter: '\n',
  'c-j': '\n',
  space: ' ',
  tab: '\t',
};

/** Keys that type nothing. */
const CONTROL_KEY = /^([cms^]-.+|\^.|escape|bspace|dc|ic|up|down|left|right|home|end|[np]page|pg(up|dn)|f\d+)$/;

/** Text typed into a shell: named keys become what they type, the rest is joined as it is. */
function typedText(words: readonly Word[]): Word {
  const typed = words.map((word) => {
    const name = wordValue(word)?.toLowerCase() ?? '';
    const key = (Object.hasOwn(KEYS, name) ? KEYS[name] : undefined) ?? (CONTROL_KEY.test(name) ? '' : undefined);
    return key === undefined ? word : knownWord(key);
  });
  return joinWords(typed, '');
}

function typedCode(words: readonly Word[]): readonly Peeled[] {
  const text = typedText(words);
  return wordValue(text)?.trim() === '' ? [] : [typed(text)];
}

/** What is typed is for whatever runs there: a shell, an editor, another language. */
function typed(text: Word): Peeled {
  return { kind: 'code', language: SHELL_CODE, code: text, shell: 'unknown', mayBeOther: true };
}

/** `#(command)` in a format is run by a shell. */
function formatCode(words: readonly Word[]): readonly Peeled[] {
  const texts = words.flatMap((word) => wordValue(word) ?? []);
  return texts.flatMap((text) =>
    [...text.matchAll(/(?<!#)(?:##)*#\(([^)]*)\)/g)].map(([, code = '']) => shellCode(knownWord(code))),
  );
}

function peelTmuxCommand(words: readonly Word[], depth: number): readonly Peeled[] {
  const command = tmuxCommand(wordValue(words[0]) ?? '');
  if (command === undefined) return formatCode(words);
  const grammar: Grammar = {
    options: [...flags(command.flags), ...flags(command.valued, '=text')],
    optionsFirst: true,
  };
  const reading = readOptions(grammar, words);
  const [first, ...rest] = reading.operands;
  if (first === undefined) return [];
  if (command.kind === 'keys') return has(reading, '-X') ? [] : typedCode(reading.operands);
  if (command.kind === 'code') return [...(has(reading, '-C') ? [] : joinedCode(reading.operands)), ...reading.doubts];
  if (command.kind === 'window') {
    return [...(rest.length === 0 ? [shellCode(first)] : startOf(reading.operands)), ...reading.doubts];
  }
  const branches = rest.flatMap((branch) => {
    const text = wordValue(branch);
    return text === undefined || depth > 3
      ? []
      : peelTmuxLine(
          splitBlanks(text).map((part) => knownWord(part)),
          depth + 1,
        );
  });
  return [...(has(reading, '-F') ? [] : [shellCode(first)]), ...branches];
}

/** Several commands are separated by a word `;`, or a word that ends with one. */
function peelTmuxLine(words: readonly Word[], depth = 0): readonly Peeled[] {
  const found: Peeled[] = [];
  let from = 0;
  for (let at = 0; at <= words.length; at++) {
    const value = wordValue(words[at]);
    const ends = value?.endsWith(';') === true && !value.endsWith('\\;');
    if (at < words.length && !ends) continue;
    const last = ends && value.length > 1 ? [knownWord(value.slice(0, -1))] : [];
    found.push(...peelTmuxCommand([...words.slice(from, at), ...last], depth));
    from = at + 1;
  }
  return found;
}

const TMUX_FAMILY: WrapperFamily = {
  names: ['tmux', 'byobu'],
  peel: ({ argv }) => {
    const reading = readOptions(TMUX, argv);
    const code = optionValue(reading, '-c');
    return [...(code === undefined ? [] : [shellCode(code)]), ...peelTmuxLine(reading.operands), ...reading.doubts];
  },
};

const SCREEN: Grammar = {
  options: [...flags('aADdilLmnOqrRUvVwWxX'), '-ls', ...flags('cehpsStT', '=text')],
  optionsFirst: true,
  source: 'screen(1) 4.9',
};

/** `screen [options] command`; -X sends a command to a running screen: `stuff` types text, `exec` and `screen` start. */
const SCREEN_FAMILY: WrapperFamily = {
  names: ['screen'],
  peel: ({ argv }) => {
    const reading = readOptions(SCREEN, argv);
    const { operands, doubts } = reading;
    if (!has(reading, '-X')) return has(reading, '-r', '-x', '-ls') ? doubts : [...startOf(operands), ...doubts];
    const name = wordValue(operands[0]);
    if (name === 'stuff') return [typed(joinWords(operands.slice(1).map(unstuff)))];
    return name === 'exec' || name === 'screen' ? startOf(operands.slice(1)) : [];
  },
};

/** screen's own escapes in stuffed text. */
function unstuff(word: Word): Word {
  const value = wordValue(word);
  return value === undefined ? word : knownWord(value.replace(/\\n|\\r|\^M|\^J|\\015|\\012/g, '\n'));
}

const TERMINAL_OPTIONS = /^(-e|-x|--execute|--command|--)$/;

/** `xterm -e command words`, `gnome-terminal -- command`: one word alone is shell code. */
const TERMINAL_FAMILY: WrapperFamily = {
  names: [
    'xterm',
    'urxvt',
    'rxvt',
    'konsole',
    'gnome-terminal',
    'xfce4-terminal',
    'alacritty',
    'foot',
    'st',
    'terminator',
    'kitty',
    'wezterm',
    'ghostty',
    'tilix',
    'lxterminal',
    'mate-terminal',
    'zellij',
    'x-terminal-emulator',
  ],
  peel: ({ argv }) => {
    const at = argv.findIndex((word) => TERMINAL_OPTIONS.test(wordValue(word) ?? ''));
    const words = at < 0 ? [] : argv.slice(at + 1);
    return words.length === 1 ? joinedCode(words) : startOf(words);
  },
};

export const TERMINAL_FAMILIES: readonly WrapperFamily[] = [SCREEN_FAMILY, TERMINAL_FAMILY, TMUX_FAMILY];
