import { release } from 'node:os';
import type { Machine } from '../../../text/wall.ts';

export function machine(): Machine {
  return { platform: process.platform, arch: process.arch, release: release() };
}
