import { LOCAL_CODE } from '../../model/wall.ts';
import { boxOf } from '../../store/box.ts';
import {
  boxLackText,
  boxStrengthText,
  boxWallLackText,
  THIS_IS_A_BOX,
  THIS_IS_WALLED,
  WALL_STRENGTH,
} from '../../text/box.ts';
import { lackText, strengthText } from '../../text/wall.ts';
import { type BoxHere, boxHere } from '../box/bubblewrap.ts';
import { type BoxWallHere, boxWallHere } from '../box/sandbox-runtime.ts';
import { thisMachine } from '../this-machine.ts';
import { type WallHere, wallHere } from '../wall.ts';
import { type Finding, note, ok, problem } from './finding.ts';

/** What becomes of code that agents start: where there is no launcher the pack does not count. */
const WITHOUT = {
  launcher: 'changes nothing, what agents start runs unconfined',
  kernel: 'has it that nothing of that runs',
} as const;

/** What this machine has beside shims and hooks: a wall, and whether rules use it, a box, and a wall around that. `packs`: those that are on. */
export function strengthFound(
  packs: readonly string[],
  here: WallHere = wallHere(),
  box: BoxHere = boxHere(),
  around: BoxWallHere = boxWallHere(),
): Finding {
  const wall = wallFound(packs, here);
  return { ...wall, what: `${wall.what}; ${boxText(box, around)}` };
}

function boxText(box: BoxHere, around: BoxWallHere): string {
  const own = boxOf();
  if (own !== undefined) return own.hasWall ? THIS_IS_WALLED : THIS_IS_A_BOX;
  if (box.bubblewrap === undefined) return boxLackText(box.lack, box.said);
  const wall = around.package === undefined ? boxWallLackText(around.lack) : WALL_STRENGTH;
  return `${boxStrengthText(box.version)}; ${wall}`;
}

function wallFound(packs: readonly string[], here: WallHere): Finding {
  const machine = thisMachine();
  const isOn = packs.includes(LOCAL_CODE);
  if (here.wall === undefined) {
    const what = lackText(here.lack, machine);
    if (!isOn) return note('wall', what);
    const fix = 'set up what is missing, or take `confine: local_code` out of config.yaml';
    return problem('wall', `${what}: \`confine: local_code\` ${WITHOUT[here.lack]}`, fix);
  }
  const what = strengthText(here.wall.kind, here.strength, machine.release);
  if (isOn) return ok('wall', `${what}, and the pack ${LOCAL_CODE} has it do so for code that agents start`);
  if (here.strength !== 'full') return note('wall', `${what}; the pack ${LOCAL_CODE} is off`);
  return note(
    'wall',
    `${what} (safeshell confine); for all code that agents start: safeshell packs enable ${LOCAL_CODE}`,
  );
}
