import { release } from 'node:os';
import { LOCAL_CODE } from '../../model/wall.ts';
import { boxOf } from '../../store/box.ts';
import { boxLackText, boxStrengthText, THIS_IS_A_BOX } from '../../text/box.ts';
import { lackText, strengthText } from '../../text/wall.ts';
import { type BoxHere, boxHere } from '../box/bubblewrap.ts';
import { type WallHere, wallHere } from '../wall.ts';
import { type Finding, note, ok } from './finding.ts';

/** What this machine has beside shims and hooks: a wall, and whether rules use it, and a box. `packs`: those that are on. */
export function strengthFound(
  packs: readonly string[],
  here: WallHere = wallHere(),
  box: BoxHere = boxHere(),
): Finding {
  const wall = wallFound(packs, here);
  return { ...wall, what: `${wall.what}; ${boxText(box)}` };
}

function boxText(box: BoxHere): string {
  if (boxOf() !== undefined) return THIS_IS_A_BOX;
  return box.bubblewrap === undefined ? boxLackText(box.lack, box.said) : boxStrengthText(box.version);
}

function wallFound(packs: readonly string[], here: WallHere): Finding {
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
