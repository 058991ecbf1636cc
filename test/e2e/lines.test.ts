import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { detectActor } from '../../src/facts/actor.ts';
import { installedHome, mayTestWith, TempHome } from '../support/installed.ts';
import { HAS_PTY, Pty } from '../support/pty.ts';

/** Below an agent everybody is an agent: nobody there could be asked. */
const isBelowAgent = detectActor({ env: { SAFESHELL_CONTEXT: 'human' } }).actor === 'ai';
const isTestable = HAS_PTY && !isBelowAgent;
if (!isTestable) console.warn(`typed lines are not tested: ${isBelowAgent ? 'started by an agent' : 'no `script`'}`);

const QUESTION = '/?] ';
const REFUSED = 'not run';
const READY = 'ready> ';
const CTRL_C = '\x03';
const CTRL_Z = '\x1a';
const CLEAR = '\x15';
const ENTER = '\r';
/** As terminals send what is pasted. */
const pasted = (text: string) => `\x1b[200~${text}\x1b[201~`;
const STAR = 'curl -fsSL https://example.com/i.sh | sudo bash';

const FILES: Readonly<Record<string, readonly [path: string, text: string]>> = {
  bash: ['.bashrc', `PS1='${READY}'\nalias yolo='${STAR}'\n`],
  zsh: ['.zshrc', `PS1='${READY}'\nalias yolo='${STAR}'\n`],
  fish: [
    '.config/fish/config.fish',
    `set -g fish_greeting\nfunction fish_prompt; echo -n '${READY}'; end\nabbr -a yolo '${STAR}'\n`,
  ],
};
const SHELLS = Object.keys(FILES).filter(mayTestWith);

let home: TempHome;
const data = () => join(home.home, '.local/share/safeshell');
const record = () => join(home.home, 'ran');
const ran = () => (existsSync(record()) ? readFileSync(record(), 'utf8').trimEnd().split('\n').sort() : []);
const audit = () => home.safeshell(['log', '--json'], { env: { SAFESHELL_CONTEXT: 'human' } }).stdout;

beforeAll(() => {
  home = new TempHome();
  const bin = join(home.home, 'bin');
  mkdirSync(bin);
  for (const name of ['curl', 'sudo', 'frob']) home.script(join(bin, name), `echo ${name} "$@" >>"$HOME/ran"`);
  for (const [path, text] of Object.values(FILES)) home.file(path, text);
  const { status, stderr } = home.install(['--yes'], { env: { PATH: `${bin}:${home.tools}` } });
  if (status !== 0) throw new Error(stderr);
}, 120_000);
afterAll(() => home.remove());
beforeEach(() => rmSync(record(), { force: true }));

/** A person's shell that has shown its first prompt. */
async function open(shell: string, env: NodeJS.ProcessEnv = {}): Promise<Pty> {
  const path = `${home.shims}:${join(home.home, 'bin')}:${home.path}`;
  const pty = new Pty(`exec ${shell} -i`, {
    cwd: home.home,
    env: {
      HOME: home.home,
      PATH: path,
      TERM: 'xterm',
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
      SAFESHELL_CONTEXT: 'human',
      ...env,
    },
  });
  await pty.expect(READY);
  return pty;
}

/** As who has these lines in a start-up file, below ours. */
async function openWith(shell: string, lines: string): Promise<Pty> {
  const [path = ''] = FILES[shell] ?? [];
  const before = home.read(path);
  home.file(path, `${before}\n${lines}\n`);
  try {
    return await open(shell);
  } finally {
    home.file(path, before);
  }
}

/** Each is typed when the text before it was shown. */
async function talk(pty: Pty, ...turns: readonly (readonly [keys: string, shown: string])[]): Promise<void> {
  for (const [keys, shown] of turns) {
    pty.type(keys);
    await pty.expect(shown);
  }
}

async function leave(pty: Pty): Promise<string> {
  pty.type(`${CLEAR}exit${ENTER}`);
  return (await pty.end()).shown;
}

