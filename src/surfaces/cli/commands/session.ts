import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { changeBetween } from '../../../decide/session-change.ts';
import { EXIT } from '../../../model/errors.ts';
import type { Policy } from '../../../model/policy.ts';
import type { Session } from '../../../model/session.ts';
import { disableRule, enableRule, sessionRules } from '../../../session/control.ts';
import type { PersistedSession } from '../../../session/persisted-session.ts';
import { applySlashWords } from '../../../session/slash-words.ts';
import { layoutOf, sessionFolder } from '../../../store/layout.ts';
import { damagedFiles, forgetApprovals, type SessionOnDisk, sessionsOnDisk } from '../../../store/session-list.ts';
import { printable, shortened } from '../../../text/printable.ts';
import {
  type SessionRuleJson,
  sessionJson,
  sessionRulesText,
  sessionsText,
  sessionText,
} from '../../../text/session-text.ts';
import { chooseSession, openKept, recentSessions, sessionsJson } from '../choose-session.ts';
import type { CliCommand } from '../command.ts';
import { type CliContext, UsageError } from '../context.ts';
import { refuseAgents } from '../person.ts';
import { choosePolicy } from '../policy-option.ts';

/** What an action works on. */
interface Called {
  readonly words: readonly string[];
  readonly kept: PersistedSession;
  readonly policy: Policy;
  readonly json: boolean;
  readonly context: CliContext;
}

/** `person`: only a person may, because it loosens. */
interface SessionAction {
  readonly person?: true;
  readonly operands: number;
  run(called: Called): number | Promise<number>;
}

const ACTIONS: Readonly<Record<string, SessionAction>> = {
  status: { operands: 0, run: status },
  rules: { operands: 0, run: rules },
  disable: { person: true, operands: 1, run: disable },
  enable: { person: true, operands: 1, run: enable },
  reset: { person: true, operands: 0, run: reset },
};

export const session: CliCommand = {
  name: 'session',
  summary: 'Show a session, switch its rules, or answer its plan',
  define: (command) =>
    command
      .argument('[action]', 'status, rules, disable ID, enable ID, reset, list, or a slash command', 'status')
      .argument('[words...]', 'Rule id, or arguments of the slash command')
      .option('--session <id>', 'Session id (default: this terminal, or the only one)')
      .option('--json', 'Print the result as JSON')
      .addHelpText('after', HELP),
  async run([written = 'status', ...rest], { session: given, json }, context) {
    if (written === 'list') return await list(json === true, context);
    const { name, words } = readAction(written, rest);
    const action = name === undefined ? undefined : ACTIONS[name];
    const isPersons = action === undefined || action.person === true;
    if (isPersons && refuseAgents('change a session', context)) return EXIT.notAllowed;
    if (typeof given === 'string' && !existsSync(sessionFolder(layoutOf(context.env), given)))
      throw new UsageError(`nothing is recorded of session \`${printable(given)}\` (safeshell session list)`);
    const { policy } = await choosePolicy(undefined, context);
    const isJson = json === true;
    const choice = { ...(typeof given === 'string' && { given }), json: isJson, policy };
    const kept = chooseSession(action === undefined ? { ...choice, isMeant: hasPlan } : choice, context);
    const called: Called = { words, kept, policy, json: isJson, context };
    return action === undefined ? say(called) : action.run(called);
  },
};

/** An answer to a plan is for a session in which one waits. */
function hasPlan({ pendingPlan }: Session): boolean {
  return pendingPlan !== undefined;
}

/** `/disable x` is `disable x`; the words that answer a plan have no other name. */
function readAction(written: string, rest: readonly string[]) {
  const words = [...written.split(/\s+/), ...rest].filter((word) => word !== '');
  const [first = '', ...operands] = words;
  if (/^\/(approve|deny)$/.test(first)) return { name: undefined, words };
  const name = first === '/session' ? 'status' : first.replace(/^\//, '');
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) {
    throw new UsageError(`unknown action \`${first}\`, expected ${[...Object.keys(ACTIONS), 'list'].join(', ')}`);
  }
  if (operands.length !== action.operands) {
    throw new UsageError(`\`${name}\` takes ${action.operands === 0 ? 'no arguments' : 'one rule name'}`);
  }
  return { name, words: operands };
}

function status({ kept, policy, json, context }: Called): number {
  const layout = layoutOf(context.env);
  const told = sessionJson(kept.read(), damagedFiles(layout, kept.id));
  if (json) context.out(JSON.stringify(told, null, 2));
  else {
    context.out(sessionText(told, context.paint));
    const isOther = ({ id }: SessionOnDisk) => id !== basename(sessionFolder(layout, kept.id));
    const others = recentSessions(layout).filter(isOther);
    if (others.length > 0) context.out(context.paint.dim(OTHERS));
    for (const { id } of others)
      if (hasPlan(openKept(id, layout, policy, context).read()))
        context.out(`A plan is pending in session ${printable(id)}: safeshell session --session ${id}`);
  }
  return EXIT.ok;
}

const OTHERS = 'Other sessions are in use: safeshell session list';

