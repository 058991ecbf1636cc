import { writeSync } from 'node:fs';
import { testUnderWatchdog } from '../../facts/regex-watchdog.ts';
import { setWatchdog } from '../../patterns/match.ts';
import { isRecord, parseJson } from '../../store/guards.ts';
import type { Ending, HookAgent } from './agent.ts';
import { hostMachine } from './host.ts';
import { HOOK_AGENTS } from './index.ts';
import { readPayload } from './read-stdin.ts';
import { recognise } from './recognise.ts';
import { brokenRecorder } from './record-broken.ts';
import { runHook } from './run-hook.ts';

/**
 * Answers one payload on stdin. `name`: the agent that the command was registered for; absent = told by the payload.
 * `launchers`: folder of the launcher that started us. Returns the exit status.
 */
export async function hook(name: string | undefined, launchers?: string): Promise<number> {
  setWatchdog(testUnderWatchdog);
  const incoming = await readPayload();
  const named = HOOK_AGENTS.find((agent) => agent.name === name);
  if (name !== undefined && named === undefined) return end(unknownAgent(name));
  const agents = agentsFor(named, incoming.text);
  const [{ name: agent }] = agents;
  const machine = { ...hostMachine(agent, launchers), recordBroken: brokenRecorder(agent, launchers) };
  const status = end(await runHook(agents, incoming, machine));
  // an exit would wait for the thread that still reads: the launcher takes this death for a refusal
  if (incoming.isStuck) process.kill(process.pid, 'SIGKILL');
  return status;
}

/** The registered one, then the one that the payload looks like; without either, Claude Code, whose refusal most agents know. */
function agentsFor(named: HookAgent | undefined, text: string): readonly [HookAgent, ...HookAgent[]] {
  const payload = parseJson(text);
  const name = isRecord(payload) ? recognise(payload) : undefined;
  const likely = HOOK_AGENTS.find((agent) => agent.name === name);
  const [first = HOOK_AGENTS[0] as HookAgent, ...rest] = [named, likely].filter((agent) => agent !== undefined);
  return [first, ...rest];
}

function unknownAgent(name: string): Ending {
  const known = HOOK_AGENTS.map((agent) => agent.name).join(', ');
  return { stdout: '', stderr: `safeshell: unknown agent \`${name}\`, expected one of ${known}\n`, exit: 2 };
}

const STDOUT = 1;
const STDERR = 2;

function end({ stdout, stderr, exit }: Ending): number {
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
