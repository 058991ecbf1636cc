import { fromEncodedCommand } from '../encodings/decoders.ts';
import type { ShellName } from '../model/request.ts';
import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { SHELL_CODE, shellCode } from './peeled.ts';
import { lookPastDynamic } from './prefix.ts';
import { flags, has, longs, optionValues, readOptions } from './reading.ts';
import { joinWords, leadingText, trailingText } from './words.ts';
import type { Peeled, WrapperFamily } from './wrapper.ts';

/** Whose rules read the code; shells without an entry of their own in ShellName are `unknown`, the strictest reading. */
const DIALECT: Readonly<Record<string, ShellName>> = {
  sh: 'sh',
  bash: 'bash',
  rbash: 'bash',
  dash: 'dash',
  ash: 'dash',
  zsh: 'zsh',
  rzsh: 'zsh',
};

const TAKES_VALUE = new Set(['--rcfile', '--init-file', '--emulate']);
/** These let an option name stick to the -o; the others always take it from the next word. */
const ATTACHED_O = /^(r?zsh|r?ksh\d*|mksh|pdksh|yash)$/;

interface ShellOptions {
  /** `l` of `-l`, `+l`, `--login` */
  readonly letters: ReadonlySet<string>;
  readonly rcFile: Word | undefined;
  readonly operands: readonly Word[];
}

/**
 * `-euo pipefail -c code`: -c takes no value itself, its code is the first operand after all options, and every -o or
 * -O takes one of the following words, wherever in a cluster it stands. Source: bash(1) 5.2, dash(1), executed.
 */
function readShellOptions(name: string, argv: readonly Word[]): ShellOptions {
  const letters = new Set<string>();
  let rcFile: Word | undefined;
  let at = 1;
  for (; at < argv.length; at++) {
    const word = argv[at] as Word;
    const value = wordValue(word) ?? leadingText(word);
    const isEmpty = wordValue(word) === '+';
    if (!isEmpty && !/^[-+]./.test(value)) break;
    // a plus sign alone sets nothing; in zsh it ends the options
    if (value === '--' || (isEmpty && DIALECT[name] === 'zsh')) {
      at++;
      break;
    }
    if (value.startsWith('--')) {
      letters.add(value);
      if (!TAKES_VALUE.has(value)) continue;
      at++;
      if (value !== '--emulate') rcFile = argv[at];
      continue;
    }
    at += readLetters(name, value, letters);
  }
  if (wordValue(argv[at]) === '-') at++; // ends the options as `--` does
  return { letters, rcFile, operands: argv.slice(at) };
}

/** Adds the letters of one cluster; returns how many of the following words it takes. */
function readLetters(name: string, cluster: string, letters: Set<string>): number {
  let taken = 0;
  for (let at = 1; at < cluster.length; at++) {
    const letter = cluster[at] as string;
    if (letter !== 'o' && letter !== 'O') letters.add(cluster[0] === '+' ? `+${letter}` : letter);
    else if (ATTACHED_O.test(name) && at + 1 < cluster.length) return taken;
    else taken++;
  }
  return taken;
}

function scriptOf(shell: ShellName, operands: readonly Word[]): readonly Peeled[] {
  const path = operands[0];
  if (path === undefined) return [];
  return [{ kind: 'script-file', language: SHELL_CODE, path, shell, positional: operands }];
}

function rcFileOf(shell: ShellName, { letters, rcFile, operands }: ShellOptions): readonly Peeled[] {
  if (rcFile === undefined || (!letters.has('i') && operands.length > 0)) return [];
  return scriptOf(shell, [rcFile]);
}

function peelShell(name: string, argv: readonly Word[]): readonly Peeled[] {
  const shell = DIALECT[name] ?? 'unknown';
  const options = readShellOptions(name, argv);
  const { letters, operands } = options;
  if (letters.has('n') && !letters.has('i')) return []; // reads without running
  const code = operands[0];
  const before = rcFileOf(shell, options);
  if (letters.has('c')) {
    if (code === undefined) return before;
    return [...before, { ...shellCode(code, undefined, shell), positional: operands.slice(1) } as Peeled];
  }
  if (code !== undefined && !letters.has('s')) return [...before, ...scriptOf(shell, operands)];
  const positional = [argv[0] as Word, ...operands];
  return [...before, { kind: 'stdin-code', language: SHELL_CODE, shell, positional }];
}

/** The options of a shell: `l` for `-l`, `+l`, `--login`. */
export function shellOptions(argv: readonly Word[]): ReadonlySet<string> {
  return readShellOptions(baseOf(argv[0]), argv).letters;
}

/** The code behind `-c`; undefined = there is none, or it is not known. */
export function shellCodeOf(argv: readonly Word[]): string | undefined {
  const { letters, operands } = readShellOptions(baseOf(argv[0]), argv);
  return letters.has('c') && operands[0] !== undefined ? wordValue(operands[0]) : undefined;
}

function baseOf(word: Word | undefined): string {
  const value = wordValue(word) ?? '';
  return value.slice(value.lastIndexOf('/') + 1).replace(/^-/, '');
}

