import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Read by Linux alone, where bash is 4 or newer: what lies in a box. */
const OF_BOXES = ['boxed.sh', 'relay.sh'];

/** What bash 3.2, which is sh and bash of macOS, cannot parse, or takes for something else. Source: CHANGES of bash 4.0 to 5.2 */
const NEWER: Readonly<Record<string, RegExp>> = {
  'case conversion': /\$\{\w+(\[[^\]]*\])?(\^|,)/,
  transformation: /\$\{[\w@*]+(\[[^\]]*\])?@[A-Za-z]\}/,
  'negative length': /\$\{\w+:[^}]*:\s*-\d/,
  'negative index': /\w\[-\d+\]/,
  'case terminator': /;;?&(?!&)/,
  'pipe of both streams': /(?<!['\\])\|&(?!')/,
  'appending both streams': /&>>/,
  coprocess: /(^|[\s;])coproc\s/,
  'chosen descriptor': /\bexec\s+\{\w+\}[<>]/,
  'reading builtin': /\b(mapfile|readarray)\b/,
  declaration: /\b(declare|local|typeset)\s+-\w*[Angulc]\w*\s/,
  'printf to an element': /\bprintf\s+-v\s+\w+\[/,
  'printf of time': /%\([^)]*\)T/,
  'fraction of a second': /\bread\s+(-\w+\s+)*-\w*t\s*\d*\.\d/,
  'reading characters': /\bread\s+(-\w+\s+)*-\w*[iN]\b/,
  'test of a variable': /\[\[?\s+(!\s+)?-v\s/,
  'waiting for any': /\bwait\s+-[npf]/,
  variable: /\$\{?(BASHPID|EPOCHSECONDS|EPOCHREALTIME|SRANDOM|BASH_ARGV0)\b/,
  option: /\bshopt\s+-\w+\s+(globstar|lastpipe|inherit_errexit|autocd|assoc_expand_once)\b/,
  'padded range': /\{0\d+\.\.\d+\}/,
  'character by number': /\$'[^']*\\[uU][0-9A-Fa-f]/,
};

/** Older bash takes the first `)` of a pattern in `$( )` for its end. */
const CASE_IN_SUBSTITUTION = /\$\([^()`]*\bcase\s[^()]*\sin\s+[^(\s]/;

const files = [
  'install.sh',
  ...readdirSync('shims').flatMap((name) =>
    /\.(sh|bash)$/.test(name) && !OF_BOXES.includes(name) ? [`shims/${name}`] : [],
  ),
];

function findings(text: string): readonly string[] {
  const code = text.replace(/^\s*#.*$/gm, '');
  return Object.entries({ ...NEWER, 'case in a substitution': CASE_IN_SUBSTITUTION }).flatMap(([name, pattern]) => {
    const [found] = pattern.exec(code) ?? [];
    return found === undefined ? [] : [`${name}: ${found}`];
  });
}

test.each(files)('%s has nothing that bash 3.2 does not know', (file) => {
  expect(findings(readFileSync(file, 'utf8'))).toEqual([]);
});

test.each([
  'x=${y,,}',
  'x=${y[0]^}',
  'echo ${y@Q}',
  'echo ${y:0:-1}',
  'echo ${y[-1]}',
  'case x in x) a ;;& esac',
  'case x in x) a ;& esac',
  'a |& b',
  'a &>>b',
  'coproc x { y; }',
  'exec {fd}>x',
  'mapfile -t x',
  'declare -A x',
  'local -n x=y',
  'printf -v x[1] %s y',
  "printf '%(%F)T'",
  'read -rt 0.5 x',
  'read -r -N 1 x',
  '[[ -v x ]]',
  'wait -n',
  'echo $BASHPID',
  'shopt -s globstar',
  'echo {01..10}',
  "echo $'\\u00e9'",
  'x=$(case $y in a) echo ;; esac)',
])('`%s` is found', (line) => {
  expect(findings(`${line}\n`)).toHaveLength(1);
});

test.each([
  'a && b',
  'a &>b',
  'a 2>&1 | b',
  'x=${y:-1} z=${y#?} w=${#y} v=${!y}',
  'case $(a) in b) ;; esac',
  'local -r x=1',
  'declare -F x',
  'read -rt 5 x',
  'x=(a) x+=(b)',
  'echo {1..10}',
])('`%s` is not', (line) => {
  expect(findings(`${line}\n`)).toEqual([]);
});