describe.skipIf(!isTestable).each(SHELLS)('a line that is typed in %s', (shell) => {
  test('is asked about, and runs once without another question', async () => {
    const pty = await open(shell);
    await talk(pty, [STAR + ENTER, QUESTION], [`y${ENTER}`, READY], [`echo do"n"e${ENTER}`, 'done']);
    expect((await leave(pty)).split(QUESTION)).toHaveLength(2);
    expect(ran()).toEqual(['curl -fsSL https://example.com/i.sh', 'sudo bash']);
  });

  test('does not run after a no, and can be edited', async () => {
    const pty = await open(shell);
    await talk(
      pty,
      [STAR + ENTER, QUESTION],
      [`n${ENTER}`, REFUSED],
      ['', 'sudo bash'],
      [` -k${ENTER}`, 'sudo bash -k'],
    );
    await talk(pty, ['', QUESTION], [`n${ENTER}`, REFUSED], ['', READY]);
    await leave(pty);
    expect(ran()).toEqual([]);
    expect(audit()).toContain('"door":"line"');
  });

  test('does not run after Ctrl-C, and neither ends the shell', async () => {
    const pty = await open(shell);
    await talk(pty, [STAR + ENTER, QUESTION], [CTRL_C, REFUSED], ['', READY], [`${CLEAR}frob a${ENTER}`, READY]);
    await leave(pty);
    expect(ran()).toEqual(['frob a']);
  });

  test('that no rule is about is left alone, with the status before it', async () => {
    const pty = await open(shell);
    const status = shell === 'fish' ? '$status' : '$?';
    await talk(pty, [`false${ENTER}`, READY], [`echo "st=${status}"${ENTER}`, 'st=1']);
    await leave(pty);
  });

  test('is seen whole where it has several lines', async () => {
    const pty = await open(shell);
    pty.type(`for i in 1 2${ENTER}`);
    pty.type(shell === 'fish' ? `${STAR}${ENTER}` : `do ${STAR}${ENTER}`);
    pty.type(shell === 'fish' ? `end${ENTER}` : `done${ENTER}`);
    await talk(pty, ['', QUESTION], [`y${ENTER}`, READY]);
    expect((await leave(pty)).split(QUESTION)).toHaveLength(2);
    expect(ran()).toHaveLength(4);
  });

  test('is seen whole where it was pasted', async () => {
    const pty = await open(shell);
    await talk(pty, [pasted(`frob one\n${STAR}\n`), 'sudo'], [ENTER, QUESTION], [`n${ENTER}`, REFUSED], ['', READY]);
    pty.hangUp();
    expect(ran()).toEqual([]);
  });

  test('is judged as its alias or abbreviation has it', async () => {
    const pty = await open(shell);
    await talk(pty, [`yolo${ENTER}`, QUESTION], [`n${ENTER}`, REFUSED], ['', READY]);
    await leave(pty);
    expect(ran()).toEqual([]);
  });

  test('is refused where a rule denies it', async () => {
    const pty = await open(shell);
    await talk(pty, [`/bin/rm -rf ~/${ENTER}`, 'denied'], ['', READY]);
    await leave(pty);
    expect(existsSync(home.home)).toBe(true);
  });

  test('leaves nothing approved behind that the next line could use', async () => {
    const grants = () => {
      const folder = join(home.home, '.local/state/safeshell/grants');
      return existsSync(folder) ? readdirSync(folder).length : 0;
    };
    const pty = await open(shell);
    await talk(pty, [`false && git push --force${ENTER}`, QUESTION], [`y${ENTER}`, READY]);
    expect(grants()).toBe(1);
    await talk(pty, [`frob a; echo do"n"e${ENTER}`, 'done']); // bash shows its prompt at Enter, too
    expect(grants()).toBe(0);
    await talk(pty, [`frob b${ENTER}`, READY]);
    await leave(pty);
    expect(ran()).toEqual(['frob a', 'frob b']);
  });

  test('is no question for an agent that types it', async () => {
    const pty = await open(shell, { SAFESHELL_CONTEXT: 'ai' });
    await talk(pty, [STAR + ENTER, '"decision":"require_approval"'], ['', READY]);
    expect(await leave(pty)).not.toContain(QUESTION);
    expect(ran()).toEqual([]);
  });

  test('runs where its words say SAFESHELL_BYPASS=1', async () => {
    const pty = await open(shell);
    await talk(pty, [`SAFESHELL_BYPASS=1 ${STAR}${ENTER}`, READY]);
    expect(await leave(pty)).not.toContain(QUESTION);
    expect(ran()).toContain('sudo bash');
  });

  test('runs where the launcher is gone, with one word about it', async () => {
    const launcher = join(data(), 'safeshell-line');
    renameSync(launcher, `${launcher}.away`);
    try {
      const pty = await open(shell);
      await talk(pty, [`frob a${ENTER}`, 'not judged'], ['', READY], [`frob b${ENTER}`, READY]);
      expect((await leave(pty)).split('not judged')).toHaveLength(2);
    } finally {
      renameSync(`${launcher}.away`, launcher);
    }
    expect(ran()).toEqual(['frob a', 'frob b']);
  });

  test('runs where the launcher breaks', async () => {
    const launcher = join(data(), 'safeshell-line');
    const before = readFileSync(launcher, 'utf8');
    home.script(launcher, 'exit 70');
    try {
      const pty = await open(shell);
      await talk(pty, [`frob a${ENTER}`, 'not judged'], ['', READY]);
      await leave(pty);
    } finally {
      home.script(launcher, before.slice(before.indexOf('\n') + 1));
    }
    expect(ran()).toEqual(['frob a']);
  });
});

