import { LOSING_PROGRAMS } from '../losses/losing-programs.ts';
import type { Decision } from '../model/decision.ts';
import type { Facts } from '../model/facts.ts';
import type { Invocation } from '../model/invocation.ts';
import type { Environment, Request } from '../model/request.ts';
import type { UndoSettings } from '../model/undo.ts';
import { isAsking } from '../model/verdict.ts';
import type { Keeper } from '../settle/keeper.ts';
import type { Layout } from '../store/layout.ts';
import { productRoot } from '../store/product.ts';
import { readSettings, settingsKey } from '../store/settings-cache.ts';
import { fullName } from '../util/full-name.ts';
import { compiler } from './compiler.ts';
import { keeperOf } from './keep-losses.ts';

interface KeepingWorld {
  readonly layout: Layout;
  readonly facts: Facts;
  readonly env: Environment;
}

/** Looks at the names of what starts before anything is loaded or read for it. */
export function keeperFor(decision: Decision, request: Request, world: KeepingWorld): Keeper | undefined {
  const { verdict, analysis } = decision;
  if (verdict === 'deny' || !analysis.invocations.some(mayLose)) return undefined;
  const undo = undoSettings(world.layout);
  return isKept(undo, request, decision) ? keeperOf({ decision, request, undo, ...world }) : undefined;
}

function isKept({ mode, people }: UndoSettings, { actor }: Request, { verdict }: Decision): boolean {
  if (mode === 'off') return false;
  return actor === 'ai' || people === 'all' || (people === 'asked' && isAsking(verdict));
}

const LOSING: ReadonlySet<string> = new Set(LOSING_PROGRAMS);
/** They write into a file from its beginning. */
const TRUNCATING = /^(>|>\||&>|>&|<>)$/;

function mayLose({ program, redirects }: Invocation): boolean {
  return redirects.some(({ op }) => TRUNCATING.test(op)) || (program !== undefined && LOSING.has(fullName(program)));
}

function undoSettings(layout: Layout): UndoSettings {
  return (readSettings(layout, settingsKey(layout, productRoot())) ?? compiler().settingsInForce(layout)).undo;
}
