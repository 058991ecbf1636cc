import type { Random } from '../fuzz/random.ts';

const RUN = 'rm -rf ~';

/** Pieces of code: what the readers of these languages look for, and what may hide it or look like it. */
const PIECES = {
  sed: [
    ...[
      's/a/b/',
      's,a,b,g',
      's/x/y/e',
      `s/x/${RUN}/ge`,
      's/x/y/w out',
      's/x/y/w ~/.bashrc',
      's/a/b/2pI',
      's|[[:space:]]|e |',
    ],
    ...[
      's/[/e]/w x/',
      's/[^/]*$//',
      's/[]/]/]/e/e',
      's/[^]/]/x/e',
      's/a\\/b/e/',
      's/a/b\\/e',
      's/[',
      'sXaXbXe',
      's:a:e:',
    ],
    ...['e', `e ${RUN}`, `1e ${RUN}`, `$!e ${RUN}`, `/x/Ie ${RUN}`, `/[/]/e ${RUN}`, `\\,x,e ${RUN}`, `0~2e ${RUN}`],
    ...['w out', 'W out', '/re/w ~/.bashrc', 'w /dev/stdout', 'r x', 'y/abc/xyz/', 'y/a/e/', 'y,e,w,', 'yXaXeX'],
    ...['{', '}', `{p}e ${RUN}`, `}e ${RUN}`, 'p', 'd', '$!N', '/^$/d', '1,/x/p', '/a/,/e/p', 'n', 'q', 'q5', '='],
    ...[
      'a text',
      `a\\\ne ${RUN}`,
      'i\\',
      'c x',
      'b e',
      ': e',
      't',
      'te',
      '#e',
      `#\ne ${RUN}`,
      '\n',
      ';',
      ' ',
      '!',
      ',',
      '&',
      '\t',
    ],
  ],
  awk: [
    ...[
      '{print $1}',
      '{ print }',
      '{',
      '}',
      'BEGIN',
      'END',
      'NR>1',
      '$3 > 5',
      '/re/',
      '/a|b/',
      '/>/',
      'FS="|"',
      ';',
      '\n',
      ' ',
    ],
    ...[
      `system("${RUN}")`,
      'system ("x")',
      'systems',
      `print | "${RUN}"`,
      `"${RUN}" | getline`,
      'getline < "x"',
      '|& getline',
    ],
    ...[
      'print > "out"',
      'print >> "out"',
      'printf "%s"',
      'print ("a" > "b")',
      'print $1',
      '> "~/.bashrc"',
      '|',
      '||',
      '>=',
      '">"',
    ],
    ...['# print', '"', 'print "a|b"', 'x = "print"', '"sh"', '(', ')', '\\', 'return', '$(NF-1)'],
  ],
} as const;

const OPTIONS = {
  sed: [
    '-n',
    '-E',
    '-ne',
    '-e',
    '-e',
    '-i',
    '-i.bak',
    '-ie',
    '-nE',
    '-s',
    '-f',
    '-l',
    '--expression',
    '--',
    '-',
    '',
    '-z',
    '-en',
    '--sandbox',
    'x',
  ],
  awk: [
    '-F,',
    '-F',
    '-F|',
    '-v',
    'a=b',
    '-va=b',
    '-f',
    '--',
    '-',
    '',
    '-e',
    '-E',
    '-W',
    '--source',
    '-i',
    '-vF',
    '-h',
    'x',
  ],
} as const;

/** Words with code among them, most of it broken. */
export function codeWords(program: 'awk' | 'sed', random: Random): string[] {
  const words = [code(program, random), ...(random.next() < 0.5 ? ['src/a.ts'] : [])];
  for (let i = random.below(4); i > 0; i--) {
    const at = random.below(words.length + 1);
    const option = random.pick(OPTIONS[program]);
    words.splice(at, 0, option, ...(/^-(n?e|F|v)$/.test(option) && random.next() < 0.7 ? [code(program, random)] : []));
  }
  return words;
}

function code(program: 'awk' | 'sed', random: Random): string {
  const pieces = Array.from({ length: 1 + random.below(4) }, () => random.pick(PIECES[program]));
  const text = pieces.join(random.pick(['', ';', '\n', ' ']));
  if (random.next() < 0.6) return text;
  const letters = program === 'sed' ? 'swey/[]^\\;{}pg1,!$|n\n abx&#' : 'print|>system(){}";\n ge$1';
  const chars = [...text];
  for (let i = 1 + random.below(3); i > 0; i--)
    chars.splice(random.below(chars.length + 1), random.below(2), letters.charAt(random.below(letters.length)));
  return chars.join('');
}
