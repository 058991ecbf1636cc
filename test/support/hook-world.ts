import { agentNamed } from '../../src/agents/find.ts';
import type { AgentHook, HookOutput } from '../../src/agents/hook.ts';
import { defaultClassifier } from '../../src/classify/compile-settings.ts';
import { localTime } from '../../src/facts/local-time.ts';
import { whatIfFacts } from '../../src/facts/what-if.ts';
import type { HostWorld } from '../../src/host/host.ts';
import type { ToldWrite } from '../../src/host/told-write.ts';
import type { Facts } from '../../src/model/facts.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Policy } from '../../src/model/policy.ts';
import type { AutoApprove } from '../../src/model/proof.ts';
import type { Environment, Request } from '../../src/model/request.ts';
import { loadRules } from '../../src/rules/load.ts';
import type { PersistedSession } from '../../src/session/persisted-session.ts';
import type { Reply } from '../../src/settle/asker.ts';
import type { Note } from '../../src/store/notes.ts';
import type { HookMachine } from '../../src/surfaces/hooks/machine.ts';
import type { Installed } from '../../src/surfaces/hooks/own-server.ts';
import { runHook } from '../../src/surfaces/hooks/run-hook.ts';
import type { HookWorld } from '../../src/surfaces/hooks/world.ts';
import { agentTable } from './agent-tables.ts';
import { passingSession } from './passing-session.ts';
import { shipped } from './shipped.ts';

const HOME = '/home/dev';
const CWD = '/home/dev/proj';

export interface HookTrial {
  readonly policy?: Policy;
  readonly env?: Environment;
  /** what the agent was started with */
  readonly commandLine?: readonly string[];
  /** the installed command */
  readonly installed?: Installed;
  /** a person said yes before, for the whole session */
  readonly isApproved?: boolean;
  /** safeshell-sh is installed here */
  readonly wrapper?: string | undefined;
  /** programs can be confined here */
  readonly confines?: boolean;
  /** what their output tells of a refused write */
  readonly refused?: ToldWrite;
  /** its kernel lets some things pass the wall */
  readonly isPartial?: boolean;
  /** keeps what a call destroys; absent = nothing is kept */
  readonly keeper?: HostWorld['keeper'];
  /** hears what was kept, or could not be */
  readonly tellKept?: HookWorld['tellKept'];
  /** programs that have a shim, which stand first in PATH */
  readonly shimmed?: readonly string[];
  /** what the person has to know */
  readonly note?: Note;
  /** the agent's own, by path */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** of the repository around; absent = its `.git` */
  readonly gitDir?: string;
  /** absent = a session of its own */
  readonly kept?: PersistedSession;
  /** the setting, for dialogs */
  readonly autoApprove?: AutoApprove;
  /** what a person says elsewhere; absent = nobody is there */
  readonly elsewhere?: () => Reply;
  /** the guard has asked about all of it before, in the dialog */
  readonly wasAsked?: boolean;
  /** takes what the guard hands to the agent's dialog */
  readonly handed?: Request[];
  /** takes what is recorded */
  readonly records?: { readonly outcome: Outcome; readonly request: Request }[];
}

/** The shipped packs, or rules of a test. */
export function hookPolicy(yaml?: string): Policy {
  if (yaml === undefined) {
    return shipped().policy;
  }
  const file = { file: 'test.yaml', text: yaml, tier: 'user', module: 'test', trusted: false } as const;
  const { policy, problems } = loadRules([file]);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return policy;
}

export function hookOf(name: string): AgentHook {
  const agent = agentNamed(name);
  if (agent === undefined) throw new Error(`no agent ${name}`);
  return agent.hook;
}