async function rules({ kept, policy, json, context }: Called): Promise<number> {
  const { triggerText } = await import('../../../rules/rule-text.ts');
  const told = sessionRules(policy, kept.read()).map(
    ({ rule, state }): SessionRuleJson => ({
      rule: rule.id,
      state,
      trigger: triggerText(rule),
      action: rule.action,
      description: rule.description?.trim() ?? null,
    }),
  );
  context.out(json ? JSON.stringify(told, null, 2) : sessionRulesText(told, context.paint));
  return EXIT.ok;
}

function disable(called: Called): number {
  const { words, kept, policy } = called;
  const [name = ''] = words;
  const before = kept.read();
  const after = disableRule(name, policy, before);
  if (after === undefined) return noSuchRule(name, called);
  kept.change(changeBetween(before, after));
  return done(called, `\`${name}\` is disabled in session ${kept.id}.`);
}

function enable(called: Called): number {
  const { words, kept, policy } = called;
  const [name = ''] = words;
  const before = kept.read();
  const after = enableRule(name, policy, before);
  if (after === undefined) return noSuchRule(name, called);
  kept.change(changeBetween(before, after));
  return done(called, `\`${name}\` is enabled again in session ${kept.id}.`);
}

function noSuchRule(name: string, { kept, policy, context }: Called): number {
  const known = sessionRules(policy, kept.read()).map(({ rule }) => rule);
  const called = known.filter(({ id, name: short }) => id === name || short === name);
  if (called.length === 1) {
    context.err(`safeshell: \`${called[0]?.id}\` cannot be disabled in a session`);
    return EXIT.notAllowed;
  }
  const ids = (called.length > 1 ? called : known).map(({ id }) => id);
  const what =
    called.length > 1 ? `several rules are called \`${name}\`` : `no rule of this session is called \`${name}\``;
  throw new UsageError(`${what}${ids.length > 0 ? `, expected one of ${ids.join(', ')}` : ''}`);
}

function reset(called: Called): number {
  const { kept, context } = called;
  kept.change({ reset: true });
  forgetApprovals(layoutOf(context.env), kept.id);
  return done(called, `Session ${kept.id} is reset: no rule is awake or disabled, and nothing is approved.`);
}

/** `/approve all`, `/approve 1-3 only`, `/deny`: the answer to a plan that waits. */
async function say(called: Called): Promise<number> {
  const { words, kept, policy, context } = called;
  const before = kept.read();
  if (before.pendingPlan === undefined) {
    context.err(`safeshell: no plan is pending in session ${printable(kept.id)} (safeshell session list)`);
    return EXIT.usage;
  }
  const after = applySlashWords(words.join(' '), policy, before);
  if (after === undefined)
    throw new UsageError(
      `expected /approve all, /approve 1-3,5 or /deny, of its steps 1 to ${before.pendingPlan.length}`,
    );
  const approved = before.pendingPlan.filter(({ signature }) => after.planned.includes(signature));
  const steps = approved.map(({ what = '' }) => `  ${shortened(what)}`);
  if (words[0] !== '/deny' && !(await isSeen(steps, before, called))) return EXIT.denied;
  kept.change(changeBetween(before, after));
  if (words[0] === '/deny') return done(called, 'The plan is denied.');
  return done(called, ['Approved. These run without a question:', ...steps].join('\n'));
}

/** At a terminal the person sees what is approved. A plan that was replaced meanwhile is another one. */
async function isSeen(steps: readonly string[], before: Session, { kept, context }: Called): Promise<boolean> {
  const { agreed } = await import('../confirm.ts');
  const text = [`Plan of session ${kept.id}:`, ...steps].join('\n');
  const answer = await agreed(`${text}\nApprove these steps? They run without a question. [Y/n] `);
  const isSame = JSON.stringify(kept.read().pendingPlan) === JSON.stringify(before.pendingPlan);
  if (answer !== false && isSame) return true;
  context.err(
    `safeshell: ${answer === false ? 'not approved' : 'the plan has changed since it was shown; read it again (safeshell session)'}`,
  );
  return false;
}

function done({ kept, json, context }: Called, text: string): number {
  const told = sessionJson(kept.read(), damagedFiles(layoutOf(context.env), kept.id));
  context.out(json ? JSON.stringify(told, null, 2) : text);
  return EXIT.ok;
}

async function list(json: boolean, context: CliContext): Promise<number> {
  const layout = layoutOf(context.env);
  const { policy } = await choosePolicy(undefined, context);
  const all = sessionsJson(sessionsOnDisk(layout), (id) => openKept(id, layout, policy, context), layout);
  if (json) context.out(JSON.stringify(all, null, 2));
  else context.out(sessionsText(all, Date.now()) || 'No sessions yet.');
  return EXIT.ok;
}

const HELP = `
Only Carapace rules can be disabled for a session, and only by a person. At a terminal the default is the session of that
terminal; /approve and /deny find the session in which a plan waits. Elsewhere it is the only session of the last hour. If
there are several, they are listed with agent, folder, time and a pending plan.

Examples:
  safeshell session
  safeshell session rules
  safeshell session disable no-write-after-web
  safeshell session /approve 1-3 only
  safeshell session reset`;
