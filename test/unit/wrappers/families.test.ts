import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Word } from '../../../src/model/word.ts';
import { knownWord } from '../../../src/model/word.ts';
import { peel, WRAPPERS } from '../../../src/wrappers/index.ts';
import { unknownWord } from '../../../src/wrappers/words.ts';
import type { Peeled } from '../../../src/wrappers/wrapper.ts';
import { readWords } from '../../support/wrapper-notation.ts';
import '../../support/seed.ts';
import { runs } from '../../support/runs.ts';

/** One way to write each wrapper that runs its remaining words as they are. */
const PREFIXES = [
  'sudo',
  'sudo -u me -n --',
  'doas -u me',
  'pkexec',
  'env',
  'env -u A -C /x -- A=1',
  'command',
  'command -p --',
  'builtin',
  'exec -a name',
  'nohup',
  'setsid -w',
  'nice -n 3',
  'ionice -c 3',
  'chrt -r 1',
  'taskset 1',
  'time -p',
  'timeout -k 1 5',
  'stdbuf -oL',
  'unbuffer',
  'flock f',
  'strace -f -o out',
  'ltrace',
  'gdb --args',
  'watch -x',
  'chroot /',
  'unshare -r',
  'nsenter -t 1 -m',
  'bwrap --bind / /',
  'firejail --quiet',
  'systemd-run --user',
  'runuser -u me --',
  'setpriv --reuid me',
  'busybox',
  'docker run image',
  'docker exec box',
  'kubectl exec pod --',
  'poetry run',
  'bundle exec',
  'uv run --',
  'op run --',
  'aws-vault exec prof --',
  'entr -r',
  'proxychains -q',
  'xvfb-run -a',
  'setarch x86_64',
  'prlimit --nofile=9',
  'valgrind -q',
  'perf stat --',
  'git bisect run',
  'ip netns exec ns',
  'screen -dmS s',
];

const program = fc.constantFrom('rm', 'git', '/bin/rm', 'a b', 'x');
const argument = fc.oneof(fc.string(), fc.constantFrom('-rf', '--', '-c', ';', '{}', '-u', 'A=1', ''));

function argvs(found: readonly Peeled[]): readonly (readonly Word[])[] {
  return found.flatMap((one) => (one.kind === 'argv' ? [one.argv] : []));
}

function peelFrom(argv: readonly Word[], assignments: readonly [] = []): readonly Peeled[] {
  const name = argv[0]?.kind === 'known' ? argv[0].value : '';
  const family = WRAPPERS.get(name);
  return family === undefined ? [] : peel(family, { argv, assignments, redirects: [] });
}

describe('wrapper families', () => {
  it('has each name once', () => {
    const families = new Set(WRAPPERS.values());
    const names = [...families].flatMap((family) => family.names);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names.length).toBe(WRAPPERS.size);
  });

  it.each(PREFIXES)('%s yields the argv behind it', (prefix) => {
    fc.assert(
      fc.property(program, fc.array(argument, { maxLength: 5 }), (name, args) => {
        const command = [name, ...args].map((word) => knownWord(word));
        const found = peelFrom([...readWords(prefix), ...command]);
        expect(argvs(found)).toEqual([command]);
        expect(found.length).toBe(1);
      }),
      { numRuns: runs(50), seed: 7 },
    );
  });

  it('never throws and never answers an empty argv', () => {
    const word: fc.Arbitrary<Word> = fc.oneof(
      fc.string().map((text) => knownWord(text)),
      fc
        .constantFrom(
          '-c',
          '-e',
          '-x',
          '--',
          '-exec',
          ';',
          '+',
          '{}',
          'exec',
          'run',
          '-S',
          '-I{}',
          ':::',
          'constructor',
          'send-keys',
        )
        .map((text) => knownWord(text)),
      fc.constantFrom('', '-', 'a').map((prefix) => unknownWord({ prefix, fields: 'any', reason: 'variable' })),
      fc.constant<Word>({ kind: 'glob', pattern: '*{}', text: '*{}' }),
    );
    const names = fc.constantFrom(...WRAPPERS.keys());
    fc.assert(
      fc.property(names, fc.array(word, { maxLength: 8 }), (name, words) => {
        for (const argv of argvs(peelFrom([knownWord(name), ...words]))) expect(argv.length).toBeGreaterThan(0);
      }),
      { numRuns: runs(3000), seed: 7 },
    );
  });

  it.each(['sudo', 'env', 'xargs', 'find', 'bash', 'parallel', 'tmux', 'git', 'perl', 'watch'])(
    '%s comes to an end on long lines',
    (name) => {
      const words = Array.from({ length: 20_000 }, (_, at) =>
        at % 3 === 0 ? unknownWord({ fields: 'any', reason: 'variable' }) : knownWord(at % 3 === 1 ? '-exec' : ';'),
      );
      // the test's own time limit is what would catch one that runs away
      expect(() => peelFrom([knownWord(name), ...words])).not.toThrow();
    },
  );
});
