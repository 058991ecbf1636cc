import { release } from 'node:os';
import { LOCAL_CODE } from '../../model/wall.ts';
import { lackText, strengthText } from '../../text/wall.ts';
import { type WallHere, wallHere } from '../wall.ts';
import { type Finding, note, ok } from './finding.ts';

/** Which wall this machine has, and whether rules use it. `packs`: those that are on. */
export function wallFound(packs: readonly string[], here: WallHere = wallHere()): Finding {
  const { platform, arch } = process;
  const machine = { platform, arch, release: release() };
  const isOn = packs.includes(LOCAL_CODE);
  if (here.wall === undefined) {
    const what = lackText(here.lack, machine);
    return note('wall', isOn ? `${what}; the pack ${LOCAL_CODE} is on, and what it confines is not run` : what);
  }
  const what = strengthText(here.wall.kind, here.strength, machine.release);
  if (isOn) return ok('wall', `${what}, and the pack ${LOCAL_CODE} has it do so for code that agents start`);
  if (here.strength !== 'full') return note('wall', `${what}; the pack ${LOCAL_CODE} is off`);
  return note(
    'wall',
    `${what} (safeshell confine); for all code that agents start: safeshell packs enable ${LOCAL_CODE}`,
  );
}