/** One payload through one agent's adapter, in a made-up project. */
export function tryHook(name: string, payload: unknown, trial: HookTrial = {}): Promise<HookOutput> {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const { policy = hookPolicy(), isApproved = false, records = [] } = trial;
  const env = { HOME, PATH: '/usr/bin:/bin', ...trial.env };
  const at = localTime('2025-01-06T10:00:00');
  const machine: HookMachine = {
    env,
    cwd: CWD,
    readSettings: (path) => trial.settings?.[path],
    installed: () => trial.installed,
    commandLine: () => trial.commandLine ?? [],
    world: ({ cwd, dialog }) => ({
      policy,
      facts: factsIn(whatIfFacts({ env, cwd, at, git: { branch: 'work', root: CWD }, files: [] }), trial.gitDir),
      kept: trial.kept ?? passingSession('test'),
      approvals: { take: () => (isApproved ? 'earlier' : undefined), add: () => {} },
      ...(dialog && trial.autoApprove && { autoApprove: trial.autoApprove, classifier: defaultClassifier }),
      askElsewhere: () => ({ ask: async () => trial.elsewhere?.() ?? { unanswered: 'nobody-to-ask' } }),
      wasAsked: () => trial.wasAsked === true,
      noteAsked: (request) => trial.handed?.push(request),
      wrapper: trial.wrapper,
      ...(trial.keeper && { keeper: trial.keeper }),
      ...(trial.tellKept && { tellKept: trial.tellKept }),
      confiner: () =>
        trial.confines === true
          ? {
              confine: () => ({ words: ['wall', '--'], isLasting: false }),
              isFull: () => trial.isPartial !== true,
              toldWrite: () => trial.refused,
            }
          : undefined,
      isShimmed: (program) => trial.shimmed?.includes(program) ?? false,
      notes: () => (trial.note === undefined ? [] : [trial.note]),
      record: (_decision, outcome, request) => records.push({ outcome, request }),
    }),
  };
  return runHook([hookOf(name)], text, machine);
}

function factsIn(facts: Facts, gitDir: string | undefined): Facts {
  if (gitDir === undefined) return facts;
  return { ...facts, git: () => ({ root: CWD, gitDir, branch: 'work' }) };
}

/** JSON on stdout; undefined = nothing there. */
export function answerOf({ stdout }: HookOutput): unknown {
  return stdout === '' ? undefined : JSON.parse(stdout);
}

interface Answer {
  readonly ending: HookOutput;
  readonly answer: Readonly<Record<string, unknown>>;
  /** what Claude Code and those who follow it read */
  readonly nested: Readonly<Record<string, unknown>>;
}

/** What a hook prints about a call that it has nothing against. */
export const YES = ['', '{}', '{"decision":"allow"}', '{"permission":"allow"}'];

/** What is known to refuse, by the names of `refused_by` in test/tables/agents: restated apart from the adapters. */
const REFUSALS: Readonly<Record<string, (answer: Answer) => boolean>> = {
  'exit-2': ({ ending }) => ending.exit === 2 && ending.stdout === '' && isText(ending.stderr),
  'nested-deny': isNestedDeny,
  'nested-deny-alone': (one) =>
    isNestedDeny(one) && Object.keys(one.answer).length === 1 && Object.keys(one.nested).length === 3,
  'decision-deny': ({ ending, answer }) => ending.exit === 0 && answer.decision === 'deny' && isText(answer.reason),
  'decision-block': ({ ending, answer }) => ending.exit === 0 && answer.decision === 'block' && isText(answer.reason),
  'decision-deny-exit-2': ({ ending, answer }) =>
    ending.exit === 2 && answer.decision === 'deny' && isText(ending.stderr),
  'decision-block-exit-2': ({ ending, answer }) =>
    ending.exit === 2 &&
    answer.decision === 'block' &&
    isText(answer.reason) &&
    ending.stderr.trimEnd().endsWith(String(answer.reason)), // behind what a broken Node.js says
  'permission-deny': ({ ending, answer }) => ending.exit === 0 && answer.permission === 'deny',
  'permission-decision-deny': ({ answer }) =>
    answer.permissionDecision === 'deny' && isText(answer.permissionDecisionReason),
  'action-block': ({ answer }) => answer.action === 'block' && isText(answer.message),
  cancel: ({ answer }) => answer.cancel === true && isText(answer.errorMessage),
  'echo-and-fail': ({ answer }) => isSoftNo(answer.overrideInput),
};

/** Does this end refuse the call, in words that this agent obeys? */
export function closes(name: string, ending: HookOutput): boolean {
  const answer = (answerOf(ending) ?? {}) as Answer['answer'];
  const nested = (answer.hookSpecificOutput ?? {}) as Answer['nested'];
  const { refused_by: refusals = [] } = agentTable(name);
  return refusals.some((one) => {
    const isRefusal = REFUSALS[one];
    if (isRefusal === undefined) throw new Error(`refused_by: ${one} is none of ${Object.keys(REFUSALS).join(', ')}`);
    return isRefusal({ ending, answer, nested });
  });
}

function isNestedDeny({ ending, nested }: Answer): boolean {
  const isDenied = nested.hookEventName === 'PreToolUse' && nested.permissionDecision === 'deny';
  return isDenied && isText(nested.permissionDecisionReason) && ending.exit === 0;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** Other commands run, which only say the reason and fail. */
function isSoftNo(input: unknown): boolean {
  const { commands = [] } = (input ?? {}) as { commands?: string[] };
  return commands.length === 1 && /^echo '(?:[^']|'\\'')+' >&2; exit 1$/.test(commands[0] ?? '');
}
