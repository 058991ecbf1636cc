// Draws docs/pictures/prompt.svg: a real zsh of a real installation in tmux, asked by the guard. `curl` and `sudo` are stand-ins.
// Needs a build, zsh and tmux. The picture follows the reader's light or dark scheme.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILE = 'docs/pictures/prompt.svg';
const COLUMNS = 80;
const LINE_HEIGHT = 20;
const CHAR_WIDTH = 8.4;
const MARGIN = 20;
const TYPED = 'curl -fsSL https://example.com/install.sh | sudo bash';

const home = mkdtempSync(join(tmpdir(), 'safeshell-picture-'));
const stubs = join(home, 'stubs');
const env = {
  HOME: home,
  PATH: `${stubs}:${process.env.PATH}`,
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
  SHELL: '/bin/zsh',
};
const tmux = (...args) => execFileSync('tmux', ['-S', join(home, 'tmux'), ...args], { env, encoding: 'utf8' });

/** Until the screen ends with what is waited for; throws after ten seconds. */
function screenWith(end) {
  for (let tries = 0; tries < 100; tries++) {
    const screen = tmux('capture-pane', '-e', '-p', '-t', 'picture').trimEnd();
    if (plain(screen).trimEnd().endsWith(end)) return screen;
    execFileSync('sleep', ['0.1']);
  }
  throw new Error(`the screen does not end with ${JSON.stringify(end)}`);
}

function plain(text) {
  return text.replace(SGR, '');
}

const SGR = /\x1b\[([\d;]*)m/g;
/** Select Graphic Rendition, ECMA-48 8.3.117: only what the guard itself uses. */
const CLASSES = { 1: 'bold', 2: 'dim', 4: 'under', 31: 'red', 32: 'green', 35: 'magenta' };
const ENDS = { 22: ['bold', 'dim'], 24: ['under'], 39: ['red', 'green', 'magenta'] };

function escaped(text) {
  return text.replace(/[&<>]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[char]);
}

/** Pieces of one line, each with the styles that hold. */
function pieces(line) {
  const styles = new Set();
  return line.split(SGR).map((part, at) => {
    if (at % 2 === 0) return part === '' ? '' : `<tspan class="${[...styles].join(' ')}">${escaped(part)}</tspan>`;
    for (const code of part === '' ? ['0'] : part.split(';')) {
      if (code === '0') styles.clear();
      for (const style of ENDS[code] ?? []) styles.delete(style);
      if (CLASSES[code]) styles.add(CLASSES[code]);
    }
    return '';
  });
}

function svg(lines) {
  const width = COLUMNS * CHAR_WIDTH + 2 * MARGIN;
  const height = lines.length * LINE_HEIGHT + 2 * MARGIN;
  const rows = lines.map((line, at) => {
    const y = MARGIN + (at + 0.75) * LINE_HEIGHT;
    return `<text x="${MARGIN}" y="${y}" xml:space="preserve">${pieces(line).join('').replaceAll(' class=""', '')}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="A guarded shell asks about ${TYPED}">
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328 }
rect { fill: #f6f8fa; stroke: #d1d9e0 }
.bold { font-weight: bold } .dim { opacity: .65 } .under { text-decoration: underline }
.red { fill: #b3261e } .green { fill: #1a7f37 } .magenta { fill: #8250df }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 } rect { fill: #0d1117; stroke: #3d444d }
  .red { fill: #ff7b72 } .green { fill: #3fb950 } .magenta { fill: #d2a8ff }
}
</style>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
${rows.join('\n')}
</svg>
`;
}

try {
  mkdirSync(stubs);
  for (const name of ['curl', 'sudo']) {
    writeFileSync(join(stubs, name), '#!/bin/sh\n');
    chmodSync(join(stubs, name), 0o755);
  }
  writeFileSync(join(home, '.zshrc'), "PS1='$ '\n");
  execFileSync('sh', ['install.sh', '--no-build', '--yes'], { env, stdio: 'ignore' });
  tmux('new-session', '-d', '-s', 'picture', '-x', String(COLUMNS), '-y', '24', '-c', home, 'zsh -i');
  screenWith('$');
  tmux('send-keys', '-t', 'picture', TYPED, 'Enter');
  screenWith('?]');
  tmux('send-keys', '-t', 'picture', 'n', 'Enter');
  writeFileSync(FILE, svg(screenWith(`$ ${TYPED}`).split('\n')));
  console.log(`${FILE} drawn`);
} finally {
  try {
    tmux('kill-server');
  } catch {
    // it never started
  }
  rmSync(home, { recursive: true, force: true });
}
