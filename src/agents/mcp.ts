import { join } from 'node:path';
import { isRecord, parseJson } from '../store/guards.ts';
import type { JsonPath } from './json-path.ts';

/** Where MCP servers of an agent may be registered. */
export interface McpContext {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** the working directory and all above it, nearest first */
  readonly folders: readonly string[];
}

/** Servers by name, as an agent's settings have them. */
export type McpServers = Readonly<Record<string, unknown>>;

/** One file that servers may be registered in. */
export interface McpFile {
  readonly path: string;
  /** undefined = not of a form that is known: nobody can say what is registered */
  servers(text: string): McpServers | undefined;
}

/** How an agent calls the tools of MCP servers, and where it learns of those. */
export interface McpContract {
  /** what the names of a server's tools begin with */
  prefix(server: string): string;
  /** words that hand it servers, or settings with some, when it is started */
  readonly options: readonly string[];
  /** all that the agent reads but what it is handed when it is started; `unknown` = it reads more than can be told */
  files(context: McpContext): readonly McpFile[] | 'unknown';
}

/** A JSON file with its servers in these objects. Comments make it one that is not known. */
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

function valueAt(settings: McpServers, fields: JsonPath): unknown {
  return fields.reduce<unknown>((value, field) => (isRecord(value) ? value[field] : undefined), settings);
}

/** A name that stands in several objects of one file: both count. */
function joined(objects: readonly McpServers[]): McpServers | undefined {
  const names = objects.flatMap((one) => Object.keys(one));
  return new Set(names).size === names.length ? Object.assign({}, ...objects) : undefined;
}

/** `mcp__NAME__`, as Claude Code and those who follow it write it. */
export function mcpPrefix(server: string): string {
  return `mcp__${server.replace(/[^\w-]/g, '_')}__`;
}
