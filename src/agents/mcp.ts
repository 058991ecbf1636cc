import { join } from 'node:path';
import { isRecord, parseJson } from '../util/guards.ts';
import { type JsonPath, valueAt } from './json-path.ts';

/** Where to look for the registrations of MCP servers. */
export interface McpContext {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** the working directory and all above it, nearest first */
  readonly folders: readonly string[];
}

/** Server entries of an agent's settings, by name. */
export type McpServers = Readonly<Record<string, unknown>>;

/** A file that may register servers. */
export interface McpFile {
  readonly path: string;
  /** undefined = unknown format, so the registered servers are unknown */
  servers(text: string): McpServers | undefined;
}

/** How an agent names the tools of MCP servers, and where servers are registered. */
export interface McpContract {
  /** the prefix of the names of a server's tools */
  prefix(server: string): string;
  /** options of its command line that add servers or settings files */
  readonly options: readonly string[];
  /** every settings file that the agent reads by default; `unknown` = the list is not complete */
  files(context: McpContext): readonly McpFile[] | 'unknown';
}

/** A JSON file with servers in these objects. With comments its format counts as unknown. */
export function jsonServers(path: string, ...at: readonly JsonPath[]): McpFile {
  return {
    path,
    servers(text) {
      const settings = parseJson(text);
      if (!isRecord(settings)) return undefined;
      const found = at.map((fields) => valueAt(settings, fields)).filter((one) => one !== undefined);
      return found.every(isRecord) ? joined(found) : undefined;
    },
  };
}

/** The same file below each folder. */
export function inEach({ folders }: McpContext, ...parts: readonly string[]): readonly McpFile[] {
  return folders.map((folder) => jsonServers(join(folder, ...parts), ['mcpServers']));
}

/** undefined where several objects define the same name: which of them counts is unknown. */
function joined(objects: readonly McpServers[]): McpServers | undefined {
  const names = objects.flatMap((one) => Object.keys(one));
  return new Set(names).size === names.length ? Object.assign({}, ...objects) : undefined;
}

/** `mcp__NAME__`, the convention of Claude Code. */
export function mcpPrefix(server: string): string {
  return `mcp__${server.replace(/[^\w-]/g, '_')}__`;
}
