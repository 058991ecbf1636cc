import type { HookedAgent } from '../../agents/agent.ts';
import { claude } from '../../agents/claude.ts';
import { agentNamed, HOOKED_AGENTS, recognise } from '../../agents/find.ts';
import type { AgentHook, HookOutput } from '../../agents/hook.ts';
import { testUnderWatchdog } from '../../facts/regex-watchdog.ts';
import { workingDirectory } from '../../facts/working-directory.ts';
import { guard } from '../../guard.ts';
import { setWatchdog } from '../../patterns/match.ts';
import type { RunningCode } from '../../store/code-cache.ts';
import { keepCodeOf } from '../../store/code-keep.ts';
import { isRecord, parseJson } from '../../util/guards.ts';
import { hostMachine, type PayloadCall, thisCaller } from './host.ts';
import type { HookMachine } from './machine.ts';
import { askOutside } from './outside.ts';
import { readPayload } from './read-stdin.ts';
import { brokenRecorder } from './record-broken.ts';
import { runHook } from './run-hook.ts';
import { serve } from './serve.ts';
import type { HookWorld } from './world.ts';
import { STDERR, STDOUT, writeAll } from './write.ts';

/** The world of the last call. */
let lastWorld: HookWorld | undefined;

/**
 * Answers one payload on stdin. `name`: the agent that the command was registered for; absent = detected from the payload.
 * `launchers`: folder of the launcher that started us; `begun`: see readPayload. Returns the exit status.
 */
export async function hook(name: string | undefined, launchers?: string, begun?: string): Promise<number> {
  const payload = await readPayload(begun === undefined ? {} : { begun: Number(begun) });
  if (payload === undefined) {
    // an exit would wait for the thread that still reads. The launcher refuses then: two answers would be none
    process.kill(process.pid, 'SIGTERM');
    return 1;
  }
  const caller = thisCaller(launchers);
  return (await askOutside(name, payload, caller)) ?? answerPayload({ name, launchers, payload, caller });
}

/** Answers by stdout and stderr of this process. Returns the exit status. */
export async function answerPayload({ name, launchers, payload, caller }: PayloadCall): Promise<number> {
  setWatchdog(testUnderWatchdog);
  const named = name === undefined ? undefined : agentNamed(name);
  if (name !== undefined && named === undefined) return end(unknownAgent(name));
  const agents = agentsFor(named, payload);
  const [{ name: agent }] = agents;
  const host = hostMachine(agent, launchers, caller);
  const world: HookMachine['world'] = (call) => {
    lastWorld = host.world(call);
    return lastWorld;
  };
  const machine = { ...host, world, recordBroken: brokenRecorder(agent, () => caller.own) };
  return end(await runHook(hooksOf(agents), payload, machine));
}

if (process.env.SAFESHELL_STEP === 'serve' && process.send !== undefined) serve(process.env, answerPayload);

/** As agents write them. */
const LINES = ['cd src && ls -la | head -30', 'git status --porcelain && git commit -m "x" 2>&1'];

/** See KeepsCode. */
export function keepCode(running: readonly RunningCode[]): void {
  keepCodeOf(running, () => {
    const world = lastWorld;
    if (world === undefined) return;
    const request = { cwd: workingDirectory(), env: process.env, actor: 'ai', at: world.facts.at } as const;
    for (const line of LINES) guard({ ...request, action: { kind: 'line', line } }, world);
  });
}

/** The registered agent, then the one whose format the payload has; without either Claude Code, whose refusals most agents understand. */
function agentsFor(named: HookedAgent | undefined, text: string): readonly [HookedAgent, ...HookedAgent[]] {
  const payload = parseJson(text);
  const likely = isRecord(payload) ? recognise(payload) : undefined;
  const [first = claude, ...rest] = [named, likely].filter((agent) => agent !== undefined);
  return [first, ...rest];
}

function hooksOf([first, ...rest]: readonly [HookedAgent, ...HookedAgent[]]): readonly [AgentHook, ...AgentHook[]] {
  return [first.hook, ...rest.map(({ hook: one }) => one)];
}

function unknownAgent(name: string): HookOutput {
  const known = HOOKED_AGENTS.map((agent) => agent.name).join(', ');
  return { stdout: '', stderr: `safeshell: unknown agent \`${name}\`, expected one of ${known}\n`, exit: 2 };
}

function end({ stdout, stderr, exit }: HookOutput): number {
  writeAll(STDERR, stderr);
  return writeAll(STDOUT, stdout) ? exit : 2;
}
