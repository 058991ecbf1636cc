import { INSTALLABLE_AGENTS } from '../../agents/find.ts';
import { allJobs } from './edit-agents.ts';
import { type CallPlace, type Depth, type NextCall, nextCall } from './next-call.ts';

export interface PlacedCall extends NextCall {
  /** absolute: the project whose settings have the hook; undefined = the person's own */
  readonly project: string | undefined;
}

/** Of every agent here, and in each project that a hook was put into. */
export async function nextCalls({ env, cwd }: CallPlace, depth: Depth): Promise<readonly PlacedCall[]> {
  const jobs = allJobs(env).flatMap(({ agent, project }) => (project === undefined ? [] : [{ agent, project }]));
  const here = INSTALLABLE_AGENTS.map((agent) => ({ agent, folder: cwd }));
  const elsewhere = jobs
    .map(({ agent, project }) => ({ agent, folder: project }))
    .filter(({ folder }) => folder !== cwd);
  const calls: PlacedCall[] = [];
  for (const { agent, folder } of [...here, ...elsewhere]) {
    const call = await nextCall(agent, { env, cwd: folder }, depth);
    calls.push({ ...call, project: call.hooks[0]?.job.project ?? (folder === cwd ? undefined : folder) });
  }
  return calls;
}
