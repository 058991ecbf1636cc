import { dirname, isAbsolute } from 'node:path';
import { isStartedWith } from '../../agents/command-line.ts';
import type { AgentHook, Caller } from '../../agents/hook.ts';
import type { McpContract } from '../../agents/mcp.ts';
import { findProgram, isSameFile } from '../../install/programs.ts';
import type { Action } from '../../model/request.ts';
import { readIfThere } from '../../store/atomic-file.ts';
import { isRecord, isString } from '../../util/guards.ts';
import { baseName } from '../../util/path.ts';

/** The tools of `safeshell mcp`: they report the decision about a command and run none. */
const OWN_TOOLS = ['check', 'explain', 'request_approval'];

export interface OwnServerContext extends Caller {
  /** of the call */
  readonly cwd: string;
  /** undefined = nothing is installed */
  installed(): Installed | undefined;
}

export interface Installed {
  /** the command that install.sh made */
  readonly launcher: string;
  /** folder of the shims: the one of `safeshell` starts the program of that name behind it in PATH */
  readonly shims: string;
}

/**
 * A call of our own MCP server, without its input: that is asked about, not done, and rules about tools still see the
 * name. All else as it came. Ours is who is registered with our own installed program and nothing beside: a name
 * proves nothing, and of two registrations with one name either may be the one that the agent uses.
 */
export function withoutOwnInput(call: Action, { mcp }: AgentHook, context: OwnServerContext): Action {
  if (mcp === undefined || call.kind !== 'tool' || !OWN_TOOLS.some((name) => call.tool.endsWith(name))) return call;
  return isOwn(call.tool, mcp, context) ? { kind: 'tool', tool: call.tool, input: {} } : call;
}

function isOwn(tool: string, mcp: McpContract, context: OwnServerContext): boolean {
  // one that is not in sight may have been handed others
  if (context.commandLine().length === 0 || isStartedWith(context, mcp.options)) return false;
  const { env, cwd } = context;
  const servers = registered(mcp.files({ home: env.HOME ?? '', env, folders: foldersFrom(cwd) }));
  const involved = servers?.filter(([name]) => tool.startsWith(mcp.prefix(name))) ?? [];
  const isKnown = involved.some(([name]) => OWN_TOOLS.includes(tool.slice(mcp.prefix(name).length)));
  return isKnown && involved.every(([, server]) => isOurProgram(server, context));
}

function foldersFrom(cwd: string): readonly string[] {
  const above = dirname(cwd);
  return above === cwd ? [cwd] : [cwd, ...foldersFrom(above)];
}

/** undefined = not all is known, or one of the files has a form that is not. What we may not read the agent may not either. */
function registered(
  files: ReturnType<McpContract['files']>,
): readonly (readonly [name: string, server: unknown])[] | undefined {
  if (files === 'unknown') return undefined;
  const found = files.map(({ path, servers }) => {
    const text = readIfThere(path);
    return text === undefined ? {} : servers(text);
  });
  return found.every((one) => one !== undefined) ? found.flatMap((one) => Object.entries(one)) : undefined;
}

/** Fields that change nothing about what is started. A folder or variables of its own could. */
const HARMLESS =
  /^(type|command|args|timeout|trust|tools|enabled|disabled|description|(always|auto)_?[a-z]+|\w+_timeout_\w+)$/i;

function isOurProgram(server: unknown, { installed, env }: OwnServerContext): boolean {
  if (!isRecord(server)) return false;
  const { env: variables = {}, environment = {}, ...fields } = server;
  if (![variables, environment].every((one) => isRecord(one) && Object.keys(one).length === 0)) return false;
  if (!Object.keys(fields).every((name) => HARMLESS.test(name))) return false;
  if (fields.type !== undefined && fields.type !== 'stdio' && fields.type !== 'local') return false;
  const words = [fields.command, fields.args ?? []].flat();
  const [program, ...args] = words;
  if (!isString(program) || args.length !== 1 || args[0] !== 'mcp') return false;
  const own = installed();
  if (own === undefined) return false;
  const isPath = program.includes('/') && !isSameFile(dirname(program), own.shims);
  const file = isPath ? program : findProgram(baseName(program), env.PATH ?? '', own.shims);
  return file !== undefined && isAbsolute(file) && isSameFile(file, own.launcher);
}
