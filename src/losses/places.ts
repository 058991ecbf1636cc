import type { Facts } from '../model/facts.ts';
import type { Tri } from '../model/tri.ts';
import { isWithin } from '../util/path.ts';

const literal = (path: string) => path.replace(/[*?[\\]/g, '\\$&');

/** A path or a link, also one that leads nowhere. */
export function isThere(path: string, facts: Facts): boolean {
  return facts.exists(path) !== 'no' || (facts.expandGlob(literal(path), '/', 1) ?? []).length > 0;
}

export function isFolder(path: string, facts: Facts): Tri {
  if (path === '/') return 'yes';
  const found = facts.expandGlob(`${literal(path)}/`, '/', 1);
  if (found === undefined) return facts.exists(path) === 'no' ? 'no' : 'unknown';
  return found.length > 0 ? 'yes' : 'no';
}

/** The kernel's, where nothing is kept that a program could lose. */
export function isDevice(path: string): boolean {
  if (isWithin(path, '/dev')) return path !== '/dev' && !isWithin(path, '/dev/shm');
  return isWithin(path, '/proc') || isWithin(path, '/sys');
}