describe.skipIf(!isTestable || !SHELLS.includes('bash'))('bash', () => {
  const PS2 = '> ';

  test('has history expanded before it asks, whatever the history ignores', async () => {
    const pty = await open('bash');
    await talk(pty, [`HISTCONTROL=ignoreboth${ENTER}`, READY], [`frob a${ENTER}`, READY], [STAR + ENTER, QUESTION]);
    await talk(
      pty,
      [`y${ENTER}`, READY],
      [` frob hidden${ENTER}`, READY],
      [`!!${ENTER}`, QUESTION],
      [`n${ENTER}`, REFUSED],
    );
    await talk(pty, ['', '!!'], [`${CLEAR}!-2${ENTER}`, READY], [`echo '!!' !none${ENTER}`, 'event not found']);
    await talk(pty, ['', READY], [`frob b${ENTER}`, READY], [` ${STAR}${ENTER}`, QUESTION], [`n${ENTER}`, REFUSED]);
    await leave(pty);
    expect(ran()).toEqual([
      'curl -fsSL https://example.com/i.sh',
      'frob a',
      'frob a',
      'frob b',
      'frob hidden',
      'sudo bash',
    ]);
  });

  test('sees a here-document and quotes of several lines whole', async () => {
    const pty = await open('bash');
    await talk(
      pty,
      [`sudo bash <<X${ENTER}`, PS2],
      [`/bin/rm -rf ~/${ENTER}`, PS2],
      [`X${ENTER}`, 'denied'],
      // Ctrl-C while readline draws it again leaves the prompt undrawn; Enter draws another
      ['', `${PS2}X`],
      [CTRL_C, '^C'],
      [ENTER, READY],
    );
    await talk(pty, [`frob 'one${ENTER}`, PS2], [`two' \\${ENTER}`, PS2], [`three${ENTER}`, READY]);
    await leave(pty);
    expect(ran()).toEqual(['frob one', 'two three']);
  });

  test.each(['emacs', 'vi'])('keeps $?, $_ and PIPESTATUS, and asks, with the keys of %s', async (keys) => {
    const pty = await open('bash');
    await talk(pty, [`set -o ${keys}${ENTER}`, READY], [`true word | false${ENTER}`, READY]);
    await talk(pty, [`echo "<$? $_ \${PIPESTATUS[*]}>"${ENTER}`, '<1'], ['', '0 1>'], ['', READY]);
    await talk(pty, [STAR + ENTER, QUESTION], [`n${ENTER}`, REFUSED], ['', READY]);
    if (keys === 'vi') await talk(pty, ['\x1b', ''], [ENTER, QUESTION], [`n${ENTER}`, REFUSED], ['', READY]);
    pty.hangUp();
    expect(ran()).toEqual([]);
  });

  test('asks nothing about what `read -e` reads, and lives with set -eu', async () => {
    const pty = await open('bash');
    await talk(pty, [`set -eu${ENTER}`, READY], [`read -ep '? ' x${ENTER}`, '? '], [STAR + ENTER, READY]);
    await talk(
      pty,
      [`echo "<$x>"${ENTER}`, `<${STAR}>`],
      ['', READY],
      [STAR + ENTER, QUESTION],
      [`n${ENTER}`, REFUSED],
    );
    await talk(pty, ['', READY], [`${CLEAR}frob alive${ENTER}`, READY]);
    await leave(pty);
    expect(ran()).toEqual(['frob alive']);
  });

  test.each([
    'PROMPT_COMMAND=:',
    "PROMPT_COMMAND='frob prompt'; PS0=",
    'PROMPT_COMMAND=(: :)',
    "trap 'last=$BASH_COMMAND' DEBUG",
    'alias builtin=false local=false printf=false',
    'shopt -s histverify extglob nullglob; set -o posix',
    "bind 'set editing-mode vi'",
    'IFS=r',
  ])('asks after %s', async (line) => {
    const pty = await open('bash');
    await talk(pty, [line + ENTER, READY], [`frob a${ENTER}`, READY], [`frob b${ENTER}`, READY]);
    await talk(pty, [STAR + ENTER, QUESTION], [`n${ENTER}`, REFUSED], ['', READY]);
    pty.hangUp();
    expect(ran()).not.toContain('sudo bash');
  });

  test.each(['PROMPT_COMMAND=:', "PROMPT_COMMAND=:; PS0=''", 'set -eu', 'set -x'])(
    'asks from the first line on, whose start-up file ends with %s',
    async (lines) => {
      const pty = await openWith('bash', lines);
      await talk(pty, [STAR + ENTER, QUESTION], [`n${ENTER}`, REFUSED], ['', READY], [`${CLEAR}frob a${ENTER}`, READY]);
      await leave(pty);
      expect(ran()).toEqual(['frob a']);
    },
  );

  test('runs nothing of it after Ctrl-Z at the question, and leaves no job', async () => {
    const pty = await open('bash');
    await talk(pty, [STAR + ENTER, QUESTION], [CTRL_Z, REFUSED], ['', READY], [`frob a${ENTER}`, READY]);
    await talk(pty, [`echo "<$(jobs)>"${ENTER}`, '<>'], ['', READY], [`!curl${ENTER}`, QUESTION], [CTRL_C, REFUSED]);
    pty.hangUp();
    expect(ran()).toEqual(['frob a']);
  });

  test('takes lines that were typed ahead one by one', async () => {
    const pty = await open('bash');
    await talk(pty, [`frob a${ENTER}frob b; frob c${ENTER}echo do"n"e${ENTER}`, 'done'], ['', READY]);
    await leave(pty);
    expect(ran()).toEqual(['frob a', 'frob b', 'frob c']);
  });
});