/** `bash -c code`, `bash -s`, `bash file`, `bash`. */
export const SHELL_FAMILY: WrapperFamily = {
  names: [
    'sh',
    'bash',
    'rbash',
    'dash',
    'ash',
    'zsh',
    'rzsh',
    'ksh',
    'ksh93',
    'rksh',
    'mksh',
    'pdksh',
    'yash',
    'posh',
    'oksh',
    'lksh',
    'osh',
    'ysh',
    'brush',
    'safeshell-sh', // ours: it becomes one of these
  ],
  peel: ({ argv }) => lookPastDynamic(argv, (words) => peelShell(baseOf(words[0]), words)),
};

/** Shells with a language of their own, which is read by the strictest rules; their scripts are not. */
export const OTHER_SHELL_FAMILY: WrapperFamily = {
  names: ['nu', 'xonsh', 'elvish', 'murex', 'ion', 'rc', 'oil'],
  peel: ({ argv }) => {
    const at = argv.findIndex((word) => /^(-\w*c|--commands?)$/.test(wordValue(word) ?? ''));
    const code = at < 0 ? undefined : argv[at + 1];
    return code === undefined ? [] : [shellCode(code, undefined, 'unknown')];
  },
};

/** csh has no code syntax in common with sh beyond the simplest; it is read by the strictest rules. */
export const CSH_FAMILY: WrapperFamily = {
  names: ['csh', 'tcsh'],
  peel: ({ argv }) => lookPastDynamic(argv, (words) => peelShell('csh', words)),
};

const FISH = {
  options: [
    ...flags('ilNPhv'),
    '-n --no-execute',
    ...longs('interactive login no-config private help version print-rusage-self'),
    '-c --command =code',
    '-C --init-command =code',
    ...flags('dDfop', '=text'),
    ...longs('debug debug-output debug-stack-frames features profile profile-startup', '=text'),
  ],
  optionsFirst: true,
  source: 'fish(1) 3.6',
};

export const FISH_FAMILY: WrapperFamily = {
  names: ['fish'],
  peel: ({ argv }) => {
    const reading = readOptions(FISH, argv);
    if (has(reading, '--no-execute')) return [];
    const codes = optionValues(reading, '--init-command', '--command').map((code) =>
      shellCode(code, undefined, 'fish'),
    );
    if (has(reading, '--command')) return [...codes, ...reading.doubts];
    const script = scriptOf('fish', reading.operands);
    const run: readonly Peeled[] =
      script.length > 0 ? script : [{ kind: 'stdin-code', language: SHELL_CODE, shell: 'fish' }];
    return [...codes, ...run, ...reading.doubts];
  },
};

const POWERSHELL_CODE = /^-(c|co|com|comm.*|cwa)$/i;
const POWERSHELL_FILE = /^-(f|file)$/i;
const POWERSHELL_VALUES =
  /^-(ex|ep|executionpolicy|version|psc.*|i(nput)?f.*|o(utput)?f.*|w|windowstyle|conf.*|wd|workingdirectory)$/i;

/** PowerShell: everything after -Command is code; Windows' own takes plain words for it. Source: about_Pwsh, about_PowerShell_exe, online. */
export const POWERSHELL_FAMILY: WrapperFamily = {
  names: ['pwsh', 'powershell'],
  peel: ({ argv }) => {
    for (let at = 1; at < argv.length; at++) {
      const word = argv[at] as Word;
      if (!leadingText(word).startsWith('-')) return powershellWords(argv, at);
      const value = wordValue(word) ?? '';
      const [next, ...more] = argv.slice(at + 1);
      if (next !== undefined && POWERSHELL_FILE.test(value))
        return [{ kind: 'script-file', language: 'powershell', path: next }];
      if (next !== undefined && POWERSHELL_CODE.test(value)) return powershellCode([next, ...more]);
      if (/^-e(c|n\w*)?$/i.test(value)) return encodedPowershell(next);
      if (POWERSHELL_VALUES.test(value)) at++;
    }
    return [];
  },
};

/** What it hides is judged; that it hides it is a question of its own. */
function encodedPowershell(word: Word | undefined): readonly Peeled[] {
  const text = fromEncodedCommand(wordValue(word) ?? '');
  const code = text === undefined ? [] : powershellCode([knownWord(text)]);
  return [...code, { kind: 'doubt', code: 'hidden-code', detail: 'encoded PowerShell' }];
}

function powershellCode(words: readonly Word[]): readonly Peeled[] {
  return [{ kind: 'code', language: 'powershell', code: joinWords(words) }];
}

function powershellWords(argv: readonly Word[], at: number): readonly Peeled[] {
  const path = argv[at] as Word;
  const isFile = /(^|\/)pwsh(\.exe)?$/.test(wordValue(argv[0]) ?? '') || /\.ps1$/i.test(trailingText(path));
  return isFile ? [{ kind: 'script-file', language: 'powershell', path }] : powershellCode(argv.slice(at));
}

/** `cmd /c line`: all that is behind it. Source: cmd /?, online. */
export const CMD_FAMILY: WrapperFamily = {
  names: ['cmd'],
  peel: ({ argv }) => {
    const at = argv.findIndex((word) => /^\/\/?[ck]$/i.test(wordValue(word) ?? ''));
    const words = at < 0 ? [] : argv.slice(at + 1);
    return words.length === 0 ? [] : [{ kind: 'code', language: 'cmd', code: joinWords(words) }];
  },
};
