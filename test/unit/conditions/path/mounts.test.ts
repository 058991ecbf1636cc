import { expect, test } from 'vitest';
import { throughMounts } from '../../../../src/conditions/path/mounts.ts';
import { createSubject } from '../../../../src/conditions/subject.ts';
import { localTime } from '../../../../src/facts/local-time.ts';
import { whatIfFacts } from '../../../../src/facts/what-if.ts';
import { analyzeLine } from '../../../../src/shell/analyze.ts';

const CWD = '/home/u/app';
const ENV = { HOME: '/home/u', PATH: '/usr/bin:/bin' };
const FACTS = whatIfFacts({
  env: ENV,
  cwd: CWD,
  at: localTime('2025-01-06T10:00:00'),
  git: { branch: 'x' },
  files: [],
});

/** Where the path of the last `cat` of the line lies on this machine. */
function here(line: string, path: string): string | undefined {
  const analysis = analyzeLine(line, { cwd: CWD, env: ENV, facts: FACTS });
  const invocation = analysis.invocations.findLast(({ program }) => program === 'cat');
  if (invocation === undefined) throw new Error(`no cat in ${line}`);
  return throughMounts(createSubject({ analysis, invocation, cwd: CWD, env: ENV }))(path);
}

test.each<[line: string, path: string, lies: string | undefined]>([
  ['cat /x/a', '/x/a', '/x/a'],
  ['docker run -v ~/.ssh:/x alpine cat /x/a', '/x/a', '/home/u/.ssh/a'],
  ['docker run -v ~/.ssh:/x:ro alpine cat /x', '/x', '/home/u/.ssh'],
  ['docker run --volume=/srv:/x/ alpine cat /x/a', '/x/a', '/srv/a'],
  ['podman run -v ./keys:/x alpine cat /x/a', '/x/a', '/home/u/app/keys/a'],
  ['cd /srv && docker run -v ./keys:/x alpine cat /x/a', '/x/a', '/srv/keys/a'],
  ['docker run -v /:/ alpine cat /etc/shadow', '/etc/shadow', '/etc/shadow'],
  ['docker run -v /:/host alpine cat /host/etc/shadow', '/host/etc/shadow', '/etc/shadow'],
  ['docker run --mount type=bind,source=/srv,target=/x alpine cat /x/a', '/x/a', '/srv/a'],
  ['docker run --mount type=bind,dst=/x,src=/srv alpine cat /x/a', '/x/a', '/srv/a'],
  ['docker run --mount type=bind,src=/srv,destination=/x,readonly alpine cat /x/a', '/x/a', '/srv/a'],
  ['docker run -v /srv:/x alpine sh -c "cat /x/a"', '/x/a', '/srv/a'],
  // the innermost folder counts, whatever comes first
  ['docker run -v .:/x -v ~/.ssh:/x/keys alpine cat /x/keys/a', '/x/keys/a', '/home/u/.ssh/a'],
  ['docker run -v ~/.ssh:/x/keys -v .:/x alpine cat /x/b', '/x/b', '/home/u/app/b'],
  // in the image, in a volume, or nobody knows where
  ['docker run -v /srv:/x alpine cat /xy/a', '/xy/a', undefined],
  ['docker run -v /srv:/x alpine cat /etc/a', '/etc/a', undefined],
  ['docker run -v data:/x alpine cat /x/a', '/x/a', undefined],
  ['docker run -v /x alpine cat /x/a', '/x/a', undefined],
  ['docker run -v "$DIR:/x" alpine cat /x/a', '/x/a', undefined],
  ['docker run --mount type=tmpfs,target=/x alpine cat /x/a', '/x/a', undefined],
  ['cd "$DIR" && docker run -v ./keys:/x alpine cat /x/a', '/x/a', undefined],
  // another root inside: what it calls /etc may be ours
  ['docker run -v /:/host alpine chroot /host cat /etc/a', '/etc/a', '/etc/a'],
  ['docker exec web cat /etc/a', '/etc/a', '/etc/a'],
  // a mount of another start
  ['docker run -v /srv:/x alpine true; cat /x/a', '/x/a', '/x/a'],
])('%s', (line, path, lies) => {
  expect(here(line, path)).toBe(lies);
});
