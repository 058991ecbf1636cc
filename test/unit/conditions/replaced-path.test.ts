import { expect, test } from 'vitest';
import { guard } from '../../../src/guard.ts';
import { requestOf, worldOf } from '../../support/judged.ts';
import { shipped } from '../../support/shipped.ts';

const BARE = '/sys/fs/pstore/root';

/** In a box, where the shims lie over the programs. */
function verdictOf(line: string) {
  const request = requestOf([], { actor: 'ai', action: { kind: 'line', line } });
  const world = worldOf(shipped().policy, request);
  const folders = { root: '/g', shims: '/g/shims', hooks: '/g/hooks', bare: BARE };
  return guard(request, { ...world, facts: { ...world.facts, guard: folders } }).verdict;
}

test.each([
  ['PATH=/usr/bin:/bin make', 'allow'],
  [`PATH=${BARE}/usr/bin:/bin make`, 'require_approval'],
  [`PATH=/usr/bin:${BARE}/../root/usr/bin make`, 'require_approval'],
  [`PATH=${BARE}/opt/agent/bin:/bin make`, 'allow'],
  ['PATH=/proc/self/root/usr/bin make', 'require_approval'],
  ['PATH=bin make', 'require_approval'],
  ['PATH=$X make', 'require_approval'],
])('in a box, %s: %s', (line, verdict) => {
  expect(verdictOf(line)).toBe(verdict);
});