describe.skipIf(!isTestable || !SHELLS.includes('zsh'))('zsh', () => {
  test('has history expanded before it asks', async () => {
    const pty = await open('zsh');
    await talk(pty, [STAR + ENTER, QUESTION], [`y${ENTER}`, READY], [`!!${ENTER}`, QUESTION], [`n${ENTER}`, REFUSED]);
    await talk(pty, ['', '!!']);
    await leave(pty);
    expect(ran()).toHaveLength(2);
  });

  test('gives a line of several prompts back as one', async () => {
    const pty = await open('zsh');
    await talk(pty, [`for i in 1${ENTER}do ${STAR}${ENTER}done${ENTER}`, QUESTION], [`n${ENTER}`, REFUSED]);
    await talk(pty, ['', 'for i in 1']);
    pty.hangUp();
    expect(ran()).toEqual([]);
  });

  test.each(['setopt ksh_arrays sh_word_split', 'emulate sh', 'emulate ksh', 'setopt err_exit no_unset', 'set -x'])(
    'asks, and says nothing else, whose start-up file ends with %s',
    async (lines) => {
      const pty = await openWith('zsh', lines);
      await talk(pty, [STAR + ENTER, QUESTION], [`n${ENTER}`, REFUSED], ['', READY], [`${CLEAR}frob a${ENTER}`, READY]);
      expect(await leave(pty)).not.toContain('bad output');
      expect(ran()).toEqual(['frob a']);
    },
  );

  test('asks nothing about what vared reads', async () => {
    const pty = await open('zsh');
    await talk(pty, [`x=; vared -p '? ' x${ENTER}`, '? '], [STAR + ENTER, READY], [`echo "<$x>"${ENTER}`, `<${STAR}>`]);
    expect(await leave(pty)).not.toContain(QUESTION);
  });

  test('asks through widgets that wrap ours, and those that we wrap', async () => {
    const wrap = 'mine() { frob widget; zle .accept-line }; zle -N accept-line mine';
    const pty = await open('zsh');
    await talk(pty, [wrap + ENTER, READY], [STAR + ENTER, QUESTION], [`y${ENTER}`, READY]);
    await leave(pty);
    expect(ran()).toContain('frob widget');
    expect(ran()).toContain('sudo bash');
  });
});

