import { release } from 'node:os';
import type { Machine } from '../text/wall.ts';

/** What walls depend on. */
export function thisMachine(): Machine {
  return { platform: process.platform, arch: process.arch, release: release() };
}
