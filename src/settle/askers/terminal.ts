import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { isInForeground } from './foreground.ts';
import { type Heard, type Keys, openKeys } from './keys.ts';
import { readModes, setModes, sizeOf, type TerminalModes, type TerminalSize } from './stty.ts';

/** The controlling terminal, whatever stdin and stdout are. */
export interface Terminal {
  size(): TerminalSize;
  write(text: string): void;
  /**
   * Shows the prompt and reads the next line, without its end. What was typed or pasted before the prompt is dropped.
   * undefined = end of input, or no line any more: the terminal is gone, or never silent.
   */
  ask(prompt: string): Promise<string | undefined>;
  /** leaves modes as they were found */
  close(): void;
}

interface Opening {
  /** whoever reads single keys there waits for us, as a shell does while a line is edited: it gets its modes back */
  readonly isHandedOver?: boolean | undefined;
}

/**
 * undefined where there is none, where we are a background job (its question would stop it, unseen), and where a program
 * reads single keys: it would get the answer, and the question would stand across its screen.
 */
export function openTerminal({ isHandedOver = false }: Opening = {}): Terminal | undefined {
  const found = find();
  if (found === undefined) return undefined;
  if (!found.modes?.isRaw || isHandedOver) return terminalOn(found.fd, found.modes);
  closeSync(found.fd);
  return undefined;
}

/** Does a program read single keys from our terminal? */
export function isHeld(): boolean {
  const found = find();
  if (found === undefined) return false;
  closeSync(found.fd);
  return found.modes?.isRaw ?? false;
}

function find(): { readonly fd: number; readonly modes: TerminalModes | undefined } | undefined {
  if (!isInForeground()) return undefined;
  try {
    const fd = openSync('/dev/tty', constants.O_RDWR | constants.O_NOCTTY);
    return { fd, modes: readModes(fd) };
  } catch {
    return undefined;
  }
}

/** What is typed or pasted comes without such gaps; a person has not read the question yet. */
const SILENCE_MS = 200;
/** Input that never ends is nobody who answers. */
const PATIENCE_MS = 5000;
/** For what came while modes were set. */
const SWITCH_MS = 10;
/** A second line comes that fast only where both were pasted. */
const PASTE_MS = 50;
const MAX_LENGTH = 4096;

/** Characters come at once and are not shown, so that all that was typed can be dropped; Ctrl-C and Ctrl-Z work. */
const DEAF = '-icanon -echo min 1 time 0';
/** Whole lines, with the keys that people know. */
const COOKED = 'icanon echo echoe isig iexten icrnl opost onlcr eof "^D" intr "^C"';

function terminalOn(fd: number, found: TerminalModes | undefined): Terminal {
  const asking = found && (found.isRaw ? `${found.saved} ${COOKED}` : found.saved);
  let current = found?.saved;
  let keys: Keys | undefined;
  const set = (words: string | undefined) => {
    if (words === undefined || words === current) return;
    setModes(fd, words);
    current = words;
  };
  const attempt = async (prompt: string) => {
    set(found && `${found.saved} ${DEAF}`);
    keys ??= openKeys();
    let heard = await untilSilence(keys);
    set(asking);
    if (heard === 'silence') heard = await keys.hear(SWITCH_MS);
    if (heard !== 'silence') return heard === 'end' ? undefined : AGAIN;
    writeAll(fd, prompt);
    const line = await nextLine(keys);
    if (line === undefined || line === AGAIN) return line;
    const next = await keys.hear(PASTE_MS);
    if (next === 'silence') return line;
    return next === 'end' ? undefined : AGAIN;
  };
  return {
    size: () => sizeOf(fd),
    write: (text) => writeAll(fd, text),
    async ask(prompt) {
      for (;;) {
        const line = await attempt(prompt);
        if (line !== AGAIN) return line;
      }
    },
    close() {
      keys?.close();
      // else it is somebody else's by now, and setting its modes would stop us
      if (current !== found?.saved && isInForeground()) set(found?.saved);
      closeSync(fd);
    },
  };
}

const AGAIN = Symbol('ask again');

async function untilSilence(keys: Keys): Promise<Heard> {
  const untilMs = Date.now() + PATIENCE_MS;
  while (Date.now() < untilMs) {
    const heard = await keys.hear(SILENCE_MS);
    if (typeof heard === 'string') return heard;
  }
  return 'end';
}

/** Canonical mode delivers whole lines; a program that made the terminal raw meanwhile ends them with a return. */
async function nextLine(keys: Keys): Promise<string | undefined | typeof AGAIN> {
  for (let text = ''; text.length < MAX_LENGTH; ) {
    const heard = await keys.hear();
    if (heard === 'continued') return AGAIN;
    if (typeof heard === 'string') return undefined;
    text += heard.text;
    const end = text.search(/[\r\n]/);
    if (end >= 0) return text.slice(0, end);
  }
  return undefined;
}

function writeAll(fd: number, text: string): void {
  try {
    for (let rest = Buffer.from(text); rest.length > 0; ) rest = rest.subarray(writeSync(fd, rest));
  } catch {
    // the terminal is gone: reading from it says so
  }
}