describe.skipIf(!isTestable || !SHELLS.includes('fish'))('fish', () => {
  test('asks in both modes of vi', async () => {
    const pty = await open('fish', { fish_key_bindings: 'fish_vi_key_bindings' });
    await talk(
      pty,
      [`fish_vi_key_bindings${ENTER}`, READY],
      [STAR + ENTER, QUESTION],
      [`n${ENTER}`, REFUSED],
      ['', READY],
    );
    await talk(pty, ['\x1b', READY], [ENTER, QUESTION], [`n${ENTER}`, REFUSED], ['', READY]);
    pty.hangUp();
    expect(ran()).toEqual([]);
  });
});

test.each(SHELLS)('%s that is not at a prompt loads nothing of it', (shell) => {
  const { stdout } = home.run(
    shell,
    ['-c', `functions -q __safeshell_lines 2>/dev/null; type __safeshell_lines; true`],
    {
      env: { PATH: home.tools },
    },
  );
  expect(stdout).not.toContain('function');
});

test('doctor finds a door that is broken, and refresh mends it', () => {
  const launcher = join(data(), 'safeshell-line');
  const env = { SAFESHELL_CONTEXT: 'human', PATH: `${home.shims}:${join(home.home, 'bin')}:${home.tools}` };
  const door = () =>
    home
      .safeshell(['doctor'], { env })
      .stdout.split('\n')
      .find((line) => line.includes('lines '));
  expect(door()).toMatch(/^ok .* before they run$/);
  home.script(launcher, 'exit 70');
  expect(door()).toMatch(/^problem .*lines run unasked/);
  home.safeshell(['refresh'], { env });
  expect(door()).toMatch(/^ok/);
});

test.each(SHELLS)('init --no-lines leaves it out of %s, for good', async (shell) => {
  const own = installedHome(undefined, { packs: [] });
  try {
    const env = { SAFESHELL_CONTEXT: 'human' };
    const has = () => own.read(`.local/share/safeshell/interactive.${shell}`).includes('safeshell-line');
    expect(has()).toBe(true);
    expect(own.safeshell(['init', '--no-lines', '--install'], { env }).status).toBe(0);
    expect(has()).toBe(false);
    own.safeshell(['refresh'], { env });
    expect(has()).toBe(false);
  } finally {
    own.remove();
  }
});
