import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installedHome, mayTestWith, type TempHome } from '../support/installed.ts';
import { FILES } from '../support/recipes/files.ts';
import { GIT_FILES, GIT_PLACES } from '../support/recipes/git-files.ts';
import { GIT_REFS } from '../support/recipes/git-refs.ts';
import { makePlace, type Place } from '../support/recipes/place.ts';
import type { Door, Recipe } from '../support/recipes/recipe.ts';
import { RecipeRun } from '../support/recipes/run.ts';
import { everyOf } from '../support/runs.ts';

/** Files of the repository; `npm run recipes` has 20,000. */
const FILES_OF_PLACE = Number(process.env.RECIPE_FILES ?? 200);
/** Each recipe takes two seconds. 1 = the whole table by both doors; otherwise one recipe of so many, by one of the doors in turn. */
const EVERY = everyOf('RECIPES_EVERY', 24);
const RECIPES = { GIT_FILES, GIT_PLACES, GIT_REFS, FILES };

let home: TempHome;
let place: Place;
let run: RecipeRun;

beforeAll(() => {
  home = installedHome();
  home.file('.config/safeshell/config.yaml', 'undo: { mode: instead_of_asking, files: 100000, milliseconds: 60000 }\n');
  expect(home.safeshell(['agents', 'install', 'claude']).status).toBe(0);
  expect(home.safeshell(['refresh']).status).toBe(0);
  place = makePlace(home, FILES_OF_PLACE);
  run = new RecipeRun(home, place);
});
afterAll(() => home.remove());

let made: string | undefined;

function check(recipe: Recipe, door: Door, isUndoneTwice: boolean): void {
  const { stays, apart, setup = '' } = recipe;
  const isOther = (key: string) => !stays?.test(key) && !apart?.test(key);
  if (made === setup) place.refresh();
  else place.fresh(setup);
  made = undefined;
  const { before, after, status, said, records } = run.destroy(recipe, door);
  if (recipe.isStopped) {
    expect([records, run.differences(before, after, [])]).toEqual([[], []]);
    return;
  }
  expect([status, said.replace(/^safeshell: \{"decision":"allow".*\n/gm, '')]).toEqual([
    recipe.status ?? 0,
    expect.anything(),
  ]);
  expect(run.differences(before, after, records)).not.toEqual([]);
  const told = records.flatMap((record) => record.missing).join('\n');
  expect(told).toBe('');
  expect(records.map(({ promises }) => promises)).not.toEqual([]);
  const undone = run.undo(records.map(({ id }) => id));
  const others = run.differences(before, run.picture(), records);
  expect(others.filter(isOther)).toEqual([]);
  if (isUndoneTwice) {
    run.undo(undone);
    expect(
      run.differences(after, run.picture(), []).filter((key) => isOther(key) && !recipe.leaves?.test(key)),
    ).toEqual([]);
  } else if (others.length === 0) made = setup;
}

describe.each(Object.entries(RECIPES))('%s', (_name, recipes) => {
  describe.each(recipes.map((recipe, at) => [recipe.line, recipe, at] as const))('%s', (_line, recipe, at) => {
    for (const door of ['hook', 'shim'] as const)
      test.skipIf(!isTried(recipe, door, at))(`by ${door}`, () => check(recipe, door, door === 'shim'));
  });
});

function isTried({ only, needs }: Recipe, door: Door, at: number): boolean {
  const inTurn = only ?? ((at / EVERY) % 2 === 0 ? 'hook' : 'shim');
  const isOurs = EVERY === 1 ? only === undefined || only === door : at % EVERY === 0 && inTurn === door;
  return isOurs && (needs?.split(' ') ?? []).every(mayTestWith);
}
