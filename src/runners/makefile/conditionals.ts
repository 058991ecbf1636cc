import { HOLE } from '../../model/hole.ts';
import type { Tri } from '../../model/tri.ts';
import type { Expander } from './expand.ts';
import { findOutside } from './text.ts';

/** Whether the lines behind `ifeq`, `ifndef` .. hold; unknown where a value is. */
export function evaluateCondition(directive: string, rest: string, expander: Expander): Tri {
  const holds = directive.endsWith('def') ? isDefined(rest, expander) : areEqual(rest, expander);
  if (holds === 'unknown' || !directive.startsWith('ifn')) return holds;
  return holds === 'yes' ? 'no' : 'yes';
}

function isDefined(rest: string, expander: Expander): Tri {
  const name = expander.expand(rest).trim();
  if (name.includes(HOLE)) return 'unknown';
  const value = expander.rawValueOf(name) ?? '';
  return value === HOLE ? 'unknown' : value === '' ? 'no' : 'yes';
}

function areEqual(rest: string, expander: Expander): Tri {
  const operands = operandsOf(rest.trim());
  if (operands === undefined) return 'unknown';
  const [left, right] = operands.map((operand) => expander.expand(operand)) as [string, string];
  if (left.includes(HOLE) || right.includes(HOLE)) return 'unknown';
  return left === right ? 'yes' : 'no';
}

/** `(a,b)`, `"a" "b"`, `'a' "b"`. */
function operandsOf(text: string): readonly [string, string] | undefined {
  if (text.startsWith('(') && text.endsWith(')')) {
    const comma = findOutside(text, (char) => char === ',');
    return comma < 0 ? undefined : [text.slice(1, comma).trimEnd(), text.slice(comma + 1, -1).trimStart()];
  }
  const quoted = /^(?:"([^"]*)"|'([^']*)')\s*(?:"([^"]*)"|'([^']*)')$/.exec(text);
  return quoted === null ? undefined : [quoted[1] ?? quoted[2] ?? '', quoted[3] ?? quoted[4] ?? ''];
}

type Branch = 'taken' | 'not-taken' | 'maybe';

interface Conditional {
  branch: Branch;
  /** an earlier branch was certainly taken, or may have been */
  before: 'none' | 'maybe' | 'taken';
}

/** The conditionals that are open at a line. */
export class Conditionals {
  private readonly open: Conditional[] = [];

  get isDead(): boolean {
    return this.open.some(({ branch }) => branch === 'not-taken');
  }

  get isUncertain(): boolean {
    return this.open.some(({ branch }) => branch === 'maybe');
  }

  /** Takes a line that is a conditional directive; false = it is none. */
  take(line: string, expander: Expander): boolean {
    const found = /^ *(ifn?eq|ifn?def|else|endif)(?:[ \t]+|(?=[("'])|$)(.*)$/s.exec(line);
    if (found === null) return false;
    const [, directive = '', rest = ''] = found;
    if (directive === 'endif') this.open.pop();
    else if (directive === 'else') this.turn(rest.trim(), expander);
    else this.enter(directive, rest, expander);
    return true;
  }

  private enter(directive: string, rest: string, expander: Expander): void {
    const holds = this.isDead ? 'no' : evaluateCondition(directive, rest, expander);
    const branch = holds === 'yes' ? 'taken' : holds === 'no' ? 'not-taken' : 'maybe';
    this.open.push({ branch, before: 'none' });
  }

  private turn(rest: string, expander: Expander): void {
    const last = this.open.at(-1);
    if (last === undefined) return;
    if (last.branch === 'taken') last.before = 'taken';
    else if (last.branch === 'maybe' && last.before === 'none') last.before = 'maybe';
    last.branch = 'not-taken';
    if (last.before === 'taken') return;
    const condition = /^(ifn?eq|ifn?def)\b(.*)$/s.exec(rest);
    const outerIsDead = this.open.slice(0, -1).some(({ branch }) => branch === 'not-taken');
    const holds = outerIsDead
      ? 'no'
      : condition === null
        ? 'yes'
        : evaluateCondition(condition[1] as string, condition[2] as string, expander);
    last.branch = holds === 'no' ? 'not-taken' : holds === 'yes' && last.before === 'none' ? 'taken' : 'maybe';
  }
}
