import { release } from 'node:os';
import { lackText, strengthText } from '../../text/wall.ts';
import { type WallHere, wallHere } from '../wall.ts';
import { type Finding, note, ok } from './finding.ts';

/** The pack by which code that agents start runs confined. */
const PACK = 'local-code';

/** Which wall this machine has, and whether rules use it. `packs`: those that are on. */
export function wallFound(packs: readonly string[], here: WallHere = wallHere()): Finding {
  const { platform, arch } = process;
  const machine = { platform, arch, release: release() };
  const isOn = packs.includes(PACK);
  if (here.wall === undefined) {
    const what = lackText(here.lack, machine);
    return note('wall', isOn ? `${what}; the pack ${PACK} is on, and what it confines is not run` : what);
  }
  const what = strengthText(here.wall.kind, here.strength, machine.release);
  if (isOn) return ok('wall', `${what}, and the pack ${PACK} has it do so for code that agents start`);
  if (here.strength !== 'full') return note('wall', `${what}; the pack ${PACK} is off`);
  return note('wall', `${what} (safeshell confine); for all code that agents start: safeshell packs enable ${PACK}`);
}
