import fc from 'fast-check';
import '../../../support/seed.ts';
import { expect, test } from 'vitest';
import { CONDITIONS } from '../../../../src/conditions/index.ts';
import { createSubject } from '../../../../src/conditions/subject.ts';
import { localTime } from '../../../../src/facts/local-time.ts';
import { whatIfFacts } from '../../../../src/facts/what-if.ts';
import type { Condition } from '../../../../src/model/policy.ts';
import { type Answer, joinAnswers, joinAnswersOf } from '../../../../src/model/tri.ts';
import { analyzeLine } from '../../../../src/shell/analyze.ts';
import { runs } from '../../../support/runs.ts';
import { shipped } from '../../../support/shipped.ts';

const CWD = '/home/dev/project';
const ENV = { HOME: '/home/dev', PATH: '/usr/bin:/bin' };
const FILES = ['/home/dev/.ssh/id_rsa', '/home/dev/project/a/b', '/home/dev/.bashrc', '/tmp/x'];
const facts = whatIfFacts({
  env: ENV,
  cwd: CWD,
  at: localTime('2025-01-06T10:00:00'),
  git: { branch: 'x' },
  files: FILES,
  links: { '/home/dev/project/home': '/home/dev', '/home/dev/project/keys': '/home/dev/.ssh', '/tmp/up': '/' },
});

type Leaf = Extract<Condition, { op: 'is' }>;
const PLACES = ['path_outside', 'path_within', 'path_covers'];
const TYPES = ['path_matches', 'reads_credentials', ...PLACES];
const conditions = new Map<string, Leaf>();
function add(condition: Condition): void {
  if (condition.op === 'not') add(condition.of);
  else if (condition.op !== 'is') condition.of.forEach(add);
  else if (TYPES.includes(condition.type)) conditions.set(JSON.stringify(condition), condition);
}
for (const { when, unless } of shipped().policy.modules.flatMap(({ rules }) => rules))
  [...when, ...unless].forEach(add);

type Subject = ReturnType<typeof createSubject>;

function subjectOf(line: string): Subject {
  const analysis = analyzeLine(line, { cwd: CWD, env: ENV, facts });
  const invocation = analysis.invocations.at(-1);
  if (invocation === undefined) throw new Error(line);
  return createSubject({ analysis, invocation, cwd: CWD, env: ENV });
}

function evaluate({ type, data }: Leaf, subject: Subject): Answer {
  return CONDITIONS.find((family) => family.type === type)?.evaluate(data, subject, facts) ?? 'unknown';
}

const SPECIAL =
  '/ /etc /etc/passwd /home /home/dev /home/other/.ssh/id_rsa /root ~ ~/.ssh ~/.ssh/id_rsa ~/.aws/credentials ~/.bashrc ~/.config .. . ' +
  '../.. .env a/.env a/../../.ssh/id_rsa home keys keys/id_rsa home/.netrc /tmp /tmp/x /tmp/up /tmp/up/etc /dev/sda /dev/null .git ' +
  '.git/hooks/pre-commit *.o a* "$X" "$X/.env" ~/* key.pem x.pem id_rsa prod.db a.o a/ ./ a/./b /usr/bin/env /boot ~dev C:/x Makefile';
const special = fc.oneof(
  fc.constantFrom(...SPECIAL.split(' ')),
  fc.constantFrom('.', '/home/dev', '/home', '/etc', '/tmp', '/boot'),
);
const plain = fc.constantFrom('a', 'b', 'src', 'a/b', 'c.txt', '/tmp', '/home/dev', '/home', '', '/etc', '/opt/x');
const ordinary = fc.tuple(plain, fc.integer({ min: 0, max: 30 })).map(([path, at]) => `${path}/f${at}`);

test.each(['rm -rf', 'cat', 'touch', 'tar cf', 'frobnicate'])(
  'many paths of %s are answered as each of them is',
  (start) => {
    const [about, places] = [false, true].map((isPlace) =>
      [...conditions.values()].filter(({ type }) => PLACES.includes(type) === isPlace),
    ) as [Leaf[], Leaf[]];
    fc.assert(
      fc.property(
        fc.array(ordinary, { minLength: 17, maxLength: 24 }),
        fc.array(special, { maxLength: 4 }),
        fc.shuffledSubarray(about, { minLength: 8, maxLength: 8 }),
        fc.shuffledSubarray(places, { minLength: 8, maxLength: 8 }),
        (paths, others, some, more) => {
          const head = start === 'tar cf' ? 'tar cf out.tar' : start;
          const all = [...paths.slice(0, 5), ...others, ...paths.slice(5)];
          const together = subjectOf(`${head} ${all.join(' ')}`);
          const each = all.map((path) => subjectOf(`${head} ${path}`));
          for (const condition of [...some, ...more]) {
            const alone = each.map((subject) => evaluate(condition, subject));
            expect([condition, all.join(' '), evaluate(condition, together)]).toEqual([
              condition,
              all.join(' '),
              joinAnswers(alone),
            ]);
          }
        },
      ),
      { numRuns: runs(40) },
    );
  },
);

test('answers are joined one by one as they are together', () => {
  const answer = fc.constantFrom<Answer>('yes', 'no', 'unknown', 'some');
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 6 }), (all) => {
      expect(joinAnswersOf(all, (one) => one)).toBe(joinAnswers(all));
    }),
  );
});
