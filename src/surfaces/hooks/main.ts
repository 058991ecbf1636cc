import { writeSync } from 'node:fs';
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
import { hostMachine } from './host.ts';
import type { HookMachine } from './machine.ts';
import { readPayload } from './read-stdin.ts';
import { brokenRecorder } from './record-broken.ts';
import type { HookWorld } from './reply.ts';
import { runHook } from './run-hook.ts';

/** The world of the last call. */
let lastWorld: HookWorld | undefined;

/**
 * Answers one payload on stdin. `name`: the agent that the command was registered for; absent = detected from the payload.
 * `launchers`: folder of the launcher that started us. Returns the exit status.
 */
export async function hook(name: string | undefined, launchers?: string): Promise<number> {
  setWatchdog(testUnderWatchdog);
  const incoming = await readPayload();
  const named = name === undefined ? undefined : agentNamed(name);
  if (name !== undefined && named === undefined) return end(unknownAgent(name));
  const agents = agentsFor(named, incoming.text);
  const [{ name: agent }] = agents;
  const host = hostMachine(agent, launchers);
  const world: HookMachine['world'] = (call) => {
    lastWorld = host.world(call);
    return lastWorld;
  };
  const machine = { ...host, world, recordBroken: brokenRecorder(agent, launchers) };
  const status = end(await runHook(hooksOf(agents), incoming, machine));
  // an exit would wait for the thread that still reads: the launcher takes this death for a refusal
  if (incoming.isStuck) process.kill(process.pid, 'SIGKILL');
  return status;
}

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

const STDOUT = 1;
const STDERR = 2;

function end({ stdout, stderr, exit }: HookOutput): number {
  writeAll(STDERR, stderr);
  return writeAll(STDOUT, stdout) ? exit : 2;
}

/** By descriptor: opening process.stdout costs more than the answer. A pipe that is full for now is tried again. */
function writeAll(descriptor: number, text: string): boolean {
  for (let rest = Buffer.from(text); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return false;
    }
  }
  return true;
}
